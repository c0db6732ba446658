//! `quipu ask`: a question becomes a cited answer.

use super::{Place, query};
use crate::cli::AskArgs;
use crate::exit::Outcome;
use crate::{print, wire};

/// Asks, and prints the answer with its citations.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &AskArgs) -> anyhow::Result<Outcome> {
    let loaded = query::settings(place, &args.look)?;
    let query = query::query(&args.question, &args.filter, &loaded.settings)?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let answer = quipu_engine::ask::answer(&workspace, &query).await?;
    if place.common.json {
        print::json(&answer)?;
    } else {
        print::answer(&answer)?;
    }
    Ok(if answer.refused { Outcome::Nothing } else { Outcome::Done })
}
