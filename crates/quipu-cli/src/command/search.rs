//! `quipu search`: the chunks that match, or things, with the reasons for their scores.

use quipu::Ask;
use quipu::things::ThingKind;

use super::job::watched;
use super::query;
use crate::cli::{SearchArgs, ThingWhat};
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::print;

/// Searches, and prints the hits.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &SearchArgs) -> anyhow::Result<CommandOutcome> {
    let form = [("answer.context", "--context", args.context.clone())];
    let quipu = place.quipu(&query::flags(&args.look, &form))?;
    let with_context = args.context.is_some();
    let question = Ask { with_context, ..query::question(&args.query, &args.filter)? };
    if !args.things.is_empty() {
        let kinds = args.things.iter().copied().map(kind).collect();
        let found = watched(quipu.things(question, kinds), print::making_things).await?;
        match place.common.json {
            true => print::json(&found)?,
            false => print::found_things(&found, args.why)?,
        }
        return Ok(if found.things.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done });
    }
    let found = quipu.search(question).await?;
    if place.common.json {
        print::json(&found)?;
    } else if let Some(context) = &found.context {
        context.lines().try_for_each(print::line)?;
    } else {
        print::found(&found, args.why)?;
    }
    Ok(if found.hits.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done })
}

fn kind(what: ThingWhat) -> ThingKind {
    match what {
        ThingWhat::Entities => ThingKind::Entity,
        ThingWhat::Relations => ThingKind::Relation,
        ThingWhat::Reports => ThingKind::Report,
    }
}
