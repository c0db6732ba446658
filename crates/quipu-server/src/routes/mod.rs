//! The routes: each is a call of the library.

#![allow(unused_qualifications)] // The macro that describes routes writes some.

mod admin;
mod asking;
mod documents;
mod graph;
mod health;
mod jobs;
mod names;
mod page;
mod sessions;
mod settings;
mod shapes;
mod workspace;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::etag::tagged;
use crate::gate;
use crate::gate::who::{Who, needs};
use crate::problem::HttpProblem;
use crate::tokens::TokenRole;

/// All routes, with what is before each of them.
pub(crate) fn router(app: Arc<App>) -> Router {
    let tagged = from_fn_with_state(app.clone(), tagged);
    let spaces = spaces(|tags| tags.layer(tagged));
    let (routes, _) = all(spaces).split_for_parts();
    let small = DefaultPredicate::new().and(NotForContentType::SSE);
    routes
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(CompressionLayer::new().compress_when(small))
        .layer(from_fn_with_state(app.clone(), gate::all))
        .with_state(app)
}

/// What OpenAPI says of all routes.
pub(crate) fn described() -> OpenApi {
    all(spaces(|tags| tags)).into_openapi()
}

/// The routes of a workspace; `tag` is done to those whose replies hold until the next change.
fn spaces(tag: impl FnOnce(OpenApiRouter<Arc<App>>) -> OpenApiRouter<Arc<App>>) -> OpenApiRouter<Arc<App>> {
    let tagged = OpenApiRouter::new().merge(documents::looked()).merge(graph::router()).merge(names::looked());
    let reads = OpenApiRouter::new()
        .merge(asking::router())
        .merge(sessions::router())
        .merge(jobs::looked())
        .merge(workspace::looked())
        .merge(settings::router());
    let writes = OpenApiRouter::new().merge(documents::changed()).merge(names::changed()).merge(jobs::changed());
    tag(tagged).merge(reads).merge(writes.route_layer(from_fn(writer)))
}

fn all(spaces: OpenApiRouter<Arc<App>>) -> OpenApiRouter<Arc<App>> {
    let api = OpenApiRouter::new()
        .nest("/workspaces/{name}", spaces)
        .merge(workspace::all())
        .merge(admin::router().route_layer(from_fn(admins)))
        .merge(health::known());
    OpenApiRouter::new().nest("/api/v1", api).merge(health::outside()).merge(page::router())
}

async fn writer(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Write, who, request, next).await
}

async fn admins(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Admin, who, request, next).await
}

async fn unknown(_: Who) -> Response {
    HttpProblem::not_found("route").into_response()
}

async fn other_method(_: Who) -> Response {
    let detail = "this route does not know the method; `Allow` says which it knows";
    HttpProblem::new(axum::http::StatusCode::METHOD_NOT_ALLOWED, "method", detail).into_response()
}
