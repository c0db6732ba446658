//! What the chunks of a stored document say once some of their facts have changed: settled together anew,
//! under the splits that a person made.

use quipu_kernel::extract::Said;
use quipu_kernel::model::Facts;

use super::{Splits, apply};
use crate::Workspace;
use crate::ports::{Body, BodyChange, BodyChunk, DocumentRow, StoredChunk};

/// The body of a document that owns it, if its chunks say something else than `before`.
pub(crate) fn restated(
    workspace: &Workspace,
    splits: &Splits,
    owner: &DocumentRow,
    mut chunks: Vec<StoredChunk>,
    before: &[Vec<Facts>],
) -> Option<BodyChange> {
    let mut said: Vec<Said<'_>> =
        chunks.iter_mut().map(|stored| Said { chunk: &stored.chunk, facts: &mut stored.facts }).collect();
    workspace.extractor.settle(&owner.title, &mut said);
    apply(&splits.about(owner), &mut said);
    if chunks.iter().map(|stored| &stored.facts).eq(before) {
        return None;
    }
    let kept = |(stored, before): (StoredChunk, &Vec<Facts>)| {
        let facts = (stored.facts != *before).then_some(stored.facts);
        let chunk = stored.chunk;
        BodyChunk::Kept { key: chunk.key, body: chunk.body, prefix: chunk.prefix, pages: chunk.pages, facts }
    };
    let chunks = chunks.into_iter().zip(before).map(kept).collect();
    Some(BodyChange::Put(Body { text: owner.text, owner: owner.key, title: owner.title.clone(), chunks }))
}

/// What chunks say.
pub(crate) fn facts_of(chunks: &[StoredChunk]) -> Vec<Vec<Facts>> {
    chunks.iter().map(|stored| stored.facts.clone()).collect()
}
