//! `quipu path`: the shortest paths between two entities.

use quipu_engine::graph::{PathQuery, paths};

use super::Place;
use crate::cli::PathArgs;
use crate::exit::Outcome;
use crate::{print, wire};

/// Finds the paths, and prints them.
///
/// # Errors
/// When the workspace cannot be read, or a name means nothing or several things.
pub(crate) async fn run(place: &Place<'_>, args: &PathArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let (ways, longest) = (usize::from(args.paths), usize::from(args.length));
    let query = PathQuery { from: args.from.clone(), to: args.to.clone(), ways, longest };
    let found = paths(&*workspace.store, &query).await?;
    if place.common.json {
        print::json(&found)?;
    } else {
        print::paths(&found)?;
    }
    Ok(if found.paths.is_empty() { Outcome::Nothing } else { Outcome::Done })
}
