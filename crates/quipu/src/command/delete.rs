//! `quipu delete`: documents go, with exactly what they said.

use super::Place;
use crate::cli::DeleteArgs;
use crate::exit::Outcome;
use crate::{print, wire};

/// Deletes, and says what went.
///
/// # Errors
/// When the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DeleteArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let report = quipu_engine::delete::delete(&workspace, &args.documents).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::deleted(&report)?;
    }
    Ok(if report.deleted.is_empty() { Outcome::Nothing } else { Outcome::Done })
}
