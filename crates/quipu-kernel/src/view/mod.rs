//! The view of a question: the question as understood, the needs of a strategy, and the part of the graph that a store
//! cuts for it.

mod arrays;
mod cut;
mod evidence;
mod expression;
mod filter;
mod needs;
mod note;
mod pairs;
mod question;
mod ranked;
mod resolve;
mod route;
mod source;
mod thesaurus;
mod things;
mod told;
mod typed;

pub use arrays::{
    Counts, NamedEntity, PairHit, View, ViewChunk, ViewEntity, ViewMention, ViewRelation, WordCounts, WordHit,
};
pub use cut::cut;
pub use evidence::{Evidence, EvidenceGroup, EvidencePoint, Foretold, Hit, Reason, Why};
pub use expression::{
    ComparedAs, DEEPEST_EXPRESSION, Expression, ExpressionError, FieldIs, FieldRange, FieldTest, FieldText,
    FieldValues, MOST_TESTS, MOST_VALUES, RangeEnd, ValueReach,
};
pub use filter::{Condition, Filter, FilterFields, OWN_FIELDS, fields, scalar, values};
pub use needs::{Needs, Related};
pub use note::Note;
pub use pairs::{WordPair, pairs_in};
pub use question::{MOST_SENSES, NearThing, Question, QuestionName, QuestionWord};
pub use resolve::{Candidate, resolve};
pub use route::RouteKind;
pub use source::{ChunksOf, FoundChunk, FoundRelation, Seeds, ViewSource};
pub use thesaurus::{Thesaurus, listed};
pub use things::{Thing, ThingKind};
pub use told::{SaidIn, Stated, Whose};
pub use typed::Typed;
