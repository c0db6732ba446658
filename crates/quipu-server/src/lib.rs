//! Quipu's server: workspaces behind a REST API, with durable jobs, streamed answers and tokens.
//!
//! Every route is one call of the library `quipu`: this floor checks who asks, reads and writes HTTP, and keeps the
//! queue of works (job queue). It hears no signals and prints nothing; the program around it does.

mod app;
mod audit;
mod client;
mod clients;
mod cursor;
mod doors;
mod etag;
mod evaluator;
mod gate;
mod jobs;
mod metrics;
mod openapi;
mod originals;
mod page;
mod patient;
mod place;
mod problem;
mod request;
mod router;
mod routes;
mod running;
mod schemas;
mod served;
mod serving;
mod shapes;
mod stream;
mod tokens;
mod unfinished;
mod upload_name;

pub use app::{LogLine, ServeOptions};
pub use client::{Client, ClientError};
pub use evaluator::{Evaluation, Evaluator};
pub use jobs::{ExportFormat, JobEvent, JobStanding, JobWork, QueuedJob, State, WantedPapers};
pub use openapi::openapi;
pub use problem::HttpProblem;
pub use request::{Language, Localizer};
pub use running::Running;
pub use served::{ServedWorkspace, WorkspaceHome};
pub use serving::{ServeError, Serving, serve};
/// The time, as logs have it: RFC 3339.
pub fn now() -> String {
    jiff::Timestamp::now().to_string()
}

pub use tokens::{Fresh, SeenWorkspace, Token, TokenFile, TokenRole};
