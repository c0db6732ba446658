//! All routes in one: our own and those of other people's doors, with what stands before each of them.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::clients::Who;
use crate::compat::{self, dify, mcp, openai};
use crate::middleware::{self, Gate};
use crate::page;
use crate::problem::HttpProblem;
use crate::routes::{self, Layers, Routes};

/// All routes, with their middleware.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (routes, _) = all(&Layers(Some(app.clone()))).split_for_parts();
    let small = DefaultPredicate::new().and(NotForContentType::SSE);
    routes
        .fallback(unknown)
        .method_not_allowed_fallback(other_method)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new().compress_when(small))
        .layer(from_fn_with_state(Gate { app: app.clone(), door: compat::told }, middleware::all))
        .with_state(app)
}

/// The OpenAPI description of all routes.
pub(crate) fn described() -> OpenApi {
    all(&Layers(None)).into_openapi()
}

fn all(layers: &Layers) -> Routes {
    let others = OpenApiRouter::new().merge(openai::router()).merge(dify::router()).merge(mcp::router());
    OpenApiRouter::new()
        .nest("/api/v1", routes::api(layers))
        .nest("/api", routes::assistant())
        .merge(others)
        .merge(routes::outside())
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
