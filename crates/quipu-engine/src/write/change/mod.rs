//! From a batch of documents to a change that a store can commit: texts with a known hash are not
//! cut again, chunks that are known are not read again, and facts follow a new owner.
//!
//! All decisions are made by `quipu_kernel::change`; this module fetches the data that a
//! decision needs and does the resulting work, a few documents at a time on workers.

mod body;
mod given;
mod make;
mod restated;
mod row;
mod splits;

use futures::{StreamExt, TryStreamExt, stream};
use quipu_kernel::change::{BodyPlan, Owner, Plan, Standing, between};
use quipu_kernel::model::{Document, Key};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ports::{BodyChange, Change, DocumentChange, DocumentRow, Select, SelectChunks, Store, StoreError};
use crate::base::{EngineError, Workspace};

pub(crate) use body::Given;
use body::{Make, Text};
pub(crate) use given::{Brought, Lost, bring, same_chunk};
pub(crate) use make::{embedded, vectored};
pub(crate) use restated::{facts_of, restated, retold, told};
pub(crate) use row::{row_of, same};
pub(crate) use splits::{Splits, apply};

/// Documents in their new state, each id once, and keys of documents to remove.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The documents, each with its row.
    pub(crate) documents: Vec<(DocumentRow, Document)>,
    /// The keys.
    pub(crate) removed: Vec<Key>,
}

/// A batch with the store's data about it: enough to decide, and to determine the affected keys.
pub(crate) struct Seen {
    batch: Batch,
    old: Vec<DocumentRow>,
    touched: FxHashSet<Key>,
}

/// A change, its plan, and the keys of documents and texts that it may change.
pub(crate) struct Ready {
    pub(crate) change: Change,
    pub(crate) plan: Plan,
    pub(crate) touched: FxHashSet<Key>,
}

/// Looks up the batch's documents in the store, and all copies of their texts.
pub(crate) async fn see(store: &dyn Store, batch: Batch) -> Result<Seen, StoreError> {
    let (keys, texts) = reach(store, &batch).await?;
    let mut old = store.documents(&Select::Texts(texts.clone())).await?;
    for row in &mut old {
        row.title_names.clear();
        row.title_links.clear();
    }
    Ok(Seen { batch, old, touched: keys.into_iter().chain(texts).collect() })
}

/// Keys of the documents and texts that a batch touches, as the store has them now.
pub(crate) async fn touched(store: &dyn Store, batch: &Batch) -> Result<FxHashSet<Key>, StoreError> {
    let (keys, texts) = reach(store, batch).await?;
    Ok(keys.into_iter().chain(texts).collect())
}

/// Keys of the batch's documents, and of the texts that they have or had; sorted, each once.
async fn reach(store: &dyn Store, batch: &Batch) -> Result<(Vec<Key>, Vec<Key>), StoreError> {
    let new = || batch.documents.iter().map(|(row, _)| row);
    let keys = sorted(new().map(|row| row.key).chain(batch.removed.iter().copied()));
    let known = store.documents(&Select::Keys(keys.clone())).await?;
    let texts = sorted(new().chain(&known).map(|row| row.text));
    Ok((keys, texts))
}

