//! Search: one look, shown as hits with their texts and reasons.

use crate::base::hits::ShownHit;
use crate::base::hits::shown;

use quipu_kernel::view::{Evidence, Note, Thing};
use serde::Serialize;

use crate::base::query::Query;
use crate::base::trace::{Step, Trace};
use crate::base::{EngineError, Workspace};
use crate::find::retrieve::look;

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "SearchResult")]
pub struct Found {
    /// The question.
    pub question: String,
    /// The strategy that looked.
    pub strategy: String,
    /// The hits, best first.
    pub hits: Vec<ShownHit>,
    /// Other items of the evidence, such as the entities named in the question, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// The context for a model, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
    /// Steps of the run, for the trace.
    pub trace: Vec<Step>,
}

/// Searches.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn search(workspace: &Workspace, query: &Query) -> Result<Found, EngineError> {
    let mut trace = Trace::silent();
    let looked = look(workspace, query, None, &mut trace).await?;
    let hits = shown(&*workspace.store, &looked.evidence).await?;
    let Evidence { strategy, things, notes, .. } = looked.evidence;
    Ok(Found { question: query.text.clone(), strategy, hits, things, context: None, notes, trace: trace.into_steps() })
}
