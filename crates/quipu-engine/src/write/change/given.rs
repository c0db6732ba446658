//! Documents with given chunks, as from an import: nothing is cut, and their metadata
//! is taken as it is; ownership of texts is decided as for any other change. Of a text
//! that is stored already the stored chunks stay, and given ones must be equal.

use crate::write::change::body::Given;
use futures::{StreamExt, TryStreamExt, stream};
use quipu_kernel::change::between;
use quipu_kernel::model::{Chunk, Document, Key};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::{Make, Text};
use super::make;
use super::{BITE, Batch, Ready, Splits, see, standings};
use crate::base::ports::{BodyChange, Change, DocumentChange, DocumentRow, SelectChunks};
use crate::base::{EngineError, Workspace};

/// Documents with the chunks of their texts.
#[derive(Debug, Default)]
pub(crate) struct Brought {
    /// The documents, each key once, in order of keys.
    pub(crate) rows: Vec<DocumentRow>,
    /// The chunks of their texts, in the order of the text.
    pub(crate) bodies: FxHashMap<Key, Vec<Given>>,
    /// Keys of the documents that own the chunks of their texts; the others are copies.
    pub(crate) owners: FxHashSet<Key>,
}

/// A document that cannot be taken.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) id: String,
    /// True if its text is stored, and other than given; else it is neither given nor stored.
    pub(crate) differs: bool,
}

/// True if two chunks are the same part of one text, of any owner.
pub(crate) fn same_chunk(a: &Chunk, b: &Chunk) -> bool {
    a.body == b.body && a.text == b.text && a.headings == b.headings && a.prefix == b.prefix && a.pages == b.pages
}

/// The change that brings them, and those that cannot be taken.
pub(crate) async fn bring(
    workspace: &Workspace,
    brought: Brought,
    workers: usize,
) -> Result<(Ready, Vec<Lost>), EngineError> {
    let Brought { mut rows, mut bodies, owners } = brought;
    let mut names = FxHashMap::default();
    for row in &mut rows {
        names.insert(row.key, (std::mem::take(&mut row.title_names), std::mem::take(&mut row.title_links)));
    }
    let documents = rows.into_iter().map(|row| (row, Document::default())).collect();
    let seen = see(&*workspace.store, Batch { documents, removed: Vec::new() }).await?;
    let known: FxHashSet<Key> = seen.old.iter().map(|row| row.text).collect();
    let differing = differing(workspace, &seen.old, &bodies).await?;
    let rows = seen.batch.documents.into_iter().map(|(row, _)| row);
    let has_text = |row: &DocumentRow| bodies.contains_key(&row.text) || known.contains(&row.text);
    let differs = |row: &DocumentRow| differing.contains(&row.text) && owners.contains(&row.key);
    let (rows, lost): (Vec<_>, Vec<_>) = rows.partition(|row| has_text(row) && !differs(row));
    let plan = between(&standings(&seen.old), &standings(&rows), &[]);
    let put: FxHashSet<Key> = plan.add.iter().chain(&plan.edit).copied().collect();
    let splits = Splits::of(&*workspace.store).await?;
    let known: Vec<DocumentRow> = seen.old.iter().chain(&rows).cloned().collect();
    let documents = rows.into_iter().filter(|row| put.contains(&row.key)).map(|row| {
        let (title_names, title_links) = names.remove(&row.key).unwrap_or_default();
        DocumentChange::Put(Box::new(DocumentRow { title_names, title_links, ..row }))
    });
    let documents = documents.collect();
    let (mut bites, mut size) = (vec![Vec::new()], 0);
    for body in &plan.bodies {
        let from = match (&body.before, &body.after) {
            (_, None) => Text::Gone,
            (Some(before), Some(after)) => {
                let chunks = workspace.store.chunks(&SelectChunks::OfDocument(before.key)).await?;
                Text::stored(chunks, before, after)
            }
            (None, Some(_)) => Text::Given(bodies.remove(&body.text).unwrap_or_default()),
        };
        let make = Make { text: body.text, owner: body.after.clone(), from, splits: Vec::new() };
        size += make.size();
        if size >= BITE {
            bites.push(Vec::new());
            size = 0;
        }
        if let Some(bite) = bites.last_mut() {
            bite.push(make);
        }
    }
    splits.tell(bites.iter_mut().flatten(), &known);
    let made = stream::iter(bites).map(|bite| make::on_worker(workspace.clone(), bite)).buffered(workers.max(1));
    let made: Vec<Vec<BodyChange>> = made.try_collect().await?;
    let change = Change { documents, bodies: made.into_iter().flatten().collect(), decisions: Vec::new() };
    let lost = lost.into_iter().map(|row| Lost { differs: differs(&row), id: row.id }).collect();
    Ok((Ready { change, plan, touched: seen.touched }, lost))
}

/// The texts whose stored chunks differ from the given ones.
async fn differing(
    workspace: &Workspace,
    old: &[DocumentRow],
    bodies: &FxHashMap<Key, Vec<Given>>,
) -> Result<FxHashSet<Key>, EngineError> {
    let (mut compared, mut differing) = (FxHashSet::default(), FxHashSet::default());
    for row in old {
        let Some(given) = bodies.get(&row.text).filter(|_| compared.insert(row.text)) else { continue };
        let stored = workspace.store.chunks(&SelectChunks::OfDocument(row.key)).await?;
        let mut pairs = stored.iter().zip(given);
        if stored.len() != given.len() || !pairs.all(|(stored, given)| same_chunk(&stored.chunk, &given.chunk.chunk)) {
            differing.insert(row.text);
        }
    }
    Ok(differing)
}
