//! Visibility of things through a filter.

use crate::base::graph::about;
use crate::base::ports::Store;
use crate::base::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::view::Filter;
use quipu_kernel::view::Needs;
use quipu_kernel::view::Question;
use quipu_kernel::view::Related;
use quipu_kernel::view::View;
/// The things that have a visible chunk through a filter, checked until `enough` are found: later ones count as hidden.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn admitted(
    store: &dyn Store,
    filter: &Filter,
    things: &[(Key, Option<(Key, Key)>)],
    enough: usize,
) -> Result<Vec<bool>, StoreError> {
    let mut out = Vec::with_capacity(things.len());
    for some in things.chunks(BATCH) {
        if out.iter().filter(|passes| **passes).count() >= enough {
            break;
        }
        let keys: Vec<Key> = some.iter().flat_map(|(key, ends)| ends.map_or(vec![*key], |(a, b)| vec![a, b])).collect();
        let of_relations = some.iter().any(|(_, ends)| ends.is_some());
        let needs = Needs {
            lexical: 0,
            entities: true,
            spread: 0,
            // One that passes is enough.
            cap: if of_relations { CAP } else { 1 },
            relations: if of_relations { Related::Everyone } else { Related::Nobody },
            ..Needs::default()
        };
        let view = store.view(&Question { filter: filter.clone(), ..about(&keys, "") }, &needs).await?;
        out.extend(some.iter().map(|(key, ends)| is_seen(&view, *key, *ends)));
    }
    out.resize(things.len(), false);
    Ok(out)
}

/// True if a view holds a chunk of a thing.
pub(crate) fn is_seen(view: &View, key: Key, ends: Option<(Key, Key)>) -> bool {
    let place = |key: Key| view.entities.binary_search_by_key(&key, |entity| entity.key).ok().map(|at| at as u32);
    match ends {
        None => place(key).is_some_and(|at| {
            view.entities[at as usize].hub || view.mentions.iter().any(|mention| mention.entity == at)
        }),
        Some((source, target)) => place(source).zip(place(target)).is_some_and(|(source, target)| {
            let hub = |at: u32| view.entities[at as usize].hub;
            let stated = |at: &&quipu_kernel::view::ViewRelation| (at.source, at.target) == (source, target);
            // A view has no relations between two hubs: their chunks are unknown.
            hub(source) && hub(target) || view.relations.iter().filter(stated).any(|of| !of.chunks.is_empty())
        }),
    }
}

/// Batch size of lookups.
pub(crate) const BATCH: usize = 32;

/// The chunks of a relation are not looked up if its entity is in more chunks than this.
pub(crate) const CAP: usize = 20_000;
