//! The facts of a stored document's chunks once some of them have changed: settled together again,
//! under the splits that a person made.

use quipu_kernel::extract::Said;
use quipu_kernel::model::{ExtractedBy, Facts, Split};

use super::{Splits, apply};
use crate::base::Workspace;
use crate::base::ports::{Body, BodyChange, BodyChunk, DocumentRow, Restated, StoredChunk};

/// The body of a document that owns it, if the facts of its chunks differ from `before`.
pub(crate) fn restated(
    workspace: &Workspace,
    splits: &Splits,
    owner: &DocumentRow,
    mut chunks: Vec<StoredChunk>,
    before: &[Vec<Facts>],
) -> Option<BodyChange> {
    understand(&mut chunks, &splits.about(owner), |said| workspace.extractor.settle(&owner.title, said));
    body(owner, false, chunks.into_iter().zip(before).map(|(stored, before)| (stored.facts != *before, stored)))
}

/// The facts where only a model's have changed, from `before` of each chunk, besides settled names.
pub(crate) fn retold(
    workspace: &Workspace,
    splits: &Splits,
    owner: &DocumentRow,
    mut chunks: Vec<StoredChunk>,
    before: &[Option<Facts>],
    heard: impl FnOnce(&[StoredChunk]),
) -> Option<BodyChange> {
    let (splits, extractor) = (splits.about(owner), &workspace.extractor);
    understand(&mut chunks, &splits, |said| match splits.as_slice() {
        [] => extractor.settle_models(&owner.title, said),
        // The settled names do not reflect a person's splits.
        _ => extractor.settle(&owner.title, said),
    });
    heard(&chunks);
    let differs = |stored: &StoredChunk, before: &Option<Facts>| told(stored) != before.as_ref();
    let chunks = chunks.into_iter().zip(before).map(|(stored, before)| (differs(&stored, before), stored));
    body(owner, splits.is_empty(), chunks)
}

fn understand(chunks: &mut [StoredChunk], splits: &[Split], settle: impl Fn(&mut [Said<'_>])) {
    let said = chunks.iter_mut().map(|stored| Said { chunk: &stored.chunk, facts: &mut stored.facts });
    let mut said: Vec<Said<'_>> = said.collect();
    settle(&mut said);
    apply(splits, &mut said);
}

/// The body of chunks, if the facts of some of them have changed, as flagged.
fn body(
    owner: &DocumentRow,
    rules_stand: bool,
    chunks: impl Iterator<Item = (bool, StoredChunk)>,
) -> Option<BodyChange> {
    let mut any = false;
    let chunks = chunks.map(|(changed, StoredChunk { chunk, facts, .. })| {
        any |= changed;
        let facts = changed.then_some(Restated { facts, rules_stand });
        BodyChunk::Kept { key: chunk.key, body: chunk.body, prefix: chunk.prefix, pages: chunk.pages, facts }
    });
    let chunks = chunks.collect();
    any.then(|| BodyChange::Put(Body { text: owner.text, owner: owner.key, title: owner.title.clone(), chunks }))
}

/// The facts of chunks.
pub(crate) fn facts_of(chunks: &[StoredChunk]) -> Vec<Vec<Facts>> {
    chunks.iter().map(|stored| stored.facts.clone()).collect()
}

/// A model's facts of a chunk.
pub(crate) fn told(stored: &StoredChunk) -> Option<&Facts> {
    stored.facts.iter().find(|facts| facts.extractor == ExtractedBy::Model)
}
