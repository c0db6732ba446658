//! The writer of community reports, by the settings.

use quipu_engine::communities::{ReportOptions, ReportWriter};
use quipu_engine::gateway::{Price, Remembered};
use serde::{Deserialize, Serialize};

use super::profiles;
use crate::llms::Llms;
use crate::settings::Work;
use crate::{Error, Quipu};

/// Options of reports by a model.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReportWriting {
    /// True if failed reports are requested again.
    #[serde(default)]
    pub again: bool,
    /// The most money to spend, by the prices of the settings.
    #[serde(default)]
    pub budget: Option<f64>,
}

/// A model that writes reports.
pub(crate) struct Scribe {
    llm: Remembered,
    llms: Llms,
    options: ReportOptions,
    price: Price,
}

impl Scribe {
    /// The model that the settings name for descriptions, within a budget.
    ///
    /// # Errors
    /// When they name none, or no price for a budget, or the words of `communities.prompts` cannot be used.
    pub(crate) fn new(quipu: &Quipu, ReportWriting { again, budget }: ReportWriting) -> Result<Self, Error> {
        let settings = quipu.settings();
        let (llms, llm, manners) = quipu.llms_needed(Work::Summarise, budget)?;
        let options = ReportOptions {
            tokens: settings.communities_report_tokens as u64,
            least: settings.communities_report_least as u64,
            at_once: manners.crowd.most as usize,
            again,
            language: settings.extract_language.clone(),
            words: profiles::community_words(settings)?,
        };
        Ok(Self { llm, llms, options, price: manners.price })
    }

    /// The writer.
    pub(crate) fn writer(&self) -> ReportWriter<'_> {
        ReportWriter { llm: &self.llm, kept: &self.llms.kept, options: &self.options }
    }

    /// Its price.
    pub(crate) fn price(&self) -> Price {
        self.price
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        self.llms.finish()
    }
}
