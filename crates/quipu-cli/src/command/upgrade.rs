//! `quipu upgrade`: a workspace that an older program made is brought up to date.

use std::time::Instant;

use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::place::Place;
use crate::print::{self, ProgressLine};

/// Makes anew what is derived, and says what was done.
///
/// # Errors
/// When there is no workspace, or its format is not one that can be brought up to date, or another process goes on
/// writing; what was done is kept.
pub(crate) async fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let mut job = place.quipu(&[])?.upgrade();
    let interrupts = Interrupts::ask(job.stopper());
    let (line, began) = (ProgressLine::default(), Instant::now());
    while let Some(at) = job.next().await {
        line.draw(|| print::upgrading(at, began.elapsed()));
    }
    let report = job.await;
    drop(interrupts);
    line.finish();
    let report = report?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::upgraded(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
}
