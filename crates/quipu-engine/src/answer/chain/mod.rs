//! Questions of several links, answered without a model by following statements of the documents (multi-hop question
//! answering, knowledge graph traversal): each link cited, dates compared by value, and no answer where one is missing.
//!
//! The kernel reads the question into ties; here names are found in the store, and each tie is followed over the
//! relations of the things found before.

mod begin;
mod compare;
mod hop;
mod told;

use quipu_kernel::model::{Day, Key};
use quipu_language::plan::{Compared, QuestionPlan, plan};
use quipu_language::ties::Bond;

use crate::base::Workspace;
use crate::base::citation::Citation;
use crate::base::ports::StoreError;
use hop::hop;

/// The answer of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Followed {
    /// The value of the answer.
    pub(crate) value: String,
    /// The answer as text, each link with `[n]`.
    pub(crate) text: String,
    /// The sentences that state the links, in their order, each once.
    pub(crate) citations: Vec<Citation>,
}

/// A link of a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Link {
    tie: Bond,
    from: String,
    to: String,
    cited: Citation,
}

/// A thing reached by a chain.
#[derive(Debug, Clone, PartialEq)]
struct Stop {
    /// Its name in the text.
    name: String,
    /// The folded name, and the name's key where its sense is known.
    folded: String,
    key: Option<Key>,
    /// The date that it is.
    day: Option<Day>,
    /// The links that lead to it.
    links: Vec<Link>,
}

/// Answers a question from statements, if it has several links and all of them are stated.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn followed(workspace: &Workspace, question: &str) -> Result<Option<Followed>, StoreError> {
    let store = &*workspace.store;
    let begun = begin::begin(store, question).await?;
    let Some(plan) = plan(&begun.words, begun.names.len()) else { return Ok(None) };
    let mut ends = Vec::new();
    for name in &begun.names {
        ends.push(chain(workspace, name, &plan).await?);
    }
    let found = match (plan.compared, ends.as_slice()) {
        (None, [ends]) => ends.first().map(told::chain),
        (Some(Compared::Longer), [_, _]) => {
            let born = QuestionPlan { ties: with_last(&plan.ties, Bond::BornOn), ..plan.clone() };
            let mut births = Vec::new();
            for name in &begun.names {
                births.push(chain(workspace, name, &born).await?);
            }
            compare::lives(&begun.names, &births, &ends)
        }
        (Some(compared), [one, other]) => compare::compare(&begun.names, compared, &plan.ties, [one, other]),
        _ => None,
    };
    Ok(found)
}

/// The ties with the last one replaced.
fn with_last(ties: &[Bond], last: Bond) -> Vec<Bond> {
    let mut out = ties.to_vec();
    out.pop();
    out.push(last);
    out
}

/// The things to which the ties of a plan lead from a name, the best first.
async fn chain(workspace: &Workspace, name: &begin::Begun, plan: &QuestionPlan) -> Result<Vec<Stop>, StoreError> {
    let start = Stop { name: name.shown.clone(), folded: name.folded.clone(), key: None, day: None, links: Vec::new() };
    let mut stops = vec![start];
    for tie in &plan.ties {
        stops = hop(workspace, &stops, *tie).await?;
    }
    Ok(stops)
}
