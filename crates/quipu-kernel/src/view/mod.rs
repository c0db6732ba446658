//! What a question can see: the question as understood, what a strategy asks for, and the part of
//! the graph that a store cuts for it.

mod evidence;
mod filter;
mod needs;
mod question;
mod view;

pub use evidence::{Evidence, Hit, Reason, Why};
pub use filter::{Condition, Filter};
pub use needs::Needs;
pub use question::{Question, QuestionName, QuestionWord};
pub use view::{Counts, NamedEntity, View, ViewChunk, ViewEntity, ViewMention, ViewRelation, WordHit};
