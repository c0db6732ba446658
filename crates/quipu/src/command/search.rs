//! `quipu search`: the chunks that match, with the reasons for their scores.

use super::{Place, query};
use crate::cli::SearchArgs;
use crate::exit::Outcome;
use crate::{print, wire};

/// Searches, and prints the hits.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &SearchArgs) -> anyhow::Result<Outcome> {
    let loaded = query::settings(place, &args.look, &[])?;
    let query = query::query_or_roots(&args.query, &args.filter, &loaded.settings)?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let found = quipu_engine::search::search(&workspace, &query).await?;
    if place.common.json {
        print::json(&found)?;
    } else {
        print::found(&found, args.why)?;
    }
    Ok(if found.hits.is_empty() { Outcome::Nothing } else { Outcome::Done })
}
