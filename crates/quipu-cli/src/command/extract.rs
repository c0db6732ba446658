//! `quipu extract`: a model reads the chunks that the rules have read.

use quipu::Quipu;
use quipu::errors::LlmError;
use quipu::models::{ContextReport, DescribeReport, ExtractReport, Stopped};

use quipu_server::JobWork;

use super::handed;
use super::job::watched;
use crate::cli::{ExtractArgs, RetryArgs};
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Lets the model read unread chunks, or estimates the cost.
///
/// # Errors
/// When there is no workspace or no model, or the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&args.flags())?;
    if args.dry_run { dry(place, &quipu, args.budget).await } else { all(place, &quipu, args.budget, false).await }
}

/// Repeats failed reads.
///
/// # Errors
/// As [`run`].
pub(crate) async fn retry(place: &Place<'_>, args: &RetryArgs) -> anyhow::Result<Outcome> {
    all(place, &place.quipu(&[])?, args.budget, true).await
}

async fn all(place: &Place<'_>, quipu: &Quipu, budget: Option<f64>, again: bool) -> anyhow::Result<Outcome> {
    let report = match handed::server(quipu).await {
        Some(server) => handed::work(&server, &JobWork::Extract { again, budget }).await?,
        None => Some(watched(quipu.extract(again, budget), print::reading).await?),
    };
    let Some(report) = report else { return Ok(Outcome::Stopped) };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::extracted(&report)?;
    }
    Ok(outcome(&report))
}

/// Prints the estimated cost of a run.
pub(super) async fn dry(place: &Place<'_>, quipu: &Quipu, budget: Option<f64>) -> anyhow::Result<Outcome> {
    let (estimate, priced) = quipu.estimate(budget).await?;
    if place.common.json {
        print::json(&estimate)?;
    } else {
        print::estimated(&estimate, priced)?;
    }
    Ok(Outcome::Done)
}

/// The exit status of a run.
pub(super) fn outcome(report: &ExtractReport) -> Outcome {
    match &report.stopped {
        Some(Stopped::Asked) => Outcome::Stopped,
        Some(Stopped::Model(LlmError::Spent { .. })) => Outcome::Damaged,
        Some(Stopped::Model(_)) => Outcome::Failed,
        None if !report.failed.is_empty() => Outcome::Damaged,
        None => match (&report.context, &report.described) {
            (Some(ContextReport { stopped: Some(Stopped::Asked), .. }), _)
            | (_, Some(DescribeReport { stopped: Some(Stopped::Asked), .. })) => Outcome::Stopped,
            (Some(told), _) if told.stopped.is_some() || !told.failed.is_empty() => Outcome::Damaged,
            (_, Some(told)) if told.stopped.is_some() || !told.failed.is_empty() => Outcome::Damaged,
            _ => Outcome::Done,
        },
    }
}
