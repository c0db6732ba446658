//! `quipu upgrade`: a workspace that an older program made is brought up to date.

use std::time::{Duration, Instant};

use quipu_engine::index::Stop;

use super::Place;
use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::print::{self, ProgressLine, Total};
use crate::wire;

/// Makes anew what is derived, and says what was done.
///
/// # Errors
/// When there is no workspace, or its format is not one that can be brought up to date, or another process goes on
/// writing; what was done is kept.
pub(crate) fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let settings = place.settings(&[])?.settings;
    let stop = Stop::default();
    let interrupts = Interrupts::ask(stop.clone());
    let (line, began) = (ProgressLine::new(Total::default()), Instant::now());
    let mut watch = |at: wire::Upgrading| {
        line.draw(|| print::upgrading(at, began.elapsed()));
        !stop.asked()
    };
    let report = wire::upgrade(&place.folder, Duration::from_secs(settings.wait as u64), &mut watch);
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