fn sorted(keys: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut keys: Vec<Key> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Decides the changes, and does the work: splits, extracts, embeds.
pub(crate) async fn ready(workspace: &Workspace, seen: Seen, workers: usize) -> Result<Ready, EngineError> {
    let Seen { batch, old, touched } = seen;
    let (new, documents): (Vec<DocumentRow>, Vec<Document>) = batch.documents.into_iter().unzip();
    let plan = between(&standings(&old), &standings(&new), &batch.removed);
    let changes = documents_of(workspace, &plan, &new, &documents);
    let documents = new.iter().map(|row| row.key).zip(documents).collect();
    let splits = Splits::of(&*workspace.store).await?;
    let mut makes = makes(&*workspace.store, &plan, &old, documents).await?;
    splits.tell(makes.iter_mut().flatten(), old.iter().chain(&new));
    let bodies = stream::iter(makes).map(|make| make::on_worker(workspace.clone(), make)).buffered(workers.max(1));
    let bodies: Vec<Vec<BodyChange>> = bodies.try_collect().await?;
    let bodies = bodies.into_iter().flatten().collect();
    Ok(Ready { change: Change { documents: changes, bodies, decisions: Vec::new() }, plan, touched })
}

/// The changes of the documents, by key; their subjects are determined here.
fn documents_of(
    workspace: &Workspace,
    plan: &Plan,
    new: &[DocumentRow],
    documents: &[Document],
) -> Vec<DocumentChange> {
    let put: FxHashSet<Key> = plan.add.iter().chain(&plan.edit).copied().collect();
    let named = |(row, document): (&DocumentRow, &Document)| {
        let title_names = workspace.extractor.title_names(document);
        let title_links = workspace.extractor.title_links(document);
        DocumentChange::Put(Box::new(DocumentRow { title_names, title_links, ..row.clone() }))
    };
    let put = new.iter().zip(documents).filter(|(row, _)| put.contains(&row.key)).map(named);
    let mut documents: Vec<_> = put.chain(plan.remove.iter().copied().map(DocumentChange::Remove)).collect();
    documents.sort_unstable_by_key(|change| match change {
        DocumentChange::Put(row) => row.key,
        DocumentChange::Remove(key) => *key,
    });
    documents
}

fn standings(rows: &[DocumentRow]) -> Vec<Standing<'_, DocumentRow>> {
    rows.iter().map(|row| Standing { key: row.key, text: row.text, title: &row.title, row }).collect()
}

/// The batch size of one worker, in bytes of text.
const BITE: usize = 1 << 20;

/// The bodies of a plan to make, in batches for the workers.
async fn makes(
    store: &dyn Store,
    plan: &Plan,
    old: &[DocumentRow],
    mut documents: FxHashMap<Key, Document>,
) -> Result<Vec<Vec<Make>>, StoreError> {
    let owned = owned(old);
    let (mut bites, mut size) = (vec![Vec::new()], 0);
    for body in &plan.bodies {
        let make = make(store, body, &owned, &mut documents).await?;
        size += make.size();
        if let Some(bite) = bites.last_mut() {
            bite.push(make);
        }
        if size >= BITE {
            bites.push(Vec::new());
            size = 0;
        }
    }
    Ok(bites)
}

/// The row of each document that owns its body, before the batch.
fn owned(old: &[DocumentRow]) -> FxHashMap<Key, &DocumentRow> {
    let mut owners: FxHashMap<Key, &DocumentRow> = FxHashMap::default();
    for row in old {
        let owner = owners.entry(row.text).or_insert(row);
        if row.key < owner.key {
            *owner = row;
        }
    }
    owners.into_values().map(|row| (row.key, row)).collect()
}

async fn make(
    store: &dyn Store,
    body: &BodyPlan,
    owned: &FxHashMap<Key, &DocumentRow>,
    documents: &mut FxHashMap<Key, Document>,
) -> Result<Make, StoreError> {
    let chunks_of = async |key: Key| store.chunks(&SelectChunks::OfDocument(key)).await;
    let text = match (&body.before, &body.after) {
        (_, None) => Text::Gone,
        (Some(before), Some(after)) => Text::stored(chunks_of(before.key).await?, before, after),
        (None, Some(Owner { key, .. })) => {
            let known_title = owned.get(key).map(|row| row.title.clone());
            let known_rules = owned.get(key).map(|row| row.rules.clone()).unwrap_or_default();
            let known = if known_title.is_some() { chunks_of(*key).await? } else { Vec::new() };
            let lost = || StoreError::Damaged {
                part: "documents".into(),
                reason: format!("text {} has no document", body.text),
            };
            Text::Fresh { document: Box::new(documents.remove(key).ok_or_else(lost)?), known, known_title, known_rules }
        }
    };
    Ok(Make { text: body.text, owner: body.after.clone(), from: text, splits: Vec::new() })
}
