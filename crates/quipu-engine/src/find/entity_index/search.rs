//! The search for things: a scan finds candidates by words and by codes, exact cosines follow for these, and the
//! strategies that rank chunks rank them.

use crate::find::entity_index::found_thing::FoundThing;
use quipu_kernel::background::above;
use quipu_kernel::model::Key;
use quipu_kernel::rank::quantise::QuantisedQuery;
use quipu_kernel::strategies::{Options, strategy};
use quipu_kernel::view::{Filter, Note, Question, Thing, ThingKind, View};
use serde::Serialize;

use super::admitted::admitted;
use super::kept::{self, Done, Row};
use super::{ThingProgress, ThingState, bring_up, reports};
use crate::base::ports::Kept;
use crate::base::query::{Query, understand};
use crate::base::{CommunityShelf, EngineError, Workspace};
use crate::write::index::Listener;

/// Number of candidates by words, and of those by codes, that get exact cosines.
const CANDIDATES: usize = 400;
/// Number of candidates for each entry point of a view, and the least number.
const FOR_EACH: usize = 4;
const LEAST: usize = 64;
/// The strategy used in place of one that walks from chunk to chunk.
const USUAL: &str = "hybrid";
/// The strategies that look at texts alone.
const OF_TEXTS: [&str; 3] = ["lexical", "dense", USUAL];

/// A query for things.
#[derive(Debug, Clone, PartialEq)]
pub struct ThingQuery {
    /// The question; its filter keeps a thing when one of its chunks passes.
    pub query: Query,
    /// The kinds: entities, relations, reports.
    pub kinds: Vec<ThingKind>,
}

/// The result of a search for things.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ThingsFound {
    /// The question.
    pub question: String,
    /// The strategy that ranked.
    pub strategy: String,
    /// The things, kind by kind in the requested order, the best first.
    pub things: Vec<FoundThing>,
    /// The state of the searched entities.
    pub entities: ThingState,
    /// The state of the searched relations.
    pub relations: ThingState,
    /// Notes for the reader.
    pub notes: Vec<Note>,
}

/// Searches, after an update of the index.
///
/// # Errors
/// When the store or the embedding model fails, or the shelf cannot be read or written.
pub async fn search(
    workspace: &Workspace,
    kept: &CommunityShelf,
    asked: &ThingQuery,
    progress: Option<&Listener<ThingProgress>>,
) -> Result<ThingsFound, EngineError> {
    let question = understand(workspace, &asked.query).await?;
    let name = OF_TEXTS.into_iter().find(|name| *name == asked.query.strategy).unwrap_or(USUAL);
    let mut found = ThingsFound {
        question: asked.query.text.clone(),
        strategy: name.to_owned(),
        things: Vec::new(),
        entities: ThingState::default(),
        relations: ThingState::default(),
        notes: Vec::new(),
    };
    for kind in &asked.kinds {
        if *kind == ThingKind::Report {
            found.things.extend(reports::found(workspace, kept, &question, &asked.query.options).await?);
            continue;
        }
        let (options, question) = (&asked.query.options, &question);
        let look = ThingLook { kind: *kind, name, most: CANDIDATES.max(options.limit), question, options };
        let looked = looked(workspace, &*kept.shelf, look, progress).await?;
        found.entities = looked.done.entities;
        found.relations = looked.done.relations;
        for note in looked.notes {
            if !found.notes.contains(&note) {
                found.notes.push(note);
            }
        }
        let limit = asked.query.options.limit;
        found.things.extend(filtered(workspace, &asked.query.filter, looked.things, limit).await?);
    }
    Ok(found)
}

/// The result of a search for one kind, regardless of the filter.
struct LookedThings {
    things: Vec<FoundThing>,
    done: Done,
    notes: Vec<Note>,
}

/// The things of a kind that lie nearest to a question: by vector, and by words where it has none.
///
/// # Errors
/// As [`search`].
pub(super) async fn nearby(
    workspace: &Workspace,
    shelf: &dyn Kept,
    kind: ThingKind,
    most: usize,
    question: &Question,
    options: &Options,
) -> Result<Vec<FoundThing>, EngineError> {
    let candidates = (FOR_EACH * most).clamp(LEAST, CANDIDATES.max(most));
    // A search by vectors does not count words.
    let wordless = Question { words: Vec::new(), ..question.clone() };
    let (name, question) = if question.vector.is_some() { ("dense", &wordless) } else { ("lexical", question) };
    let look = ThingLook { kind, name, most: candidates, question, options };
    let mut looked = looked(workspace, shelf, look, None).await?;
    looked.things.truncate(most);
    Ok(looked.things)
}

