//! `quipu extract`: a model reads what the rules have read.

use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::describe::{DescribeOptions, Overheard, describe};
use quipu_engine::extract::{
    Asker, ContextAsker, ContextReport, ExtractOptions, ExtractReport, Standing, Stopped, enrich, estimate,
    estimate_context, extract,
};
use quipu_engine::gateway::Price;
use quipu_engine::index::{Stop, Watch};
use quipu_engine::ports::LlmError;

use super::Place;
use super::llms::Llms;
use crate::cli::{ExtractArgs, RetryArgs};
use crate::exit::{Outcome, Usage};
use crate::interrupt::Interrupts;
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
    if args.dry_run { dry(place, &settings).await } else { all(place, &settings, args.budget, false).await }
}

/// Asks again about what failed.
///
/// # Errors
/// As [`run`].
pub(crate) async fn retry(place: &Place<'_>, args: &RetryArgs) -> anyhow::Result<Outcome> {
    all(place, &place.settings(&[])?.settings, args.budget, true).await
}

async fn all(place: &Place<'_>, settings: &Settings, budget: Option<f64>, again: bool) -> anyhow::Result<Outcome> {
    let desk = Desk::new(place, settings, budget)?;
    let workspace = wire::open_to_write(&place.folder, settings)?;
    let report = desk.read(&workspace, settings, again).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::extracted(&report)?;
    }
    Ok(outcome(&report))
}

/// What a run would take.
pub(super) async fn dry(place: &Place<'_>, settings: &Settings) -> anyhow::Result<Outcome> {
    let desk = Desk::new(place, settings, None)?;
    let placer = desk.placer(settings)?;
    let Desk { asker, llms: Llms { kept, .. }, price, options } = desk;
    let workspace = wire::open(&place.folder, settings)?;
    let mut estimate = estimate(&workspace, &asker, &*kept, price, &options).await?;
    if let Some((placer, price)) = &placer {
        estimate.context = Some(estimate_context(&*workspace.store, placer, &*kept, *price, &options).await?);
    }
    if place.common.json {
        print::json(&estimate)?;
    } else {
        print::estimated(&estimate, price != Price::default())?;
    }
    Ok(Outcome::Done)
}

/// What a run means to whoever started it.
pub(super) fn outcome(report: &ExtractReport) -> Outcome {
    match &report.stopped {
        Some(Stopped::Asked) => Outcome::Stopped,
        Some(Stopped::Model(LlmError::Spent { .. })) => Outcome::Damaged,
        Some(Stopped::Model(_)) => Outcome::Failed,
        None if !report.failed.is_empty() => Outcome::Damaged,
        None => match (&report.context, &report.described) {
            (Some(ContextReport { stopped: Some(Stopped::Asked), .. }), _) => Outcome::Stopped,
            (Some(told), _) if told.stopped.is_some() || !told.failed.is_empty() => Outcome::Damaged,
            (_, Some(told)) if told.stopped.is_some() || !told.failed.is_empty() => Outcome::Damaged,
            _ => Outcome::Done,
        },
    }
}

/// The report with what was described after reading, where a model is named for that.
async fn describing(
    workspace: &Workspace,
    settings: &Settings,
    llms: &Llms,
    (said, stop): (Option<Overheard>, &Stop),
    mut report: ExtractReport,
) -> anyhow::Result<ExtractReport> {
    let Some(llm) = llms.of(Work::Summarise)? else { return Ok(report) };
    let options = DescribeOptions {
        fragments: settings.extract_fragments as u64,
        tokens: settings.extract_fragment_tokens as u64,
        at_once: settings.llm(Work::Summarise).map_or(1, |of| of.manners.crowd.most as usize),
        language: settings.extract_language.clone(),
        words: profiles::describe_words(settings)?,
    };
    report.described = Some(describe(&*workspace.store, &llm, &llms.kept, &options, said, stop).await?);
    Ok(report)
}

/// Whether nothing else is to be asked.
fn is_stopped(report: &ExtractReport) -> bool {
    report.stopped.is_some() || report.context.as_ref().is_some_and(|context| context.stopped.is_some())
}

/// A model that reads, and how it does.
pub(super) struct Desk {
    asker: Arc<Asker>,
    llms: Llms,
    price: Price,
    options: ExtractOptions,
}

