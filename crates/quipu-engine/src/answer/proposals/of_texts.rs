//! Questions made of the texts of documents in the middle of themes: what a term means, how something is done, when
//! something happened.

use quipu_kernel::model::Span;
use quipu_kernel::text::{fold_name, language_of};
use quipu_language::questions::{ProposedKind, proposed_questions};
use rustc_hash::FxHashSet;

use super::{DEFINED, Expected, Proposal};
use crate::answer::overview::CountedName;
use crate::base::ports::{DocumentRow, Select, SelectChunks, StoredChunk};
use crate::base::{EngineError, Workspace};
use crate::find::themes::ThemeMap;

/// Numbers of documents read, and of chunks of each.
const DOCUMENTS: usize = 120;
const CHUNKS: usize = 6;

/// Questions of the documents in the middle of each theme, theme by theme in turn; what the most documents name comes
/// first.
pub(super) async fn proposals(
    workspace: &Workspace,
    themes: &ThemeMap,
    names: &[CountedName],
) -> Result<Vec<Proposal>, EngineError> {
    let store = &*workspace.store;
    let keys: Vec<_> = themes.central(DOCUMENTS);
    let rows = store.documents(&Select::Keys(keys.clone())).await?;
    let worth: FxHashSet<String> = names.iter().map(|name| fold_name(&name.name)).collect();
    let mut found: Vec<(bool, Proposal)> = Vec::new();
    for key in keys {
        let Some(row) = rows.iter().find(|row| row.key == key) else { continue };
        let chunks = store.chunks(&SelectChunks::OfDocument(row.key)).await?;
        for stored in chunks.iter().take(CHUNKS) {
            found.extend(of_chunk(row, stored, &worth));
        }
    }
    found.sort_by_key(|(named, _)| !named);
    Ok(found.into_iter().map(|(_, proposal)| proposal).collect())
}

/// The questions of a chunk, each with whether it asks for a name that many documents have.
fn of_chunk(row: &DocumentRow, stored: &StoredChunk, names: &FxHashSet<String>) -> Vec<(bool, Proposal)> {
    let chunk = &stored.chunk;
    let russian = language_of(&chunk.text) == "ru";
    let place = |span: Span| Span { start: chunk.body.start + span.start, end: chunk.body.start + span.end };
    let read = proposed_questions(&row.title, &chunk.text, &chunk.headings, row.format, russian);
    let title = fold_name(&row.title);
    let proposal = |one: quipu_language::questions::ProposedQuestion| {
        let subject = one.subject.as_deref().map(fold_name);
        let named = subject.as_ref().is_some_and(|subject| names.contains(subject));
        // What one page says of a word that it does not speak of is no question that a newcomer asks.
        let own = named || subject.is_none_or(|subject| subject == title);
        let short = one.span.end - one.span.start <= DEFINED;
        let (document, section) = (row.id.clone(), one.section.map(place));
        let expected = Expected::Place { document, place: place(one.span), section };
        (own && short || one.kind != ProposedKind::Definition)
            .then_some((named, Proposal { text: one.text, kind: one.kind, expected }))
    };
    read.into_iter().filter_map(proposal).collect()
}
