//! A watched job: its progress is drawn on a line, and Ctrl-C ends it cleanly.

use quipu::Job;

use crate::interrupt::Interrupts;
use crate::print::ProgressLine;

/// The outcome of a job, with a progress line for each event.
///
/// # Errors
/// As the job.
pub(super) async fn watched<E, O>(mut job: Job<E, O>, line_of: impl Fn(&E) -> String) -> Result<O, quipu::Error> {
    let _interrupts = Interrupts::ask(job.stopper());
    let mut line = ProgressLine::default();
    while let Some(event) = job.next().await {
        line.draw(|| line_of(&event));
    }
    let outcome = job.outcome().await;
    line.finish();
    outcome
}
