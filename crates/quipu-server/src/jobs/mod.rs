//! Jobs: long works that outlive requests and the server itself (durable job queue).
//!
//! A job is a folder beside the truth: its description and state, and its events. Writing jobs take turns, in the
//! order in which they came; watches go on beside them. A job that ran when the server was killed runs again when it
//! starts: indexing and reading skip finished parts. One that starts three times without progress fails.

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
