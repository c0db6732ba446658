//! Quipu's server: workspaces behind a REST API, with durable jobs, streamed answers and tokens.
//!
//! Every route is one call of the library `quipu`: this crate checks clients, reads and writes HTTP, and keeps the
//! job queue. It handles no signals and prints nothing; the program around it does.

mod app;
mod audit;
mod client;
mod cursor;
mod doors;
mod etag;
mod evaluator;
mod gate;
mod jobs;
mod metrics;
mod openapi;
mod originals;
mod patient;
mod problem;
mod request;
mod routes;
mod running;
mod schemas;
mod served;
mod serving;
mod stream;
mod tokens;
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
