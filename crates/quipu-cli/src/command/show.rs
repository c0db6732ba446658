//! `quipu show`: one document, chunk, entity, relation or community.

use quipu::Quipu;
use quipu::graph::EntityDetail;
use serde::Serialize;

use crate::cli::{ShowArgs, Shown};
use crate::command_place::CommandPlace;
use crate::exit::{CommandOutcome, WrongUsage};
use crate::messages::say;
use crate::print;

/// Shows the requested item.
///
/// # Errors
/// When the workspace cannot be read, or a key is invalid.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &ShowArgs) -> anyhow::Result<CommandOutcome> {
    let (quipu, json) = (place.quipu(&[])?, place.common.json);
    if args.tree {
        return tree(&quipu, args, json).await;
    }
    if args.summary {
        return summary(&quipu, args, json).await;
    }
    match args.kind {
        Shown::Document => shown(quipu.document(&args.name).await?.as_slice(), json, print::document),
        Shown::Chunk => {
            let key = args.name.parse().map_err(quipu::Error::from)?;
            shown(quipu.chunk(key).await?.as_slice(), json, print::chunk)
        }
        Shown::Entity => {
            let detail = EntityDetail { described: true, unsure: args.unsure };
            shown(&quipu.entities(&args.name, detail).await?, json, print::entity)
        }
        Shown::Community => shown(quipu.community(&args.name).await?.as_slice(), json, print::community),
        Shown::Relation => {
            let entities = quipu.entities(&args.name, EntityDetail { described: false, unsure: args.unsure }).await?;
            let relations: Vec<_> = entities.into_iter().flat_map(|entity| entity.relations).collect();
            shown(&relations, json, print::relation)
        }
    }
}

/// Shows the neighbours of an entity as a tree.
async fn tree(quipu: &Quipu, args: &ShowArgs, json: bool) -> anyhow::Result<CommandOutcome> {
    if args.kind != Shown::Entity {
        return Err(WrongUsage(say!("tree-of-entity")).into());
    }
    let tree = quipu.tree(&args.name, usize::from(args.depth), usize::from(args.breadth)).await?;
    if json {
        print::json(&tree)?;
    } else {
        print::tree(&tree)?;
    }
    Ok(CommandOutcome::Done)
}

/// Shows an entity as a whole.
async fn summary(quipu: &Quipu, args: &ShowArgs, json: bool) -> anyhow::Result<CommandOutcome> {
    if args.kind != Shown::Entity {
        return Err(WrongUsage(say!("summary-of-entity")).into());
    }
    let found = quipu.summary(&args.name).await?;
    shown(found.as_slice(), json, print::answer)
}

/// Prints each thing, or a message where there are none.
fn shown<T: Serialize>(
    things: &[T],
    json: bool,
    show: fn(&T) -> std::io::Result<()>,
) -> anyhow::Result<CommandOutcome> {
    if json {
        print::json(&things)?;
    } else {
        things.iter().try_for_each(show)?;
    }
    if things.is_empty() {
        // A program has the empty list.
        if !json {
            print::note(say!("show-nothing"))?;
        }
        return Ok(CommandOutcome::Nothing);
    }
    Ok(CommandOutcome::Done)
}
