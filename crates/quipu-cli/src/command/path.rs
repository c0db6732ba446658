//! `quipu path`: the shortest paths between two entities.

use quipu::graph::PathQuery;

use crate::cli::PathArgs;
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::print;

/// Finds the paths, and prints them.
///
/// # Errors
/// When the workspace cannot be read, or a name means nothing or several things.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &PathArgs) -> anyhow::Result<CommandOutcome> {
    let (ways, longest) = (usize::from(args.paths), usize::from(args.length));
    let query = PathQuery { from: args.from.clone(), to: args.to.clone(), ways, longest };
    let found = place.quipu(&[])?.paths(query).await?;
    if place.common.json {
        print::json(&found)?;
    } else {
        print::paths(&found)?;
    }
    Ok(if found.paths.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done })
}
