//! Tools over the graph: what a name is, what lies between two, and what the workspace holds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Call, bounded};
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
    /// What is stated of it, the heaviest first.
    relations: Vec<RelationOutput>,
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

impl From<RelationRow> for RelationOutput {
    fn from(RelationRow { source, predicate, target, weight, .. }: RelationRow) -> Self {
        Self { source, predicate, target, weight }
    }
}

impl From<MentionQuote> for MentionOutput {
    fn from(MentionQuote { chunk, document, page, quote, .. }: MentionQuote) -> Self {
        Self { id: chunk.to_string(), document, page, quote }
    }
}

impl Call for Lookup {
    const NAME: &'static str = "lookup";
    const ABOUT: &'static str = "Says what a name means in the documents: its kind, its other names, what is stated of it, and \
        passages that mention it.";
    type Input = LookupInput;
    type Output = LookupOutput;

    async fn call(quipu: Quipu, input: LookupInput) -> Result<LookupOutput, Error> {
        let (relations, passages) = (bounded(input.relations, 20, 100), bounded(input.passages, 5, 20));
        let mut entities = Vec::new();
        for ShownEntity { entity, relations: stated, .. } in quipu.entities(&input.name, false).await? {
            let key = entity.key.to_string();
            let mentions = quipu.mentioned(&key, &Filters::default(), None, passages).await?;
            entities.push(EntityOutput {
                key,
                name: entity.name,
                kind: entity.kind.label().to_owned(),
                names: entity.names,
                chunks: entity.chunks,
                relations: stated.into_iter().take(relations).map(RelationOutput::from).collect(),
                passages: mentions.into_iter().map(MentionOutput::from).collect(),
            });
        }
        Ok(LookupOutput { entities })
    }
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

impl Call for PathTool {
    const NAME: &'static str = "path";
    const ABOUT: &'static str = "Finds how two things hang together: the shortest ways between them over what is stated and what \
        stands together, each step with its sentences.";
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

impl Call for StatusTool {
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
