//! `quipu show`: one document, chunk, entity or relation.

use quipu_engine::graph::{self, TreeQuery};
use quipu_engine::ports::Store;
use quipu_engine::show;
use quipu_kernel::model::Key;
use serde::Serialize;

use super::Place;
use crate::cli::{ShowArgs, Shown};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::{print, wire};

/// Shows what was asked for.
///
/// # Errors
/// When the workspace cannot be read, or a key is no key.
pub(crate) async fn run(place: &Place<'_>, args: &ShowArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let (store, json) = (&*workspace.store, place.common.json);
    if args.tree {
        return tree(store, args, json).await;
    }
    match args.kind {
        Shown::Document => shown(show::document(store, &args.name).await?.as_slice(), json, print::document),
        Shown::Chunk => {
            let key: Key = args.name.parse()?;
            shown(show::chunk(store, key).await?.as_slice(), json, print::chunk)
        }
        Shown::Entity => {
            shown(&show::joined(store, &*wire::shelves(&place.folder).replies, &args.name).await?, json, print::entity)
        }
        Shown::Relation => {
            let entities = show::entities(store, &args.name).await?;
            let relations: Vec<_> = entities.into_iter().flat_map(|entity| entity.relations).collect();
            shown(&relations, json, print::relation)
        }
    }
}

/// Shows the neighbours of an entity as a tree.
async fn tree(store: &dyn Store, args: &ShowArgs, json: bool) -> anyhow::Result<Outcome> {
    if args.kind != Shown::Entity {
        return Err(Usage(say!("tree-of-entity")).into());
    }
    let (depth, breadth) = (usize::from(args.depth), usize::from(args.breadth));
    let tree = graph::tree(store, &TreeQuery { name: args.name.clone(), depth, breadth }).await?;
    if json {
        print::json(&tree)?;
    } else {
        print::tree(&tree)?;
    }
    Ok(Outcome::Done)
}

/// Prints each thing, or says that there is none.
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
