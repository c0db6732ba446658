//! Tools over the graph: what a name is, what lies between two, and what the workspace holds.

use std::collections::BTreeMap;

use quipu_engine::graph::{Branch, Tie};
use quipu_kernel::model::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::{ToolSpec, bounded};
use crate::graph::{EntityDetail, MentionQuote, PathQuery, Paths, RelationRow, ShownEntity};
use crate::{Error, Filters, Quipu};

pub(super) struct Lookup;

/// What to look up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookupInput {
    /// A name in any spelling, or an entity key.
    name: String,
    /// Maximum number of relations, 1-100 (20).
    #[serde(default)]
    relations: Option<usize>,
    /// Maximum number of passages, 1-20 (5).
    #[serde(default)]
    passages: Option<usize>,
    /// Maximum number of neighbours, 1-50 (10).
    #[serde(default)]
    neighbours: Option<usize>,
    /// Whether unsure relations are included (false).
    #[serde(default)]
    unsure: bool,
}

/// What it means.
#[derive(Serialize, JsonSchema)]
pub(super) struct LookedUp {
    /// The entities that have the name: none, one, or several that are called the same.
    entities: Vec<EntityView>,
}

/// An entity: a [`ShownEntity`] with as many of its relations, neighbours and passages as are asked for.
#[derive(Serialize, JsonSchema)]
pub(super) struct EntityView {
    /// Its key.
    key: String,
    /// The name it shows.
    name: String,
    /// Its kind, as person or place.
    kind: String,
    /// All names of it.
    names: Vec<String>,
    /// In how many passages it is.
    chunks: u64,
    /// What a model made of all that is said of it; none where it made nothing.
    description: Option<String>,
    /// What is stated of it, the heaviest first.
    relations: Vec<RelationView>,
    /// Entities around it, the nearest first.
    neighbours: Vec<NeighbourView>,
    /// Passages that mention it.
    passages: Vec<Mentioning>,
}

/// A relation: a [`RelationRow`] without the keys of all that state it.
#[derive(Serialize, JsonSchema)]
pub(super) struct RelationView {
    /// From what it leads.
    source: String,
    /// What is stated.
    predicate: String,
    /// To what it leads.
    target: String,
    /// How strongly.
    weight: f64,
    /// A sentence that says so; none where it is not among the heaviest.
    quote: Option<String>,
}

/// An entity beside another.
#[derive(Serialize, JsonSchema)]
pub(super) struct NeighbourView {
    /// Its key.
    key: String,
    /// The name it shows.
    name: String,
    /// Its kind.
    kind: String,
    /// What is stated between them; none where they only stand together.
    predicate: Option<String>,
    /// In how many passages they were seen together; none where something is stated.
    together: Option<usize>,
}

impl From<Branch> for NeighbourView {
    fn from(Branch { entity, by, .. }: Branch) -> Self {
        let (predicate, together) = match by {
            Some(Tie::Stated { predicate, .. }) => (Some(predicate), None),
            Some(Tie::Together { chunks }) => (None, Some(chunks)),
            None => (None, None),
        };
        let (key, kind) = (entity.key.to_string(), entity.kind.label().to_owned());
        Self { key, name: entity.name, kind, predicate, together }
    }
}

impl RelationView {
    fn of(RelationRow { source, predicate, target, weight, .. }: RelationRow, quote: Option<String>) -> Self {
        Self { source, predicate, target, weight, quote }
    }
}

/// A passage that mentions it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Mentioning {
    /// The id of the passage.
    id: Key,
    /// The sentence with its place.
    #[serde(flatten)]
    mention: MentionQuote,
}

impl From<MentionQuote> for Mentioning {
    fn from(mention: MentionQuote) -> Self {
        Self { id: mention.chunk, mention }
    }
}

impl ToolSpec for Lookup {
    const NAME: &'static str = "lookup";
    const ABOUT: &'static str = "Describes the entities that a name means: kind, other names, stated relations with sentences, \
        neighbours, passages that mention it.";
    const PAGING: Option<Paging> = Paging::list("entities");
    type Input = LookupInput;
    type Output = LookedUp;

