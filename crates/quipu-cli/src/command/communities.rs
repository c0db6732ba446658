//! `quipu communities` and `quipu cluster`: groups of related entities.

use quipu::communities::{ClusterReport, ReportWriting};
use quipu::models::Stopped;

use super::job::watched;
use crate::cli::{ClusterArgs, CommunitiesArgs};
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;
use crate::written::write;

/// Lists communities.
///
/// # Errors
/// When there is no workspace, or it cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &CommunitiesArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    if let Some(path) = &args.html {
        let reports = quipu.reports(args.level, args.limit).await?;
        write(path, &print::reports_page(&say!("communities-page").to_string(), &reports))?;
        return Ok(if reports.is_empty() { Outcome::Nothing } else { Outcome::Done });
    }
    let list = quipu.communities(args.level, args.limit).await?;
    if place.common.json {
        print::json(&list)?;
    } else {
        print::communities(&list)?;
    }
    Ok(if list.communities.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

/// Brings communities up to date, and lets a model write reports where that is wished.
///
/// # Errors
/// When there is no workspace, or it cannot be read, or the results cannot be written; when reports are requested and
/// no model is configured.
pub(crate) async fn cluster(place: &Place<'_>, args: &ClusterArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let write = args.write.then_some(ReportWriting { again: args.again, budget: args.budget });
    if let Some(write) = write.filter(|_| args.dry_run) {
        let (estimate, priced) = quipu.estimate_reports(write).await?;
        match place.common.json {
            true => print::json(&estimate)?,
            false => print::estimated_reports(&estimate, priced)?,
        }
        return Ok(Outcome::Done);
    }
    let report = watched(quipu.cluster(args.full, write), print::clustering).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::clustered(&report)?;
    }
    Ok(outcome(&report))
}

/// The exit status of a run.
fn outcome(report: &ClusterReport) -> Outcome {
    match &report.written {
        _ if report.stopped => Outcome::Stopped,
        None => Outcome::Done,
        Some(told) => match &told.stopped {
            Some(Stopped::Asked) => Outcome::Stopped,
            Some(Stopped::Model(error)) if !error.is_of_bounds() => Outcome::Failed,
            Some(_) => Outcome::Damaged,
            None if !told.missing.is_empty() => Outcome::Damaged,
            None => Outcome::Done,
        },
    }
}
