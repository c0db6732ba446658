//! The new facts of chunks that mention a name after a split was made or taken back.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Verdict};
use quipu_kernel::view::{Needs, Question, QuestionName};

use crate::base::Workspace;
use crate::base::ports::{BodyChange, DocumentRow, Select, SelectChunks, StoreError};
use crate::write::change::{Splits, facts_of, restated};

/// The bodies that a verdict changes, as they are with `standing` verdicts; none unless it is a split.
pub(super) async fn bodies(
    workspace: &Workspace,
    verdict: &Verdict,
    standing: impl IntoIterator<Item = Verdict>,
) -> Result<Vec<BodyChange>, StoreError> {
    let Verdict::Split(split) = verdict else { return Ok(Vec::new()) };
    let (changed, standing) = (Splits::among([verdict.clone()]), Splits::among(standing));
    let mut out = Vec::new();
    for owner in owners(workspace, &split.name.folded).await? {
        if !changed.about(&owner).is_empty() {
            let chunks = workspace.store.chunks(&SelectChunks::OfDocument(owner.key)).await?;
            let before = facts_of(&chunks);
            out.extend(restated(workspace, &standing, &owner, chunks, &before));
        }
    }
    Ok(out)
}

/// The documents that own chunks with a name, in any of its senses.
async fn owners(workspace: &Workspace, folded: &str) -> Result<Vec<DocumentRow>, StoreError> {
    let found = workspace.store.named(&[folded.to_owned()]).await?;
    let name = |(at, key): (usize, Key)| QuestionName {
        folded: String::new(),
        key,
        also: Vec::new(),
        words: (at, at + 1),
        marked: true,
    };
    let names = found.iter().map(|entity| entity.key).enumerate().map(name).collect();
    let question = Question { names, ..Question::default() };
    let needs = Needs { lexical: 0, entities: true, hops: 0, spread: 0, cap: usize::MAX, ..Needs::default() };
    let view = workspace.store.view(&question, &needs).await?;
    let owners: BTreeSet<Key> = view.chunks.iter().map(|chunk| chunk.document).collect();
    workspace.store.documents(&Select::Keys(owners.into_iter().collect())).await
}
