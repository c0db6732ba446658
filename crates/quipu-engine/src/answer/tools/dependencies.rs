//! Dependents and dependencies of an entity, indirect ones included: by relations that are stated in the graph, and by
//! sentences that state them with a pronoun. Each dependency names the sentence that states it.

use std::collections::BTreeMap;

use quipu_kernel::graph::{Criticality, Dependencies};
use quipu_kernel::model::{Key, Kind};
use quipu_kernel::strategies::Options;
use quipu_kernel::view::Filter;
use quipu_language::clauses::clause::topic;
use quipu_language::clauses::clause_match::pairs;
use quipu_language::sentences::{ClauseSentences, ReadSentences};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::base::citation::Citation;
use crate::base::graph::snapshot_rows;
use crate::base::hits::ShownHit;
use crate::base::ports::WholeRelation;
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::search::search;

/// Verbs that state a dependency, as families.
pub const DEPENDENCY_VERBS: [&str; 4] = ["depend", "use", "call", "need"];
/// The search words, each of a search of its own: a common word finds nothing beside a rare one.
const LOOKED: [&str; 11] = [
    "depends",
    "uses",
    "calls",
    "requires",
    "needs",
    "relies",
    "зависит",
    "использует",
    "вызывает",
    "требует",
    "нуждается",
];
/// Maximum number of passages read.
const MOST: usize = 2_000;
/// Maximum number of relations of the graph read.
const MOST_RELATIONS: usize = 200_000;

/// A request for dependencies.
#[derive(Debug, Clone, PartialEq)]
pub struct DependencyAsk {
    /// The entity.
    pub entity: String,
    /// The maximum number of dependencies on a path.
    pub depth: usize,
    /// Verbs instead of the usual ones, as families.
    pub predicates: Vec<String>,
}

impl Default for DependencyAsk {
    fn default() -> Self {
        Self { entity: String::new(), depth: 10, predicates: Vec::new() }
    }
}

/// A thing reached over dependencies, and the documents that state the last of them.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct DependencyReached {
    /// The thing.
    pub entity: String,
    /// The number of dependencies on the path.
    pub depth: usize,
    /// The things on the path, the entity of the request first.
    pub path: Vec<String>,
    /// Ids of documents that state the last dependency.
    pub refs: Vec<String>,
}

/// Dependencies around one entity.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct DependencyView {
    /// The entity, as documents write it.
    pub entity: String,
    /// Its direct dependents.
    pub direct: Vec<String>,
    /// Its dependents through others only.
    pub indirect: Vec<String>,
    /// Its direct dependencies.
    pub direct_of: Vec<String>,
    /// Its dependencies through others only.
    pub indirect_of: Vec<String>,
    /// All that depends on it, nearest first.
    pub all: Vec<DependencyReached>,
    /// Its dependencies, nearest first.
    pub of: Vec<DependencyReached>,
    /// Circles of dependencies.
    pub cycles: Vec<Vec<String>>,
    /// Its criticality.
    pub criticality: Criticality,
    /// Number of passages read.
    pub read: usize,
    /// True if all passages were read that state a dependency.
    pub complete: bool,
    #[serde(skip)]
    said: Said,
}

impl DependencyView {
    /// The result for an entity without dependencies.
    pub fn nothing_of(entity: String) -> Self {
        let criticality = Dependencies::default().criticality(&entity);
        Self {
            entity,
            direct: Vec::new(),
            indirect: Vec::new(),
            direct_of: Vec::new(),
            indirect_of: Vec::new(),
            all: Vec::new(),
            of: Vec::new(),
            cycles: Vec::new(),
            criticality,
            read: 0,
            complete: true,
            said: Said::new(),
        }
    }
}

/// The sentences that state each dependency.
type Said = BTreeMap<(String, String), Vec<Citation>>;

/// The dependencies around an entity; none if no dependency names it.
///
/// # Errors
/// When the store cannot be read.
pub async fn dependencies(workspace: &Workspace, ask: &DependencyAsk) -> Result<Option<DependencyView>, EngineError> {
    let verbs: Vec<&str> = if ask.predicates.is_empty() {
        DEPENDENCY_VERBS.to_vec()
    } else {
        ask.predicates.iter().map(String::as_str).collect()
    };
    let hits = dependent_hits(workspace, &ask.entity).await?;
    let mut said = read(&hits, &verbs);
    if ask.predicates.is_empty() {
        stated(workspace, &mut said).await?;
    }
    let all = Dependencies::new(said.keys().cloned());
    let Some(entity) = all.name(&ask.entity).map(str::to_owned) else { return Ok(None) };
    let reached = |on: bool| -> Vec<DependencyReached> {
        let found = if on { all.on(&entity, ask.depth) } else { all.of(&entity, ask.depth) };
        let shown = found.into_iter().map(|one| {
            let last = one.path.len() - 1;
            let (from, to) = (one.path[last - 1].clone(), one.path[last].clone());
            let pair = if on { (to, from) } else { (from, to) };
            let mut refs: Vec<String> =
                said.get(&pair).into_iter().flatten().map(|cited| cited.document.clone()).collect();
            refs.dedup();
            DependencyReached { entity: one.entity, depth: one.depth, path: one.path, refs }
        });
        shown.collect()
    };
    let (on, of) = (reached(true), reached(false));
    Ok(Some(DependencyView {
        direct: at_depth(&on, true),
        indirect: at_depth(&on, false),
        direct_of: at_depth(&of, true),
        indirect_of: at_depth(&of, false),
        cycles: all.cycles(),
        criticality: all.criticality(&entity),
        read: hits.len(),
        complete: hits.len() < MOST,
        all: on,
        of,
        entity,
        said,
    }))
}

