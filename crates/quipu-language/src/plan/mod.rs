//! A question as a plan: the names it begins at, the ties to follow from them, and the comparison in the end (query
//! decomposition). It is read by rules from the words of the question; entities and statements are known to the store.
//!
//! "Who is the mother of the director of F?" is F, then *directed by*, then *mother*; "Which film came out first, A or
//! B?" is the date of each, and the earlier one.

mod keywords;
mod ontology;
mod parts;
mod question_shapes;
mod route;
mod route_rule;
mod route_rules;
mod single_look_rules;
mod whole;

pub use keywords::keywords;
pub use ontology::{Ontology, OntologyError};
pub use parts::{AskedDependencies, Composing, PartPlan, PlannedPart, given, parts};
pub use question_shapes::{Compared, QuestionPlan, plan};
pub use quipu_kernel::view::RouteKind;
pub use route::{Route, route};
pub use whole::{asks_kinds_of_all, asks_of_all};

#[cfg(test)]
mod tests;