    async fn call(quipu: Quipu, input: LookupInput) -> Result<LookedUp, Error> {
        let mut entities = Vec::new();
        for shown in quipu.entities(&input.name, EntityDetail { described: true, unsure: input.unsure }).await? {
            entities.push(looked_up(&quipu, &input, shown).await?);
        }
        Ok(LookedUp { entities })
    }
}

async fn looked_up(quipu: &Quipu, input: &LookupInput, shown: ShownEntity) -> Result<EntityView, Error> {
    let (relations, passages) = (bounded(input.relations, 20, 100), bounded(input.passages, 5, 20));
    let ShownEntity { entity, relations: stated, stated: groups, description, .. } = shown;
    let key = entity.key.to_string();
    let mentions = quipu.mentioned(&key, &Filters::default(), None, passages).await?;
    let tree = quipu.tree(&key, 1, bounded(input.neighbours, 10, 50)).await?;
    let others = groups.into_iter().flat_map(|group| group.others);
    let mut quotes: BTreeMap<Key, String> =
        others.filter_map(|other| Some((other.relation, other.quote?.quote))).collect();
    let relation = |row: RelationRow| {
        let quote = quotes.remove(&row.key);
        RelationView::of(row, quote)
    };
    Ok(EntityView {
        key,
        name: entity.name,
        kind: entity.kind.label().to_owned(),
        names: entity.names,
        chunks: entity.chunks,
        description: description.map(|made| made.text),
        relations: stated.into_iter().take(relations).map(relation).collect(),
        neighbours: tree.root.branches.into_iter().map(NeighbourView::from).collect(),
        passages: mentions.into_iter().map(Mentioning::from).collect(),
    })
}

pub(super) struct PathTool;

/// From where to where.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PathInput {
    /// Name of an entity.
    from: String,
    /// Name of another entity.
    to: String,
    /// Maximum number of paths, 1-5 (3).
    #[serde(default)]
    paths: Option<usize>,
    /// Maximum length of a path, 1-6 (6).
    #[serde(default)]
    length: Option<usize>,
}

impl ToolSpec for PathTool {
    const NAME: &'static str = "path";
    const ABOUT: &'static str = "Finds how two entities are connected: the shortest paths of stated relations and shared \
        passages, with sentences.";
    const PAGING: Option<Paging> = Paging::list("paths");
    type Input = PathInput;
    type Output = Paths;

    async fn call(quipu: Quipu, PathInput { from, to, paths, length }: PathInput) -> Result<Paths, Error> {
        let (ways, longest) = (bounded(paths, 3, 5), bounded(length, 6, 6));
        quipu.paths(PathQuery { from, to, ways, longest }).await
    }
}

pub(super) struct StatusTool;

/// How much to tell.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StatusInput {
    /// List the search strategies too (true).
    #[serde(default)]
    strategies: Option<bool>,
}

/// What the workspace holds: a `Status` without its sizes, with the ways to look.
#[derive(Serialize, JsonSchema)]
pub(super) struct StatusView {
    /// Documents.
    documents: u64,
    /// Passages.
    chunks: u64,
    /// Distinct names.
    names: u64,
    /// Stated relations.
    relations: u64,
    /// The number of the last change.
    change: u64,
    /// The model of its vectors.
    model: Option<String>,
    /// The ways to look, by name.
    strategies: Vec<String>,
}

impl ToolSpec for StatusTool {
    const NAME: &'static str = "status";
    const ABOUT: &'static str = "Counts documents, passages, names and relations, and lists the search strategies.";
    type Input = StatusInput;
    type Output = StatusView;

    async fn call(quipu: Quipu, input: StatusInput) -> Result<StatusView, Error> {
        let status = quipu.status().await?.status;
        let ways = quipu_engine::ways::all().filter(|_| input.strategies.unwrap_or(true));
        Ok(StatusView {
            documents: status.documents,
            chunks: status.chunks,
            names: status.names,
            relations: status.relations,
            change: status.change,
            model: status.model.map(|model| model.name),
            strategies: ways.map(|way| way.name().to_owned()).collect(),
        })
    }
}
