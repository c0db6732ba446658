//! Decisions of people on names: merge, split, rename, undo.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quipu::graph::{Decide, Decision, DecisionOutcome, Kind, Likeness, NamePair};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::entities::kind_of;
use crate::app::App;
use crate::clients::Who;
use crate::middleware::authentication::Space;
use crate::middleware::extractors::{JsonBody, Params};
use crate::problem::HttpProblem;
use crate::schemas::{self, ListPage};
use crate::shapes::{Failures, hundred, unchanged, within};

pub(super) fn read_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(log)).routes(routes!(suggestions))
}

pub(super) fn changed() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(merge)).routes(routes!(split)).routes(routes!(rename)).routes(routes!(undo))
}

type DecisionList = ListPage<schemas::Decision>;
type SuggestedPairList = ListPage<SuggestedPair>;

/// Lists decisions
///
/// The current ones, in their order.
#[utoipa::path(get, path = "/names/log", operation_id = "decisions", tag = "names", params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The decisions.", body = DecisionList), Failures))]
async fn log(Space(served): Space) -> Result<Json<ListPage<Decision>>, HttpProblem> {
    Ok(Json(ListPage::whole(served.quipu().decisions().await?)))
}

/// The number of pairs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct SuggestionsParams {
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000, default = 100)]
    limit: usize,
}

/// Two names that may mean one thing.
#[derive(Debug, Serialize, ToSchema)]
struct SuggestedPair {
    /// The one that is in more chunks.
    a: String,
    /// The other.
    b: String,
    /// Number of chunks with the first.
    chunks_a: u64,
    /// Number of chunks with the other.
    chunks_b: u64,
    /// The kind of the first.
    #[schema(value_type = schemas::Kind)]
    kind: Kind,
    /// Its likelihood, from 0 to 1.
    score: f64,
    /// The reasons: `same-letters`, `word-order`, `initials`, `acronym`, `family-name`, `spelling`.
    #[schema(value_type = Vec<schemas::Likeness>)]
    why: Vec<Likeness>,
}

/// Lists names that may mean one thing
///
/// The likeliest first. By their spelling alone, for a person to decide: nothing is joined by it.
#[utoipa::path(get, path = "/names/suggestions", operation_id = "suggested_names", tag = "names", params(("name" = String, Path, description = "The workspace."), SuggestionsParams),
    responses((status = 200, description = "The pairs.", body = SuggestedPairList), Failures))]
async fn suggestions(
    Space(served): Space,
    Params(SuggestionsParams { limit }): Params<SuggestionsParams>,
) -> Result<Json<ListPage<SuggestedPair>>, HttpProblem> {
    let pairs = served.quipu().suggested_names(within("limit", limit, 1, 1000)?).await?;
    let told = |NamePair { a, b, score, why }: NamePair| SuggestedPair {
        chunks_a: a.chunks,
        chunks_b: b.chunks,
        kind: a.kind,
        a: a.name,
        b: b.name,
        score,
        why,
    };
    Ok(Json(ListPage::whole(pairs.into_iter().map(told).collect())))
}

/// Two names that mean one thing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MergeBody {
    /// One.
    a: String,
    /// The other.
    b: String,
    /// The reason: it is kept with the decision.
    #[serde(default)]
    reason: String,
    /// The change that the decision is based on: after another change it is refused (412).
    at_change: Option<u64>,
}

/// Merges two names
#[utoipa::path(post, path = "/names/merge", operation_id = "merge", tag = "names", request_body = MergeBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 201, description = "The decision.", body = schemas::MadeDecision), Failures))]
async fn merge(
    state: State<Arc<App>>,
    space: Space,
    who: Who,
    JsonBody(body): JsonBody<MergeBody>,
) -> Result<(StatusCode, Json<DecisionOutcome>), HttpProblem> {
    let MergeBody { a, b, reason, at_change } = body;
    let object = format!("{a} = {b}");
    let deciding = Deciding { verb: "merge", object, what: Decide::Merge { a, b }, reason: &reason, at_change };
    decided(&state, &space, &who, deciding).await
}