/// A look for things of a kind.
struct ThingLook<'a> {
    kind: ThingKind,
    /// The strategy.
    name: &'static str,
    /// How many candidates it ranks.
    most: usize,
    question: &'a Question,
    options: &'a Options,
}

/// Looks for things of a kind by a strategy: all candidates, best first.
///
/// # Errors
/// As [`search`].
async fn looked(
    workspace: &Workspace,
    shelf: &dyn Kept,
    look: ThingLook<'_>,
    progress: Option<&Listener<ThingProgress>>,
) -> Result<LookedThings, EngineError> {
    let ThingLook { kind, name, most, question, options } = look;
    bring_up(workspace, shelf, progress).await?;
    let (Candidates { mut view, mut rows }, done) = match scanned(shelf, kind, question, options, most).await? {
        Some(scanned) => scanned,
        // Another program wrote at the same time, or damaged data was removed: missing data is computed.
        None => {
            kept::forget(shelf).await?;
            bring_up(workspace, shelf, progress).await?;
            scanned(shelf, kind, question, options, most).await?.unwrap_or_default()
        }
    };
    let query = question.vector.as_deref().map(QuantisedQuery::new);
    let mut cosines = Vec::new();
    for (chunk, row) in view.chunks.iter_mut().zip(&rows) {
        let cosine = query.as_ref().zip(row.vector.as_ref()).map(|(query, of)| query.dot(of.scale, &of.bytes));
        chunk.cosine = cosine.map(|cosine| above(cosine, question.background));
        cosines.push(cosine.map(f64::from));
    }
    let Some(way) = strategy(name) else { return Ok(LookedThings { things: Vec::new(), done, notes: Vec::new() }) };
    let all = options.limited(view.chunks.len());
    let evidence = way.retrieve(question, &view, &all);
    let spread = done.of(kind).spread;
    let thing = |hit: quipu_kernel::view::Hit| {
        let at = view.chunks.binary_search_by_key(&hit.chunk, |chunk| chunk.key).ok()?;
        let Row { words, text, ends, .. } = std::mem::take(&mut rows[at]);
        let thing = Thing { kind, key: hit.chunk, words, score: hit.score, why: hit.why };
        let cosine = cosines[at];
        Some(FoundThing { thing, text, cosine, above: cosine.map(|cosine| spread.above(cosine)), ends })
    };
    let things = evidence.hits.into_iter().filter_map(thing).collect();
    Ok(LookedThings { things, done, notes: evidence.notes })
}

/// The result of a scan, with the row of each candidate, in the same order.
#[derive(Default)]
struct Candidates {
    view: View,
    rows: Vec<Row>,
}

/// One scan of a kind; none if the blocks do not match the state kept last.
async fn scanned(
    shelf: &dyn Kept,
    kind: ThingKind,
    question: &Question,
    options: &Options,
    most: usize,
) -> Result<Option<(Candidates, Done)>, EngineError> {
    let Some(done) = kept::done(shelf).await? else { return Ok(None) };
    let view = kept::scan(shelf, kind, question, most).await?.finish(options.bm25);
    if view.counts.chunks != done.of(kind).things {
        return Ok(None);
    }
    let rows = kept::rows(shelf, kind, view.chunks.iter().map(|chunk| chunk.key)).await?;
    let rows: Option<Vec<Row>> = rows.into_iter().collect();
    Ok(rows.map(|rows| (Candidates { view, rows }, done)))
}

/// The first of some things with a chunk that passes a filter.
async fn filtered(
    workspace: &Workspace,
    filter: &Filter,
    mut things: Vec<FoundThing>,
    limit: usize,
) -> Result<Vec<FoundThing>, EngineError> {
    if !filter.is_empty() {
        let some: Vec<(Key, Option<(Key, Key)>)> = things.iter().map(|found| (found.thing.key, found.ends)).collect();
        let mut passes = admitted(&*workspace.store, filter, &some, limit).await?.into_iter();
        things.retain(|_| passes.next().unwrap_or_default());
    }
    things.truncate(limit);
    Ok(things)
}
