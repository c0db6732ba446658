//! Jobs: long works that outlive requests and the server itself (durable job queue).
//!
//! A job is a folder beside the truth: what it is and where it stands, and what happened. Those that write take turns, in
//! the order in which they came; watches go on beside them. What ran when the server was killed runs again when it
//! starts: indexing and reading skip what is done. One that starts three times and gets nowhere fails.

mod exported;
mod fetched;
mod folder;
mod job;
mod log;
mod means;
mod papers;
mod performed;
mod queue;
mod reports;

pub use job::{ExportFormat, JobStanding, JobWork, QueuedJob, State, WantedPapers};
pub use log::JobEvent;
pub(crate) use log::{EventLog, Numbered, Reading};
pub(crate) use papers::UNDER_WAY;
pub(crate) use queue::{Added, Queue, Refused};
