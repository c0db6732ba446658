//! Tools over the graph: what a name is, what lies between two, and what the workspace holds.

use std::collections::BTreeMap;

use quipu_engine::graph::{Branch, Tie};
use quipu_kernel::model::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::{ToolSpec, bounded};
use crate::graph::{MentionQuote, PathQuery, RelationRow, ShownEntity, ShownWay};
use crate::{Error, Filters, Quipu};

pub(super) struct Lookup;

/// What to look up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookupInput {
    /// A name in any spelling, or the key of an entity.
    name: String,
    /// How many relations of each at most, from 1 to 100; 20 unless told.
    #[serde(default)]
    relations: Option<usize>,
    /// How many passages that mention each at most, from 1 to 20; 5 unless told.
    #[serde(default)]
    passages: Option<usize>,
    /// How many neighbours of each at most, from 1 to 50; 10 unless told.
    #[serde(default)]
    neighbours: Option<usize>,
}

/// What it means.
#[derive(Serialize, JsonSchema)]
pub(super) struct LookupOutput {
    /// The entities that have the name: none, one, or several that are called the same.
    entities: Vec<EntityOutput>,
}

/// An entity.
#[derive(Serialize, JsonSchema)]
pub(super) struct EntityOutput {
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
    relations: Vec<RelationOutput>,
    /// Entities around it, the nearest first.
    neighbours: Vec<NeighbourOutput>,
    /// Passages that mention it.
    passages: Vec<MentionOutput>,
}

/// A relation.
#[derive(Serialize, JsonSchema)]
pub(super) struct RelationOutput {
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
pub(super) struct NeighbourOutput {
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

impl From<Branch> for NeighbourOutput {
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

/// A passage that mentions it.
#[derive(Serialize, JsonSchema)]
pub(super) struct MentionOutput {
    /// The id of the passage.
    id: String,
    /// The id of the document.
    document: String,
    /// The page, where there are pages.
    page: Option<u32>,
    /// The sentence.
    quote: String,
}

impl RelationOutput {
    fn of(RelationRow { source, predicate, target, weight, .. }: RelationRow, quote: Option<String>) -> Self {
        Self { source, predicate, target, weight, quote }
    }
}

impl From<MentionQuote> for MentionOutput {
    fn from(MentionQuote { chunk, document, page, quote, .. }: MentionQuote) -> Self {
        Self { id: chunk.to_string(), document, page, quote }
    }
}

impl ToolSpec for Lookup {
    const NAME: &'static str = "lookup";
    const ABOUT: &'static str = "Says what a name means in the documents: its kind, its other names, what is stated of it with \
        sentences, the entities around it, and passages that mention it.";
    const PAGING: Option<Paging> = Paging::list("entities");
    type Input = LookupInput;
    type Output = LookupOutput;

    async fn call(quipu: Quipu, input: LookupInput) -> Result<LookupOutput, Error> {
        let mut entities = Vec::new();
        for shown in quipu.entities(&input.name, true).await? {
            entities.push(looked_up(&quipu, &input, shown).await?);
        }
        Ok(LookupOutput { entities })
    }
}

async fn looked_up(quipu: &Quipu, input: &LookupInput, shown: ShownEntity) -> Result<EntityOutput, Error> {
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
        RelationOutput::of(row, quote)
    };
    Ok(EntityOutput {
        key,
        name: entity.name,
        kind: entity.kind.label().to_owned(),
        names: entity.names,
        chunks: entity.chunks,
        description: description.map(|made| made.text),
        relations: stated.into_iter().take(relations).map(relation).collect(),
        neighbours: tree.root.branches.into_iter().map(NeighbourOutput::from).collect(),
        passages: mentions.into_iter().map(MentionOutput::from).collect(),
    })
}

pub(super) struct PathTool;

/// From where to where.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PathInput {
    /// The name of an entity.
    from: String,
    /// The name of another.
    to: String,
    /// How many ways at most, from 1 to 5; 3 unless told.
    #[serde(default)]
    paths: Option<usize>,
    /// How many steps a way has at most, from 1 to 6; 6 unless told.
    #[serde(default)]
    length: Option<usize>,
}

/// The ways between them.
#[derive(Serialize, JsonSchema)]
pub(super) struct PathOutput {
    /// Each the steps of a way, the shortest first; none where nothing ties them.
    #[schemars(with = "Vec<serde_json::Value>")]
    paths: Vec<ShownWay>,
    /// What the reader should know.
    notes: Vec<String>,
}

impl ToolSpec for PathTool {
    const NAME: &'static str = "path";
    const ABOUT: &'static str = "Finds how two things hang together: the shortest ways between them over what is stated and what \
        stands together, each step with its sentences.";
    const PAGING: Option<Paging> = Paging::list("paths");
    type Input = PathInput;
    type Output = PathOutput;

    async fn call(quipu: Quipu, PathInput { from, to, paths, length }: PathInput) -> Result<PathOutput, Error> {
        let (ways, longest) = (bounded(paths, 3, 5), bounded(length, 6, 6));
        let found = quipu.paths(PathQuery { from, to, ways, longest }).await?;
        Ok(PathOutput { paths: found.paths, notes: found.notes })
    }
}

pub(super) struct StatusTool;

/// Nothing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StatusInput {}

/// What the workspace holds.
#[derive(Serialize, JsonSchema)]
pub(super) struct StatusOutput {
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
    const ABOUT: &'static str = "Counts what the workspace holds: documents, passages, names, relations, and by which ways it can \
        be searched.";
    type Input = StatusInput;
    type Output = StatusOutput;

    async fn call(quipu: Quipu, _: StatusInput) -> Result<StatusOutput, Error> {
        let status = quipu.status().await?.status;
        Ok(StatusOutput {
            documents: status.documents,
            chunks: status.chunks,
            names: status.names,
            relations: status.relations,
            change: status.change,
            model: status.model.map(|model| model.name),
            strategies: crate::ask::ways().map(|way| way.name().to_owned()).collect(),
        })
    }
}
