//! The answer from groups of sentences: each group under its title, each sentence cited.

use quipu_kernel::view::EvidenceGroup;
use quipu_language::answer::{UnitKind, confidence, plain};

use crate::answer::{Answer, AnswerUnit};
use crate::base::citation::{Citation, cited};
use crate::base::graph::OwnedChunks;
use crate::base::ports::{Store, StoreError};

/// The answer; none if the store no longer has any of the sentences.
pub(super) async fn answer(store: &dyn Store, groups: &[EvidenceGroup]) -> Result<Option<Answer>, StoreError> {
    let chunks = groups.iter().flat_map(|group| &group.sentences).map(|(chunk, _)| *chunk);
    let owned = OwnedChunks::read(store, chunks).await?;
    let (mut answer, mut parts) = (Answer::default(), Vec::new());
    for group in groups {
        let quotes = group.sentences.iter().filter_map(|(chunk, span)| {
            let stored = owned.chunks.get(chunk)?;
            cited(stored, owned.owner(stored)?, *span)
        });
        let said: Vec<String> = quotes.map(|citation| add(&mut answer, citation)).collect();
        if !said.is_empty() {
            let heading = if group.title.is_empty() { String::new() } else { format!("**{}**\n\n", group.title) };
            parts.push(heading + &said.join(" "));
        }
    }
    answer.answer = parts.join("\n\n");
    answer.confidence = confidence(answer.citations.iter().map(|_| 1.0), 0.0).into();
    Ok((!parts.is_empty()).then_some(answer))
}

/// A sentence with its number.
fn add(answer: &mut Answer, citation: Citation) -> String {
    let n = answer.citations.len() + 1;
    let text = plain(&citation.quote);
    let said = format!("{text} [{n}]");
    answer.units.push(AnswerUnit { n, kind: UnitKind::Sentence, text });
    answer.citations.push(citation.numbered(n));
    said
}
