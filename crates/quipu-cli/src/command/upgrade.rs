//! `quipu upgrade`: a workspace of an older format is brought up to date.

use std::time::Instant;

use super::job::watched;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Rebuilds derived data, and reports the result.
///
/// # Errors
/// When there is no workspace, or its format is not one that can be brought up to date, or another process goes on
/// writing; finished steps are kept.
pub(crate) async fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let began = Instant::now();
    let report = watched(place.quipu(&[])?.upgrade(), |at| print::upgrading(*at, began.elapsed())).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::upgraded(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
}
