//! Jobs: long works that outlive requests and the server itself (durable job queue).
//!
//! A job is a folder beside the truth: its description and state, and its events. Writing jobs take turns, in the
//! order in which they came; watches go on beside them. A job that ran when the server was killed runs again when it
//! starts: indexing and reading skip finished parts. One that starts three times without progress fails.

mod batch;
mod exported;
mod fetched;
mod folder;
mod job;
mod log;
mod means;
mod paper_jobs;
mod perform;
mod queue;
mod reports;
mod wanted_papers;
mod webhook;
mod webhook_delivery;

pub(crate) use batch::{BatchText, checked, only_id, read_lines, with_tags};
pub use job::{ExportFormat, JobStanding, JobWork, QueuedJob, State};
pub use log::JobEvent;
pub(crate) use log::{EventLog, LogReader, Numbered};
pub(crate) use paper_jobs::UNDER_WAY;
pub(crate) use queue::{EnqueuedJob, Queue, QueueRefusal, QueuedDocument, WantedJob};
pub use wanted_papers::WantedPapers;
pub(crate) use webhook::Webhook;
