//! `quipu search`: the chunks that match, with the reasons for their scores.

use super::query;
use crate::cli::SearchArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Searches, and prints the hits.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &SearchArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&query::flags(&args.look, &[]))?;
    let found = quipu.search(query::question(&args.query, &args.filter)?).await?;
    if place.common.json {
        print::json(&found)?;
    } else {
        print::found(&found, args.why)?;
    }
    Ok(if found.hits.is_empty() { Outcome::Nothing } else { Outcome::Done })
}
