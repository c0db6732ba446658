//! `quipu themes`: groups of documents. `quipu communities` and `quipu cluster`: groups of related entities.

use quipu::communities::{ClusterReport, ReportWriting};
use quipu::models::Stopped;

use super::job::watched;
use crate::cli::{ClusterArgs, CommunitiesArgs, ThemesArgs};
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::messages::say;
use crate::output_files::write;
use crate::print;

/// Lists themes.
///
/// # Errors
/// When there is no workspace, or it cannot be read.
pub(crate) async fn themes(place: &CommandPlace<'_>, args: &ThemesArgs) -> anyhow::Result<CommandOutcome> {
    let list = place.quipu(&[])?.themes(args.level).await?;
    match place.common.json {
        true => print::json(&list)?,
        false => print::themes(&list)?,
    }
    Ok(if list.themes.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done })
}

/// Lists communities.
///
/// # Errors
/// When there is no workspace, or it cannot be read.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &CommunitiesArgs) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&[])?;
    if let Some(path) = &args.html {
        let reports = quipu.reports(args.level, args.limit).await?;
        write(path, &print::reports_page(&say!("communities-page").to_string(), &reports))?;
        return Ok(if reports.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done });
    }
    let list = quipu.communities(args.level, args.limit).await?;
    if place.common.json {
        print::json(&list)?;
    } else {
        print::communities(&list)?;
    }
    Ok(if list.communities.is_empty() { CommandOutcome::Nothing } else { CommandOutcome::Done })
}

/// Brings communities up to date, and lets a model write reports where that is wished.
///
/// # Errors
/// When there is no workspace, or it cannot be read, or the results cannot be written; when reports are requested and
/// no model is configured.
pub(crate) async fn cluster(place: &CommandPlace<'_>, args: &ClusterArgs) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&[])?;
    let write = args.write.then_some(ReportWriting { again: args.again, budget: args.budget });
    if let Some(write) = write.filter(|_| args.dry_run) {
        let (estimate, priced) = quipu.estimate_reports(write).await?;
        match place.common.json {
            true => print::json(&estimate)?,
            false => print::estimated_reports(&estimate, priced)?,
        }
        return Ok(CommandOutcome::Done);
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
fn outcome(report: &ClusterReport) -> CommandOutcome {
    match &report.written {
        _ if report.stopped => CommandOutcome::Stopped,
        None => CommandOutcome::Done,
        Some(told) => match &told.stopped {
            Some(Stopped::Asked) => CommandOutcome::Stopped,
            Some(Stopped::Model(error)) if !error.is_of_bounds() => CommandOutcome::Failed,
            Some(_) => CommandOutcome::Damaged,
            None if !told.missing.is_empty() => CommandOutcome::Damaged,
            None => CommandOutcome::Done,
        },
    }
}
