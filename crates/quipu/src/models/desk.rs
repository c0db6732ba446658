//! Reading by a model, in its order: facts are extracted from text read by the rules, then chunks are placed in their
//! documents, then descriptions are merged.

use quipu_engine::Workspace;
use quipu_engine::describe::{DescribeOptions, Overheard, describe};
use quipu_engine::extract::{
    Asker, ContextAsker, Estimate, ExtractOptions, ExtractProgress, ExtractReport, Share, chosen, enrich, estimate,
    estimate_context, extract,
};
use quipu_engine::gateway::Price;
use quipu_engine::index::{Stop, Watch};

use std::sync::Arc;

use super::profiles;
use crate::llms::Llms;
use crate::settings::{Settings, Work};
use crate::{Error, Quipu};

/// The report with the descriptions made after reading, if a model is named for that.
async fn describing(
    workspace: &Workspace,
    settings: &Settings,
    llms: &Llms,
    said: Option<Overheard>,
    stop: &Stop,
    mut report: ExtractReport,
) -> Result<ExtractReport, Error> {
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

/// A model that reads, and how it does.
pub(crate) struct Desk {
    asker: Arc<Asker>,
    llms: Llms,
    price: Price,
    options: ExtractOptions,
    share: Option<Share>,
}

impl Desk {
    /// The model that the settings name, within a budget.
    ///
    /// # Errors
    /// When they name none, or no price for a budget.
    pub(crate) fn new(quipu: &Quipu, budget: Option<f64>) -> Result<Self, Error> {
        let settings = quipu.settings();
        let (llms, llm, manners) = quipu.llms_needed(Work::Extract, budget)?;
        let (gleanings, room) = (settings.extract_gleanings as u32, settings.extract_room as u32);
        let asker = Arc::new(Asker::new(llm, &profiles::named(settings)?, gleanings, room));
        let only = Some(settings.extract_only.clone()).filter(|only| !only.is_empty());
        let (window, calls) = (settings.extract_window as u64, manners.crowd.most as usize);
        // While the results of some windows are written, others ask.
        let at_once = calls + calls.div_ceil(4);
        let options = ExtractOptions { window, at_once, again: false, only, chosen: None };
        let share = match (settings.extract_share, budget) {
            (share, _) if share < 1.0 => Some(Share::Part(share)),
            (_, Some(money)) => Some(Share::Money(money, manners.price)),
            _ => None,
        };
        Ok(Self { asker, llms, price: manners.price, options, share })
    }

    /// The model that places chunks, and its price, if requested: the one for descriptions, else the one
    /// that reads.
    fn placer(&self, settings: &Settings) -> Result<Option<(ContextAsker, Price)>, Error> {
        if settings.extract_context != "yes" {
            return Ok(None);
        }
        let work = if settings.llm(Work::Summarise).is_some() { Work::Summarise } else { Work::Extract };
        let price = settings.llm(work).map(|of| of.manners.price).unwrap_or_default();
        let Some(llm) = self.llms.of(work)? else { return Ok(None) };
        let words = profiles::context_words(settings)?;
        Ok(Some((ContextAsker::new(llm, words, settings.extract_language.clone()), price)))
    }

    /// Its options, with the most useful windows chosen where not all are read.
    async fn chosen(&self, workspace: &Workspace, again: bool) -> Result<ExtractOptions, Error> {
        let options = ExtractOptions { again, ..self.options.clone() };
        let Some(share) = self.share else { return Ok(options) };
        let found = chosen(workspace, &self.asker, &*self.llms.kept, &options, share).await?;
        Ok(ExtractOptions { chosen: Some(found), ..options })
    }

    /// The cost estimate of reading, and true if it has a price.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub(crate) async fn estimate(self, workspace: &Workspace, settings: &Settings) -> Result<(Estimate, bool), Error> {
        let placer = self.placer(settings)?;
        let chosen = self.chosen(workspace, false).await?;
        let Self { asker, llms: Llms { kept, .. }, price, options, .. } = self;
        let mut told = estimate(workspace, &asker, &*kept, price, &chosen).await?;
        if chosen.chosen.is_some() {
            told.whole = Some(Box::new(estimate(workspace, &asker, &*kept, price, &options).await?));
        }
        let mut estimate = told;
        if let Some((placer, price)) = &placer {
            estimate.context = Some(estimate_context(&*workspace.store, placer, &*kept, *price, &options).await?);
        }
        Ok((estimate, price != Price::default()))
    }

    /// Reads unread windows, and failed ones again if requested, until the end or a stop; it can
    /// be run again.
    ///
    /// # Errors
    /// When the workspace cannot be written.
    pub(crate) async fn round(
        &self,
        workspace: &Workspace,
        settings: &Settings,
        again: bool,
        tell: Arc<dyn Fn(&ExtractProgress) + Send + Sync>,
        stop: &Stop,
    ) -> Result<ExtractReport, Error> {
        let placer = self.placer(settings)?;
        let Llms { kept, ledger, .. } = &self.llms;
        let watch = Watch { progress: Some(tell), stop: stop.clone() };
        let options = self.chosen(workspace, again).await?;
        let mut said = settings.llm(Work::Summarise).map(|_| Overheard::default());
        let (asker, kept_there, ledger_there) = (self.asker.clone(), kept.clone(), ledger.clone());
        let report = extract(workspace, asker, kept_there, ledger_there, &options, said.as_mut(), &watch).await;
        let report = match (report, placer) {
            (Ok(report), Some((placer, _))) if report.stopped.is_none() => {
                let context = enrich(workspace, &placer, kept, ledger, &options, &watch).await;
                context.map(|context| ExtractReport { context: Some(context), ..report })
            }
            (report, _) => report,
        };
        let report = match report {
            Ok(report) if !report.is_stopped() => describing(workspace, settings, &self.llms, said, stop, report).await,
            other => other.map_err(Error::from),
        };
        report.map(|report| ExtractReport { spent: ledger.lines(), ..report })
    }

    /// Ends the rounds.
    ///
    /// # Errors
    /// When the file that takes the replies of a run cannot be written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.llms.finish()
    }
}
