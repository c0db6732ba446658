//! `global` over chunks: the same as over reports without any community, the best-ranked chunks first, as many as a
//! budget of tokens holds. Without a model the sentences that cover most of the question answer, grouped by document.

use quipu_kernel::model::Key;
use quipu_kernel::strategies::strategy;
use quipu_kernel::text::words;
use quipu_kernel::view::{Evidence, EvidenceGroup, Hit, Note, Question};
use rustc_hash::{FxHashMap, FxHashSet};

use super::GlobalOptions;
use crate::base::EngineError;
use crate::base::ports::{Select, SelectChunks, StoredChunk};
use crate::base::post_filter::passing;
use crate::find::environment::Environment;
use crate::find::policies::asked_words::AskedWords;
use crate::find::policies::mapped::{MappedGroups, Readable, batches};
use crate::find::policies::nothing;

/// Maximum number of ranked chunks.
const RANKED: usize = 20_000;
/// Without a model: numbers of chunks read, of documents and of sentences from each in an answer.
const READ: usize = 100;
const GROUPS: usize = 12;
const SENTENCES: usize = 2;
/// The least share of the question that a sentence must cover.
const SAID: f64 = 0.3;
/// Sentences that share this part of their words say the same.
const ALIKE: f64 = 0.7;
/// Estimated tokens of a chunk, by which the number of chunks to read is chosen.
const CHUNK: usize = 100;

/// Answers from chunks.
///
/// # Errors
/// When the store fails.
pub(super) async fn over_chunks(
    question: &Question,
    environment: &mut Environment<'_>,
) -> Result<Evidence, EngineError> {
    let Some(hybrid) = strategy("hybrid") else { return Ok(Evidence::default()) };
    let most = GlobalOptions::of(environment.options()).read_tokens;
    let limit = match (environment.model(), most) {
        (None, _) => READ,
        (Some(_), 0) => RANKED,
        (Some(_), most) => (most / CHUNK + 1).min(RANKED),
    };
    let options = environment.options().limited(limit);
    let needs = hybrid.plan(question, &options);
    let Some(view) = environment.view(question, &needs).await? else {
        return Ok(nothing("global", Note::ViewsSpent));
    };
    let mut found = hybrid.retrieve(question, &view, &options);
    passing(&*environment.workspace().store, &question.filter, &mut found).await?;
    environment.say("rank", format!("{} chunks", found.hits.len()));
    let keys = found.hits.iter().map(|hit| hit.chunk).collect();
    let read = environment.chunks(&SelectChunks::Bare(keys)).await?;
    if environment.model().is_some() {
        return by_model(question, environment, &read).await;
    }
    let mut evidence = quoted(&AskedWords::new(question, &view), &found.hits, &read);
    titled(environment, &mut evidence).await?;
    Ok(evidence)
}

async fn by_model(
    question: &Question,
    environment: &mut Environment<'_>,
    read: &[StoredChunk],
) -> Result<Evidence, EngineError> {
    let Some(model) = environment.model() else { return Ok(Evidence::default()) };
    let most = GlobalOptions::of(environment.options()).read_tokens as u64;
    let (readable, left_out) = super::within(read.iter().map(Readable::Chunk).collect(), most, Readable::tokens);
    let words = super::words(model);
    let batches = batches(&readable, environment);
    if !environment.add_estimate(&[MappedGroups::expected_calls(question, words, &batches)]) {
        return Ok(nothing("global", Note::NoCommunitySpeaks));
    }
    let mut evidence = super::mapped(question, environment, words, &batches).await?;
    if left_out > 0 {
        evidence.notes.push(Note::LeftOut { count: left_out });
    }
    Ok(evidence)
}

/// The sentences that cover most of the question, by document, in the order of the hits.
fn quoted(asked: &AskedWords<'_>, hits: &[Hit], read: &[StoredChunk]) -> Evidence {
    let mut evidence = Evidence::default();
    let texts: FxHashMap<Key, &str> =
        read.iter().map(|stored| (stored.chunk.key, stored.chunk.text.as_str())).collect();
    let mut told: Vec<FxHashSet<String>> = Vec::new();
    for (_, span, hit) in asked.best_of(hits, read, SAID) {
        let said = texts.get(&hit.chunk).and_then(|text| text.get(span.range())).unwrap_or_default();
        let said: FxHashSet<String> = words(said).into_iter().map(|word| word.text).collect();
        if told.iter().any(|known| alike(known, &said)) {
            continue;
        }
        let known = evidence.groups.iter().position(|group| group.community == hit.document);
        let place = match known {
            Some(place) => place,
            None if evidence.groups.len() == GROUPS => continue,
            None => {
                let (community, title) = (hit.document, String::new());
                evidence.groups.push(EvidenceGroup { community, title, sentences: Vec::new() });
                evidence.groups.len() - 1
            }
        };
        if evidence.groups[place].sentences.len() < SENTENCES {
            evidence.groups[place].sentences.push((hit.chunk, span));
            evidence.hits.push(hit.clone());
            told.push(said);
        }
    }
    if evidence.groups.is_empty() {
        evidence.notes.push(Note::NoCommunitySpeaks);
    }
    evidence
}

/// True if two sentences say nearly the same, by their words (Jaccard).
fn alike(x: &FxHashSet<String>, y: &FxHashSet<String>) -> bool {
    let both = x.intersection(y).count() as f64;
    both >= ALIKE * (x.len() + y.len()) as f64 / (1.0 + ALIKE)
}

/// Gives every group the title of its document.
async fn titled(environment: &Environment<'_>, evidence: &mut Evidence) -> Result<(), EngineError> {
    let keys = evidence.groups.iter().map(|group| group.community).collect();
    let rows = environment.documents(&Select::Keys(keys)).await?;
    let titles: FxHashMap<Key, String> = rows.into_iter().map(|row| (row.key, row.title)).collect();
    for group in &mut evidence.groups {
        group.title = titles.get(&group.community).cloned().unwrap_or_default();
    }
    Ok(())
}
