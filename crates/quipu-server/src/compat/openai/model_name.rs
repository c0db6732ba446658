//! What the name of a model stands for: a workspace, and a way to look in it.

use std::sync::Arc;

use crate::app::App;
use crate::clients::Who;
use crate::problem::HttpProblem;
use crate::served::Served;

/// The suffix of a workspace's name, in place of a strategy, for evidence without an answer.
pub(super) const CONTEXT: &str = "context";
/// The suffix for an answer by an agent that searches as often as it needs.
pub(super) const DEEP: &str = "deep";

/// The meaning of a model's name.
pub(crate) struct Model {
    /// The workspace.
    pub(crate) served: Arc<Served>,
    /// The strategy, where one is named.
    pub(crate) way: Option<String>,
    /// True if only evidence is requested, without an answer.
    pub(crate) evidence: bool,
    /// True if the agent writes the answer.
    pub(crate) deep: bool,
}

/// The model of a name, if the client may see it.
pub(crate) fn named(app: &App, who: &Who, name: &str) -> Option<Model> {
    let (workspace, way) = name.split_once(':').map_or((name, None), |(workspace, way)| (workspace, Some(way)));
    let served = app.spaces.find(workspace).filter(|served| who.sees(served))?;
    let (evidence, deep) = (way == Some(CONTEXT), way == Some(DEEP));
    let way = way.filter(|_| !evidence && !deep).map(str::to_owned);
    let known = way.as_deref().is_none_or(|way| quipu::ask::ways().any(|one| one.name() == way));
    known.then_some(Model { served, way, evidence, deep })
}

/// No model has this name, or none that may be seen.
pub(super) fn unknown(name: &str) -> HttpProblem {
    let detail = format!("there is no model {name:?}; GET /v1/models lists the models");
    HttpProblem { detail, ..HttpProblem::no_workspace() }.at("/model")
}
