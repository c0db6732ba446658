//! The definition of a name that a question asks for: "X is a …", of the page of the name, of an index page, or of a
//! document that was found.

use quipu_kernel::model::{Format, Key};
use quipu_kernel::text::fold_name;
use quipu_language::answer::{confident, told_units, told_units_below};
use quipu_language::questions::{DefinitionOfText, ReadQuestion as _};

use super::definitions::{DefiningSentence, UnitsOf, defined};
use super::snippets::CitedSentences;
use crate::answer::Answer;
use crate::base::EngineError;
use crate::base::citation::cited;
use crate::base::graph::{OwnedChunks, about};
use crate::base::hits::ShownHit;
use crate::base::ports::{Store, StoredChunk};
use crate::find::graph::mentioning;

/// Numbers of hits, and of chunks that mention the name, that are read.
const HITS: usize = 30;
const MENTIONS: usize = 200;
/// Number of things of one name that are looked at.
const MEANT: usize = 3;
/// Confidence in a sentence of this form.
const TRUST: f64 = 0.85;

/// The sentence that defines the name which a question asks for; none where the question asks otherwise, where `quoted`
/// units define it already, or where no document that was found does.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn definition(
    store: &dyn Store,
    question: &str,
    hits: &[ShownHit],
    quoted: &[&str],
) -> Result<Option<Answer>, EngineError> {
    let Some(name) = DefinitionOfText.read(question) else { return Ok(None) };
    let forms = [name];
    let texts: Vec<_> = quoted.iter().map(|text| told_units(text, Format::default())).collect();
    let of: Vec<UnitsOf<'_>> = quoted.iter().zip(&texts).map(|(text, units)| UnitsOf { text, units }).collect();
    if defined(&forms, &of).is_some() {
        return Ok(None);
    }
    let folded = fold_name(&forms[0]);
    let found = Candidates::read(store, &forms[0], hits).await?;
    let by_rank = |chunk: &&StoredChunk| found.rank(chunk, &folded);
    let mut chunks: Vec<&StoredChunk> = found.owned.chunks.values().collect();
    chunks.sort_by_cached_key(by_rank);
    for stored in chunks {
        let Some(owner) = found.owned.owner(stored) else { continue };
        let units = told_units_below(&stored.chunk.text, &stored.chunk.headings, owner.format);
        let of = [UnitsOf { text: &stored.chunk.text, units: &units }];
        let Some(DefiningSentence { span, text, .. }) = defined(&forms, &of) else { continue };
        let Some(citation) = cited(stored, owner, span) else { continue };
        let mut said = CitedSentences::default();
        let mark = said.mark_of(citation, &text);
        let CitedSentences { citations, units } = said;
        let confidence = confident(TRUST).into();
        return Ok(Some(Answer { answer: format!("{text}{mark}"), citations, units, confidence, ..Answer::default() }));
    }
    Ok(None)
}

/// The chunks in which a definition is sought: those of the best hits, and those that mention the name.
struct Candidates {
    owned: OwnedChunks,
    hits: Vec<Key>,
}

impl Candidates {
    async fn read(store: &dyn Store, name: &str, hits: &[ShownHit]) -> Result<Self, EngineError> {
        let hits: Vec<Key> = hits.iter().take(HITS).map(|hit| hit.chunk).collect();
        let mut keys = hits.clone();
        for row in store.named(&[fold_name(name)]).await?.into_iter().take(MEANT) {
            keys.extend(mentioning(store, &about(&[row.key], &row.name), MENTIONS).await?);
        }
        keys.sort_unstable();
        keys.dedup();
        Ok(Self { owned: OwnedChunks::read(store, keys).await?, hits })
    }

    /// The order in which chunks are read: pages of the name, pages whose title has it, the beginning of pages, hits.
    fn rank(&self, stored: &StoredChunk, folded: &str) -> (bool, bool, bool, usize, Key) {
        let title = self.owned.owner(stored).map(|owner| fold_name(&owner.title)).unwrap_or_default();
        let hit = self.hits.iter().position(|key| *key == stored.chunk.key).unwrap_or(self.hits.len());
        (title != folded, !title.contains(folded), stored.chunk.body.start > 0, hit, stored.chunk.key)
    }
}