/// A name that means something else in some documents.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SplitBody {
    /// The name.
    name: String,
    /// Ids of the documents, or globs over ids.
    #[serde(default)]
    documents: Vec<String>,
    /// The kind, as person or place, where it distinguishes the two.
    kind: Option<String>,
    /// Its name there.
    #[serde(rename = "as")]
    called: Option<String>,
    /// The reason.
    #[serde(default)]
    reason: String,
    /// The change that the decision is based on, as for a merge.
    at_change: Option<u64>,
}

/// Splits a name
#[utoipa::path(post, path = "/names/split", operation_id = "split", tag = "names", request_body = SplitBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 201, description = "The decision.", body = schemas::MadeDecision), Failures))]
async fn split(
    state: State<Arc<App>>,
    space: Space,
    who: Who,
    JsonBody(body): JsonBody<SplitBody>,
) -> Result<(StatusCode, Json<DecisionOutcome>), HttpProblem> {
    let SplitBody { name, documents, kind, called, reason, at_change } = body;
    let kind = kind.map(|kind| kind_of(&kind)).transpose()?;
    let said = name.clone();
    let what = Decide::Split { name, documents, kind, called };
    let deciding = Deciding { verb: "split", object: said, what, reason: &reason, at_change };
    decided(&state, &space, &who, deciding).await
}

/// Another name for a thing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RenameNameBody {
    /// A name that it has.
    name: String,
    /// The new name.
    to: String,
    /// The reason.
    #[serde(default)]
    reason: String,
    /// The change that the decision is based on, as for a merge.
    at_change: Option<u64>,
}

/// Renames a thing
#[utoipa::path(post, path = "/names/rename", operation_id = "rename", tag = "names", request_body = RenameNameBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 201, description = "The decision.", body = schemas::MadeDecision), Failures))]
async fn rename(
    state: State<Arc<App>>,
    space: Space,
    who: Who,
    JsonBody(body): JsonBody<RenameNameBody>,
) -> Result<(StatusCode, Json<DecisionOutcome>), HttpProblem> {
    let RenameNameBody { name, to, reason, at_change } = body;
    let object = format!("{name} -> {to}");
    let deciding = Deciding { verb: "rename", object, what: Decide::Rename { name, to }, reason: &reason, at_change };
    decided(&state, &space, &who, deciding).await
}

/// A decision that is asked for.
struct Deciding<'a> {
    /// What the log calls it.
    verb: &'a str,
    /// What it is about, for the log.
    object: String,
    what: Decide,
    reason: &'a str,
    /// The change at which alone it is to be taken.
    at_change: Option<u64>,
}

async fn decided(
    app: &App,
    space: &Space,
    who: &Who,
    Deciding { verb, object, what, reason, at_change }: Deciding<'_>,
) -> Result<(StatusCode, Json<DecisionOutcome>), HttpProblem> {
    let _alone = space.0.deciding.lock().await;
    unchanged(&space.0, at_change).await?;
    let deed = space.0.quipu().decide(what, reason).await?;
    app.note(who, verb, Some(&space.0.name()), &object);
    Ok((StatusCode::CREATED, Json(deed)))
}

/// The decision to undo.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct UndoBody {
    /// Its number; by default the last.
    number: Option<u64>,
    /// The change that the decision is based on, as for a merge.
    at_change: Option<u64>,
}

/// Takes a decision back
#[utoipa::path(post, path = "/names/undo", operation_id = "undo", tag = "names", request_body = UndoBody, params(("name" = String, Path, description = "The workspace.")),
    responses((status = 200, description = "The undone decision.", body = schemas::Decision), Failures))]
async fn undo(
    State(app): State<Arc<App>>,
    Space(served): Space,
    who: Who,
    JsonBody(body): JsonBody<UndoBody>,
) -> Result<Json<Decision>, HttpProblem> {
    let _alone = served.deciding.lock().await;
    unchanged(&served, body.at_change).await?;
    let decision = served.quipu().undo(body.number).await?;
    app.note(&who, "undo", Some(&served.name()), &decision.number.to_string());
    Ok(Json(decision))
}
