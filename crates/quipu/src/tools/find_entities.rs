//! The tool that finds things by their own texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::Paging;
use super::{FilterInput, ToolSpec, bounded};
use crate::things::{FoundThing, ThingKind, USUAL};
use crate::{Ask, Error, Quipu};

pub(super) struct FindThings;

/// A kind of thing.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum KindInput {
    /// People, places, parts of a program, whatever the documents name.
    Entities,
    /// Relations that are stated between entities.
    Relations,
    /// Reports on communities of entities.
    Reports,
}

/// What to find.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FindThingsInput {
    /// A description of it, or a question.
    query: String,
    /// `entities` (people, places, anything with a name), `relations` stated between them, `reports` on communities; the
    /// first two by default.
    #[serde(default)]
    kinds: Vec<KindInput>,
    /// Maximum number of each kind, 1-50 (8).
    #[serde(default)]
    limit: Option<usize>,
    /// Only documents that match all of these.
    #[serde(default)]
    filter: FilterInput,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub(super) struct FoundByText {
    /// The things, kind by kind, the best first.
    things: Vec<ThingView>,
    /// What the reader should know.
    notes: Vec<String>,
}

/// A thing: a `FoundThing` without the tree of reasons for its score.
#[derive(Serialize, JsonSchema)]
pub(super) struct ThingView {
    /// entity, relation or report.
    kind: String,
    /// Its key, which `lookup` takes of an entity and `communities` of a report.
    key: String,
    /// What it is called.
    name: String,
    /// What was searched of it.
    text: String,
    /// How well it matches: comparable among things of one kind in one reply alone.
    score: f64,
}

impl From<FoundThing> for ThingView {
    fn from(FoundThing { thing, text, .. }: FoundThing) -> Self {
        let kind = match thing.kind {
            ThingKind::Relation => "relation",
            ThingKind::Report => "report",
            _ => "entity",
        };
        Self { kind: kind.to_owned(), key: thing.key.to_string(), name: thing.words, text, score: thing.score }
    }
}

impl ToolSpec for FindThings {
    const NAME: &'static str = "find_things";
    const ABOUT: &'static str = "Finds entities, stated relations and reports by what is said of them, where their names are not \
        known. Then `lookup` an entity by its key.";
    const PAGING: Option<Paging> = Paging::list("things");
    type Input = FindThingsInput;
    type Output = FoundByText;

    async fn call(quipu: Quipu, input: FindThingsInput) -> Result<FoundByText, Error> {
        let limit = bounded(input.limit, 8, 50).to_string();
        let kinds: Vec<ThingKind> = input.kinds.into_iter().map(ThingKind::from).collect();
        let kinds = if kinds.is_empty() { USUAL.to_vec() } else { kinds };
        let asked = Ask { filters: input.filter.into(), ..Ask::of(input.query) };
        let found = quipu.for_request([("look.limit", limit.as_str())])?.things(asked, kinds).await?;
        Ok(FoundByText {
            things: found.things.into_iter().map(ThingView::from).collect(),
            notes: found.notes.iter().map(ToString::to_string).collect(),
        })
    }
}

impl From<KindInput> for ThingKind {
    fn from(kind: KindInput) -> Self {
        match kind {
            KindInput::Entities => Self::Entity,
            KindInput::Relations => Self::Relation,
            KindInput::Reports => Self::Report,
        }
    }
}
