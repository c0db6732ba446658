//! The context of an answer: the numbered sources that a model reads, within a budget of tokens for
//! each part; the same evidence that a reader is shown, and nothing else.

use crate::answer::ask::sources::CHUNKS;
use crate::answer::ask::sources::HEAD;
use crate::answer::ask::sources::Source;
use crate::answer::ask::sources::unscored;
use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::model::Key;
use quipu_kernel::text::char_start;
use quipu_kernel::view::{EvidencePoint, Thing, ThingKind};
use quipu_language::answer::without_marks;

use super::rows;
use super::sources::Row;
use crate::base::EngineError;
use crate::base::gateway::tokens;
use crate::base::hits::ShownHit;
use crate::base::ports::{Kept, Store};
use crate::write::describe::{self, Telling};

/// Number of entities of an evidence whose descriptions are included.
const ENTITIES: usize = 6;

/// The format of the sources in a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContextForm {
    /// Numbered texts: passages first, then descriptions of entities.
    #[default]
    Text,
    /// Rows of entities, of relations and of passages.
    Rows,
}

impl ContextForm {
    /// Every form with its name.
    pub const ALL: [(&str, Self); 2] = [("text", Self::Text), ("rows", Self::Rows)];

    /// The form of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(one, _)| *one == name).map(|(_, form)| form)
    }
}

/// The most tokens of each part of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContextBudgets {
    /// Tokens of passages.
    pub passages: u64,
    /// Tokens of descriptions of entities.
    pub entities: u64,
    /// Tokens of relations, in the form of rows.
    pub relations: u64,
}

/// The sources in a context besides its passages: before them as rows, behind them as texts.
pub(super) async fn beside(
    store: &dyn Store,
    kept: Option<&dyn Kept>,
    things: &[Thing],
    hits: &[ShownHit],
    form: ContextForm,
    most: ContextBudgets,
) -> Result<Vec<Source>, EngineError> {
    match (form, kept) {
        (ContextForm::Rows, kept) => {
            let mut rows = rows::entities(store, kept, things, hits, most.entities).await?;
            rows.extend(rows::relations(store, things, most.relations).await?);
            Ok(rows)
        }
        (ContextForm::Text, Some(kept)) => known(store, kept, things, most.entities).await,
        (ContextForm::Text, None) => Ok(Vec::new()),
    }
}

/// Passages and the other sources, in the order of the form.
pub(super) fn ordered(passages: Vec<Source>, beside: &[Source], form: ContextForm) -> Vec<Source> {
    match form {
        ContextForm::Text => passages.into_iter().chain(beside.iter().cloned()).collect(),
        ContextForm::Rows => beside.iter().cloned().chain(passages).collect(),
    }
}

/// The context of some evidence, as it would stand in the prompt of a model.
///
/// # Errors
/// When the store, or the descriptions kept beside it, cannot be read.
pub async fn context(
    store: &dyn Store,
    kept: &dyn Kept,
    things: &[Thing],
    hits: &[ShownHit],
    form: ContextForm,
    most: ContextBudgets,
) -> Result<String, EngineError> {
    let beside = beside(store, Some(kept), things, hits, form, most).await?;
    Ok(written(&ordered(passages(hits, most.passages), &beside, form), form))
}

/// The hits as sources, best first, within `most` tokens: whole ones, except for the first, which is cut to fit.
pub(super) fn passages(hits: &[ShownHit], most: u64) -> Vec<Source> {
    let mut left = most;
    let mut out: Vec<Source> = Vec::new();
    for hit in hits {
        let mut source = passage(hit);
        if out.is_empty() && source.tokens() > left {
            let bytes = usize::try_from(left.saturating_sub(HEAD) * 4).unwrap_or(usize::MAX).max(200);
            source.text.truncate(char_start(&source.text, bytes));
        }
        if out.is_empty() || source.tokens() <= left {
            left = left.saturating_sub(source.tokens());
            out.push(source);
        }
    }
    out
}

fn passage(hit: &ShownHit) -> Source {
    let title = if hit.title.is_empty() { &hit.document } else { &hit.title };
    let mut path = vec![title.as_str()];
    path.extend(hit.heading.iter().map(String::as_str).filter(|heading| heading != title));
    Source {
        head: path.join(" › "), text: without_marks(hit.text.trim()), hits: vec![hit.clone()], row: Row::Passage
    }
}

/// The descriptions of the best entities of an evidence, as sources, within `most` tokens.
async fn known(store: &dyn Store, kept: &dyn Kept, things: &[Thing], most: u64) -> Result<Vec<Source>, EngineError> {
    let entities = things.iter().filter(|thing| thing.kind == ThingKind::Entity).take(ENTITIES);
    // In the order of their keys, so that a prompt is the same however near their scores lie.
    let named: BTreeMap<Key, &str> = entities.map(|thing| (thing.key, thing.words.as_str())).collect();
    let (mut left, mut out) = (most, Vec::new());
    for (key, name) in named {
        let Some(Telling { name, kind, text, chunks }) = describe::telling(store, kept, key, name).await? else {
            continue;
        };
        let hits = unscored(store, &chunks[..chunks.len().min(CHUNKS)]).await?;
        let (head, row) = (format!("{name} ({kind})"), Row::Entity(name, kind));
        let source = Source { head, text: without_marks(&text), hits, row };
        if source.tokens() <= left && !source.hits.is_empty() {
            left -= source.tokens();
            out.push(source);
        }
    }
    Ok(out)
}

/// Points as sources within `most` tokens, the most helpful first: each is supported by its chunks.
pub(super) async fn points(store: &dyn Store, points: &[EvidencePoint], most: u64) -> Result<Vec<Source>, EngineError> {
    let taken = &points[..tokens::held(points.iter().map(|point| tokens::near(&point.text) + HEAD), most)];
    let keys: BTreeSet<Key> = taken.iter().flat_map(|point| point.chunks.iter().copied()).collect();
    let hits = unscored(store, &keys.into_iter().collect::<Vec<_>>()).await?;
    let hits: BTreeMap<Key, &ShownHit> = hits.iter().map(|hit| (hit.chunk, hit)).collect();
    let source = |point: &EvidencePoint| {
        let own: Vec<ShownHit> =
            point.chunks.iter().filter_map(|key| hits.get(key).map(|hit| (*hit).clone())).collect();
        (!own.is_empty()).then(|| Source {
            head: point.title.clone(),
            text: point.text.clone(),
            hits: own,
            row: Row::Passage,
        })
    };
    Ok(taken.iter().filter_map(source).collect())
}

/// The sources as a model reads them.
pub(super) fn written(sources: &[Source], form: ContextForm) -> String {
    match form {
        ContextForm::Text => numbered(sources),
        ContextForm::Rows => rows::written(sources),
    }
}

fn numbered(sources: &[Source]) -> String {
    let one = |(at, source): (usize, &Source)| format!("[{}] {}\n{}", at + 1, source.head, source.text);
    sources.iter().enumerate().map(one).collect::<Vec<_>>().join("\n\n")
}
