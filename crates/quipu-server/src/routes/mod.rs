//! The routes: each is a call of the library.

#![allow(unused_qualifications)] // The macro that describes routes writes some.

mod admin;
mod again;
mod agent_action;
mod allowed;
mod asking;
mod build_graph;
mod documents;
mod entities;
mod graph;
mod health;
mod jobs;
pub(crate) mod listed;
mod models;
mod monitor;
mod names;
mod originals;
pub(crate) mod page;
mod papers;
mod sessions;
mod settings;
pub(crate) mod shapes;
mod texts;
pub(crate) mod tools;
mod uploads;
mod workspace;
mod workspaces;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::doors::{dify, mcp, openai};
use crate::etag::tagged;
use crate::gate;
use crate::gate::once::once;
use crate::gate::who::{Who, needs};
use crate::problem::HttpProblem;
use crate::tokens::TokenRole;

type Routes = OpenApiRouter<Arc<App>>;

/// Middleware of some routes; nothing where they are only described, without a server.
struct Layers(Option<Arc<App>>);

impl Layers {
    /// Adds entity tags to routes whose replies hold until the next change.
    fn tagged(&self, routes: Routes) -> Routes {
        match &self.0 {
            Some(app) => routes.layer(from_fn_with_state(app.clone(), tagged)),
            None => routes,
        }
    }

    /// Adds idempotency keys to routes that create something, except jobs, which have their own.
    fn once(&self, routes: Routes) -> Routes {
        match &self.0 {
            Some(app) => routes.layer(from_fn_with_state(app.clone(), once)),
            None => routes,
        }
    }
}

/// All routes, with their middleware.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (routes, _) = all(&Layers(Some(app.clone()))).split_for_parts();
    let small = DefaultPredicate::new().and(NotForContentType::SSE);
    routes
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().compress_when(small))
        .layer(from_fn_with_state(app.clone(), gate::all))
        .with_state(app)
}

/// The OpenAPI description of all routes.
pub(crate) fn described() -> OpenApi {
    all(&Layers(None)).into_openapi()
}

/// The routes of a workspace.
fn spaces(layers: &Layers) -> Routes {
    let tagged = OpenApiRouter::new()
        .merge(documents::looked())
        .merge(texts::router())
        .merge(graph::router())
        .merge(names::looked());
    let reads = OpenApiRouter::new()
        .merge(asking::router())
        .merge(sessions::router())
        .merge(jobs::looked())
        .merge(texts::untagged())
        .merge(originals::router())
        .merge(entities::router())
        .merge(workspace::looked())
        .merge(settings::router())
        .merge(models::prompts())
        .merge(monitor::router())
        .merge(papers::looked())
        .merge(tools::router());
    let writes = OpenApiRouter::new()
        .merge(documents::changed())
        .merge(uploads::changed())
        .merge(jobs::changed())
        .merge(again::changed())
        .merge(papers::sought())
        .merge(layers.once(names::changed()));
    let owns = OpenApiRouter::new().merge(settings::changed()).merge(models::checks()).merge(workspaces::changed());
    layers
        .tagged(tagged)
        .merge(reads)
        .merge(writes.route_layer(from_fn(writer)))
        .merge(owns.route_layer(from_fn(admins)))
}

fn all(layers: &Layers) -> Routes {
    let api = OpenApiRouter::new()
        .nest("/workspaces/{name}", spaces(layers))
        .merge(workspace::all())
        .merge(layers.once(workspaces::router()).route_layer(from_fn(admins)))
        .merge(admin::router().route_layer(from_fn(admins)))
        .merge(health::known());
    let assistant = OpenApiRouter::new().merge(build_graph::router()).merge(agent_action::router());
    let others = OpenApiRouter::new().merge(openai::router()).merge(dify::router()).merge(mcp::router());
    OpenApiRouter::new()
        .nest("/api/v1", api)
        .nest("/api", assistant)
        .merge(others)
        .merge(health::outside())
        .merge(page::router())
}

async fn writer(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Write, who, request, next).await
}

async fn admins(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Admin, who, request, next).await
}

async fn unknown(_: Who, request: Request) -> Response {
    page::instead(&request, StatusCode::NOT_FOUND).unwrap_or_else(|| HttpProblem::not_found("route").into_response())
}

/// A panic is the failure of one request.
fn panicked(_: Box<dyn Any + Send>) -> Response {
    let detail = "the server had an internal error; please report it with the id of the request";
    HttpProblem::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", detail).into_response()
}

async fn other_method(_: Who) -> Response {
    let detail = "this route does not know the method; `Allow` says which it knows";
    HttpProblem::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail).into_response()
}