impl Desk {
    /// The model that the settings name, within a budget.
    ///
    /// # Errors
    /// When they name none, or no price for a budget.
    pub(super) fn new(place: &Place<'_>, settings: &Settings, budget: Option<f64>) -> anyhow::Result<Self> {
        let none = || Usage(say!("extract-no-model"));
        let manners = settings.llm(Work::Extract).ok_or_else(none)?.manners;
        if budget.is_some() && manners.price == Price::default() {
            return Err(Usage(say!("budget-no-price")).into());
        }
        let llms = Llms::new(place, settings, budget)?;
        let llm = llms.of(Work::Extract)?.ok_or_else(none)?;
        let (gleanings, room) = (settings.extract_gleanings as u32, settings.extract_room as u32);
        let asker = Arc::new(Asker::new(llm, &profiles::named(settings)?, gleanings, room));
        let only = Some(settings.extract_only.clone()).filter(|only| !only.is_empty());
        let (window, calls) = (settings.extract_window as u64, manners.crowd.most as usize);
        // While what some windows gave is written down, others ask.
        let at_once = calls + calls.div_ceil(4);
        let options = ExtractOptions { window, at_once, again: false, only };
        Ok(Self { asker, llms, price: manners.price, options })
    }

    /// The model that places chunks, and what it costs, where that is wished: the one for descriptions, else the one
    /// that reads.
    fn placer(&self, settings: &Settings) -> anyhow::Result<Option<(ContextAsker, Price)>> {
        if settings.extract_context != "yes" {
            return Ok(None);
        }
        let work = if settings.llm(Work::Summarise).is_some() { Work::Summarise } else { Work::Extract };
        let price = settings.llm(work).map(|of| of.manners.price).unwrap_or_default();
        let Some(llm) = self.llms.of(work)? else { return Ok(None) };
        let words = profiles::context_words(settings)?;
        Ok(Some((ContextAsker::new(llm, words, settings.extract_language.clone()), price)))
    }

    /// Reads what is not read, and again what failed, if so wished, until the end or Ctrl-C.
    ///
    /// # Errors
    /// When the workspace cannot be written.
    pub(super) async fn read(
        self,
        workspace: &Workspace,
        settings: &Settings,
        again: bool,
    ) -> anyhow::Result<ExtractReport> {
        let stop = Stop::default();
        let interrupts = Interrupts::ask(stop.clone());
        let report = self.round(workspace, settings, again, &stop).await;
        drop(interrupts);
        self.finish()?;
        report
    }

    /// The same until it is asked to stop; it can be done again.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) async fn round(
        &self,
        workspace: &Workspace,
        settings: &Settings,
        again: bool,
        stop: &Stop,
    ) -> anyhow::Result<ExtractReport> {
        let placer = self.placer(settings)?;
        let Llms { kept, ledger, .. } = &self.llms;
        let line = Arc::new(ProgressLine::new(Total::default()));
        let shown = line.clone();
        let progress = move |at: &Standing| shown.draw(|| print::reading(at));
        let watch = Watch { progress: Some(Arc::new(progress)), stop: stop.clone() };
        let (options, kept_and) = (ExtractOptions { again, ..self.options.clone() }, (kept.clone(), ledger.clone()));
        let mut said = settings.llm(Work::Summarise).map(|_| Overheard::default());
        let report = extract(workspace, self.asker.clone(), kept_and, &options, said.as_mut(), &watch).await;
        let report = match (report, placer) {
            (Ok(report), Some((placer, _))) if report.stopped.is_none() => {
                let context = enrich(workspace, &placer, (kept, ledger), &options, &watch).await;
                context.map(|context| ExtractReport { context: Some(context), ..report })
            }
            (report, _) => report,
        };
        let report = match report {
            Ok(report) if !is_stopped(&report) => {
                describing(workspace, settings, &self.llms, (said, stop), report).await
            }
            other => other.map_err(anyhow::Error::from),
        };
        line.finish();
        report.map(|report| ExtractReport { spent: ledger.lines(), ..report })
    }

    /// Ends the rounds.
    ///
    /// # Errors
    /// When the file that takes the replies of a run cannot be written.
    pub(super) fn finish(&self) -> anyhow::Result<()> {
        self.llms.finish()
    }
}