/// The things reached directly, or those reached through others only.
fn at_depth(reached: &[DependencyReached], direct: bool) -> Vec<String> {
    reached.iter().filter(|one| (one.depth == 1) == direct).map(|one| one.entity.clone()).collect()
}

/// The passages that may state a dependency, and those that name the entity.
async fn dependent_hits(workspace: &Workspace, entity: &str) -> Result<Vec<ShownHit>, EngineError> {
    let mut out: Vec<ShownHit> = Vec::new();
    for text in LOOKED.into_iter().chain([entity]) {
        let options = Options::default().limited(MOST);
        let query = Query { text: text.to_owned(), filter: Filter::default(), strategy: "lexical".into(), options };
        let found = search(workspace, &query).await?.hits;
        let known: FxHashSet<Key> = out.iter().map(|hit| hit.chunk).collect();
        out.extend(found.into_iter().filter(|hit| !known.contains(&hit.chunk)));
    }
    Ok(out)
}

/// Dependencies that sentences state.
fn read(hits: &[ShownHit], verbs: &[&str]) -> Said {
    let titles: Vec<&str> = hits
        .iter()
        .map(|hit| hit.title.trim())
        .filter(|title| !title.is_empty() && !title.contains(char::is_whitespace))
        .collect();
    let mut out = Said::new();
    for hit in hits {
        let topic = topic(&hit.title, &titles);
        let reader = ClauseSentences { title: &hit.title, names: &titles };
        for clause in reader.read(&hit.text) {
            for pair in pairs(&clause, &topic, verbs) {
                out.entry(pair).or_default().extend(hit.cite(clause.span));
            }
        }
    }
    out
}

/// Dependencies that relations of the graph state, between things that are called alike in any case of their letters.
async fn stated(workspace: &Workspace, said: &mut Said) -> Result<(), EngineError> {
    let whole = workspace.store.graph_snapshot().await?;
    let extent = whole.extent();
    if extent.relations as usize > MOST_RELATIONS {
        return Ok(());
    }
    let mut names = Vec::with_capacity(extent.entities as usize);
    snapshot_rows::each_entity(&*whole, |entity| names.push((entity.name, entity.kind))).await?;
    let known: BTreeMap<String, String> =
        said.keys().flat_map(|(from, to)| [from, to]).map(|name| (name.to_lowercase(), name.clone())).collect();
    let take = |relation: WholeRelation| {
        let (predicate, turned) = workspace.ontology.canonical(&relation.predicate, false);
        let thing = |at: u32| {
            let (name, kind) = names.get(at as usize)?;
            let named = !matches!(kind, Kind::Concept | Kind::Date);
            named.then(|| known.get(&name.to_lowercase()).unwrap_or(name).clone())
        };
        let (Some(from), Some(to)) = (thing(relation.source), thing(relation.target)) else { return };
        if matches!(predicate, "depends on" | "uses" | "calls") {
            said.entry(if turned { (to, from) } else { (from, to) }).or_default();
        }
    };
    Ok(snapshot_rows::each_relation(&*whole, take).await?)
}

impl DependencyView {
    /// Ids of the documents that state the dependencies.
    pub fn documents(&self) -> Vec<String> {
        let mut out: Vec<String> = self.all.iter().chain(&self.of).flat_map(|one| one.refs.clone()).collect();
        out.sort();
        out.dedup();
        out
    }

    /// The sentences that state the last dependency of each thing reached, or those of the circle around the entity.
    pub(crate) fn citations(&self, of: bool, cycles: bool) -> Vec<Citation> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        if cycles {
            let own = self.cycles.iter().find(|cycle| cycle.contains(&self.entity));
            for (at, name) in own.into_iter().flatten().enumerate() {
                let next = own.and_then(|cycle| cycle.get((at + 1) % cycle.len()));
                pairs.extend(next.map(|next| (name.clone(), next.clone())));
            }
        } else {
            let reached = if of { &self.of } else { &self.all };
            for one in reached {
                let last = one.path.len() - 1;
                let (from, to) = (one.path[last - 1].clone(), one.path[last].clone());
                pairs.push(if of { (from, to) } else { (to, from) });
            }
        }
        let mut out: Vec<Citation> = Vec::new();
        for cited in pairs.iter().filter_map(|pair| self.said.get(pair)?.first()) {
            if !out.iter().any(|known| known.document == cited.document && known.start == cited.start) {
                out.push(cited.clone().numbered(out.len() + 1));
            }
        }
        out
    }
}
