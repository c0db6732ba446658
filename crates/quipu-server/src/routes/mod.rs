//! The routes: each is a call of the library.

#![allow(unused_qualifications)] // The macro that describes routes writes some.

mod accepted;
mod admin;
mod again;
mod agent_action;
mod allowed;
mod asking;
mod build_graph;
mod documents;
mod entities;
mod form_parts;
mod graph;
mod health;
mod imports;
mod jobs;
pub(crate) mod listed;
mod models;
mod monitor;
mod names;
mod originals;
mod overview;
mod owned_sessions;
mod page;
mod papers;
mod restores;
mod sessions;
mod settings;
mod texts;
pub(crate) mod tools;
mod uploads;
mod workspace;
mod workspaces;

use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::clients::{Who, needs};
use crate::middleware::etag::tagged;
use crate::middleware::idempotency::once;
use crate::tokens::TokenRole;

pub(crate) type Routes = OpenApiRouter<Arc<App>>;

/// Middleware of some routes; nothing where they are only described, without a server.
pub(crate) struct Layers(pub(crate) Option<Arc<App>>);

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

/// The routes of a workspace.
fn spaces(layers: &Layers) -> Routes {
    let tagged = OpenApiRouter::new()
        .merge(documents::read_routes())
        .merge(texts::router())
        .merge(graph::router())
        .merge(overview::router())
        .merge(names::read_routes());
    let reads = OpenApiRouter::new()
        .merge(asking::router())
        .merge(sessions::router())
        .merge(jobs::read_routes())
        .merge(texts::untagged())
        .merge(originals::router())
        .merge(entities::router())
        .merge(workspace::read_routes())
        .merge(settings::router())
        .merge(models::prompts())
        .merge(monitor::router())
        .merge(papers::read_routes())
        .merge(tools::router());
    let writes = OpenApiRouter::new()
        .merge(documents::changed())
        .merge(uploads::changed())
        .merge(imports::changed())
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

/// The routes below `/api/v1`.
pub(crate) fn api(layers: &Layers) -> Routes {
    OpenApiRouter::new()
        .nest("/workspaces/{name}", spaces(layers))
        .merge(workspace::all())
        .merge(layers.once(workspaces::router()).route_layer(from_fn(admins)))
        .merge(restores::router().route_layer(from_fn(admins)))
        .merge(admin::router().route_layer(from_fn(admins)))
        .merge(health::known())
}

/// The routes of the research assistant, below `/api`.
pub(crate) fn assistant() -> Routes {
    OpenApiRouter::new().merge(build_graph::router()).merge(agent_action::router())
}

/// Routes of no version: for those who watch over the server, and the page.
pub(crate) fn outside() -> Routes {
    OpenApiRouter::new().merge(health::outside()).merge(page::router())
}

async fn writer(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Write, who, request, next).await
}

async fn admins(who: Who, request: Request, next: Next) -> Response {
    needs(TokenRole::Admin, who, request, next).await
}
