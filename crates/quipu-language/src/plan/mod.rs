//! A question as a plan: the names it begins at, the ties to follow from them, and what is compared in the end (query
//! decomposition). Read by rules from the words of the question; who is meant and what is stated, a store knows.
//!
//! "Who is the mother of the director of F?" is F, then *directed by*, then *mother*; "Which film came out first, A or B?"
//! is the date of each, and the earlier one.

mod keywords;
mod ontology;
mod parts;
mod route;
mod route_rules;
mod shapes;

pub use keywords::keywords;
pub use ontology::{Ontology, OntologyError};
pub use parts::{AskedDependencies, Composing, PartPlan, PlannedPart, given, parts};
pub use quipu_kernel::view::RouteKind;
pub use route::{Route, route};
pub use shapes::{Compared, QuestionPlan, plan};

#[cfg(test)]
mod tests;
