//! The view of a question: the question as understood, the needs of a strategy, and the part of the graph that a store
//! cuts for it.

mod arrays;
mod asked_words;
mod cut;
mod evidence;
mod evidence_things;
mod expression;
mod filter;
mod needs;
mod note;
mod order;
mod pairs;
mod question;
mod resolve;
mod route;
mod source;
mod support;
mod thesaurus;
mod typed;
mod whose;
mod why;

pub use arrays::{
    Counts, NamedEntity, PairHit, View, ViewChunk, ViewEntity, ViewMention, ViewRelation, ViewText, WordCounts, WordHit,
};
pub use asked_words::{QuestionWord, WordPair};
pub use cut::cut;
pub use evidence::{CallEstimate, Evidence, EvidenceGroup, EvidencePoint, Hit};
pub use evidence_things::{Thing, ThingKind};
pub use expression::{
    ComparedAs, DEEPEST_EXPRESSION, Expression, ExpressionError, FieldIs, FieldRange, FieldTest, FieldText,
    FieldValues, MOST_TESTS, MOST_VALUES, RangeEnd, ValueReach,
};
pub use filter::{Condition, Filter, FilterFields, OWN_FIELDS, fields, scalar, values};
pub use needs::{Needs, RelationNeeds};
pub use note::Note;
pub use order::Order;
pub use pairs::pairs_in;
pub use question::{MOST_SENSES, NearThing, Question, QuestionName, is_long_text};
pub use resolve::{EntityMatch, resolve};
pub use route::RouteKind;
pub use source::{ChunksOf, FoundChunk, FoundRelation, Seeds, ViewSource};
pub use thesaurus::{Thesaurus, listed};
pub use typed::Typed;
pub use whose::{FactSource, RelationSupport, SaidIn};
pub use why::{Reason, Why};
