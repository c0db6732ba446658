//! `quipu show`: one document, chunk, entity, relation or community.

use quipu::Quipu;
use serde::Serialize;

use crate::cli::{ShowArgs, Shown};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Shows the requested item.
///
/// # Errors
/// When the workspace cannot be read, or a key is invalid.
pub(crate) async fn run(place: &Place<'_>, args: &ShowArgs) -> anyhow::Result<Outcome> {
    let (quipu, json) = (place.quipu(&[])?, place.common.json);
    if args.tree {
        return tree(&quipu, args, json).await;
    }
    match args.kind {
        Shown::Document => shown(quipu.document(&args.name).await?.as_slice(), json, print::document),
        Shown::Chunk => {
            let key = args.name.parse().map_err(quipu::Error::from)?;
            shown(quipu.chunk(key).await?.as_slice(), json, print::chunk)
        }
        Shown::Entity => shown(&quipu.entities(&args.name, true).await?, json, print::entity),
        Shown::Community => shown(quipu.community(&args.name).await?.as_slice(), json, print::community),
        Shown::Relation => {
            let entities = quipu.entities(&args.name, false).await?;
            let relations: Vec<_> = entities.into_iter().flat_map(|entity| entity.relations).collect();
            shown(&relations, json, print::relation)
        }
    }
}

/// Shows the neighbours of an entity as a tree.
async fn tree(quipu: &Quipu, args: &ShowArgs, json: bool) -> anyhow::Result<Outcome> {
    if args.kind != Shown::Entity {
        return Err(Usage(say!("tree-of-entity")).into());
    }
    let tree = quipu.tree(&args.name, usize::from(args.depth), usize::from(args.breadth)).await?;
    if json {
        print::json(&tree)?;
    } else {
        print::tree(&tree)?;
    }
    Ok(Outcome::Done)
}

/// Prints each thing, or a message where there are none.
fn shown<T: Serialize>(things: &[T], json: bool, show: fn(&T) -> std::io::Result<()>) -> anyhow::Result<Outcome> {
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
        return Ok(Outcome::Nothing);
    }
    Ok(Outcome::Done)
}
