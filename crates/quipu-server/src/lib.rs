//! Quipu's server: workspaces behind a REST API, with durable jobs, streamed answers and tokens.
//!
//! Every route is one call of the library `quipu`: this crate checks clients, reads and writes HTTP, and keeps the
//! job queue. It handles no signals and prints nothing; the program around it does.

mod app;
mod base;
mod client;
mod clients;
mod doors;
mod gate;
mod jobs;
mod openapi;
mod place;
mod router;
mod routes;
mod served;
mod serving;
mod shapes;
mod stream;

pub use app::{LogLine, ServeOptions};
pub use base::current::WorkspaceHome;
pub use base::evaluator::{Evaluation, Evaluator};
pub use base::problem::HttpProblem;
pub use base::request::{Language, Localizer};
pub use base::running::Running;
pub(crate) use base::{
    audit, current, cursor, evaluator, metrics, new_id, originals, page, patient, problem, request, running, schemas,
    tokens, unfinished, upload_name,
};
pub use client::{Client, ClientError};
pub use jobs::{ExportFormat, JobEvent, JobStanding, JobWork, QueuedJob, State, WantedPapers};
pub use openapi::openapi;
pub use served::ServedWorkspace;
pub use serving::{ServeError, Serving, serve};
/// The time, as logs have it: RFC 3339.
pub fn now() -> String {
    jiff::Timestamp::now().to_string()
}

pub use base::tokens::{Fresh, SeenWorkspace, Token, TokenFile, TokenRole};
