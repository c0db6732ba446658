//! `quipu extract`: a model reads what the rules have read.

use std::sync::Arc;

use anyhow::Context as _;
use quipu_engine::Workspace;
use quipu_engine::extract::{Asker, ExtractOptions, ExtractReport, Standing, Stopped, estimate, extract};
use quipu_engine::gateway::{Ledger, Price, Remembered};
use quipu_engine::index::{Stop, Watch};
use quipu_engine::ports::LlmError;

use super::Place;
use super::index::stop_on_interrupt;
use crate::cli::{ExtractArgs, RetryArgs};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::print::{self, ProgressLine, Total};
use crate::settings::{Settings, Work};
use crate::{profiles, wire};

/// Lets the model read what it has not read, or says what that would take.
///
/// # Errors
/// When there is no workspace or no model, or the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &ExtractArgs) -> anyhow::Result<Outcome> {
    let settings = place.settings(&args.flags())?.settings;
    if settings.llm(Work::Extract).is_none() {
        return Err(Usage(say!("extract-no-model")).into());
    }
    if args.dry_run {
        return dry(place, &settings).await;
    }
    let workspace = wire::open_to_write(&place.folder, &settings)?;
    let report = read(place, &workspace, &settings, args.budget, false).await?;
    told(place, &report)
}

/// Asks again about what failed.
///
/// # Errors
/// As [`run`].
pub(crate) async fn retry(place: &Place<'_>, args: &RetryArgs) -> anyhow::Result<Outcome> {
    let settings = place.settings(&[])?.settings;
    if settings.llm(Work::Extract).is_none() {
        return Err(Usage(say!("extract-no-model")).into());
    }
    let workspace = wire::open_to_write(&place.folder, &settings)?;
    let report = read(place, &workspace, &settings, args.budget, true).await?;
    told(place, &report)
}

/// What a run would take.
pub(super) async fn dry(place: &Place<'_>, settings: &Settings) -> anyhow::Result<Outcome> {
    let workspace = wire::open(&place.folder, settings)?;
    let desk = Desk::new(place, settings, None)?;
    let price = settings.llm(Work::Extract).map(|of| of.manners.price).unwrap_or_default();
    let options = options(settings, false);
    let estimate = estimate(&workspace, &desk.asker, &*desk.kept, price, &options).await?;
    if place.common.json {
        print::json(&estimate)?;
    } else {
        print::estimated(&estimate, price != Price::default())?;
    }
    Ok(Outcome::Done)
}

/// Reads what is not read, within a budget.
pub(super) async fn read(
    place: &Place<'_>,
    workspace: &Workspace,
    settings: &Settings,
    budget: Option<f64>,
    again: bool,
) -> anyhow::Result<ExtractReport> {
    let price = settings.llm(Work::Extract).map(|of| of.manners.price).unwrap_or_default();
    if budget.is_some() && price == Price::default() {
        return Err(Usage(say!("budget-no-price")).into());
    }
    let Desk { asker, kept, ledger, models } = Desk::new(place, settings, budget)?;
    let stop = Stop::default();
    let waiting = tokio::spawn(stop_on_interrupt(stop.clone()));
    let line = Arc::new(ProgressLine::new(Total::default()));
    let shown = line.clone();
    let progress = move |at: &Standing| shown.draw(|| print::reading(at));
    let watch = Watch { progress: Some(Arc::new(progress)), stop };
    let report = extract(workspace, asker, (kept, ledger), &options(settings, again), &watch).await;
    waiting.abort();
    line.finish();
    models.finish()?;
    Ok(report?)
}

/// Says how a run went.
pub(super) fn told(place: &Place<'_>, report: &ExtractReport) -> anyhow::Result<Outcome> {
    if place.common.json {
        print::json(report)?;
    } else {
        print::extracted(report)?;
    }
    Ok(outcome(report))
}

/// What a run means to whoever started it.
pub(super) fn outcome(report: &ExtractReport) -> Outcome {
    match &report.stopped {
        Some(Stopped::Asked) => Outcome::Stopped,
        Some(Stopped::Model(LlmError::Spent { .. })) => Outcome::Damaged,
        Some(Stopped::Model(_)) => Outcome::Failed,
        None if !report.failed.is_empty() => Outcome::Damaged,
        None => Outcome::Done,
    }
}

/// A model that reads, what it keeps and where its calls are counted.
struct Desk {
    asker: Arc<Asker>,
    kept: Arc<dyn quipu_engine::ports::Kept>,
    ledger: Arc<Ledger>,
    models: wire::Models,
}

impl Desk {
    fn new(place: &Place<'_>, settings: &Settings, budget: Option<f64>) -> anyhow::Result<Self> {
        let shelves = wire::shelves(&place.folder);
        let (kept, ledger) = (shelves.replies.clone(), Arc::new(Ledger::new(budget)));
        let models = wire::Models::new(settings, ledger.clone(), Some(shelves))?;
        let (llm, _) = models.llm(Work::Extract)?.context(say!("extract-no-model"))?;
        let llm = Remembered::new(llm, kept.clone(), ledger.clone(), Work::Extract.name());
        let (gleanings, room) = (settings.extract_gleanings as u32, settings.extract_room as u32);
        let asker = Asker::new(llm, &profiles::named(settings)?, gleanings, room);
        Ok(Self { asker: Arc::new(asker), kept, ledger, models })
    }
}

fn options(settings: &Settings, again: bool) -> ExtractOptions {
    let at_once = settings.llm(Work::Extract).map_or(1, |of| of.manners.crowd.most as usize);
    let only = Some(settings.extract_only.clone()).filter(|only| !only.is_empty());
    ExtractOptions { window: settings.extract_window as u64, at_once, again, only }
}
