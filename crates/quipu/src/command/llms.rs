//! The language models of a command, with what they keep and where their calls are counted.

use std::sync::Arc;

use quipu_engine::gateway::{Ledger, Remembered};
use quipu_engine::ports::Kept;

use super::Place;
use crate::settings::{Settings, Work};
use crate::wire;

/// See the module.
pub(crate) struct Llms {
    /// Where replies, and what is made of them, are kept.
    pub(crate) kept: Arc<dyn Kept>,
    /// Where calls are counted.
    pub(crate) ledger: Arc<Ledger>,
    models: wire::Models,
}

impl Llms {
    /// Models that nobody has asked yet, within a budget.
    ///
    /// # Errors
    /// When a file that takes or took the replies of a run cannot be opened.
    pub(crate) fn new(place: &Place<'_>, settings: &Settings, budget: Option<f64>) -> anyhow::Result<Self> {
        let shelves = wire::shelves(&place.folder);
        let (kept, ledger) = (shelves.replies.clone(), Arc::new(Ledger::new(budget)));
        let models = wire::Models::new(settings, ledger.clone(), Some(shelves))?;
        Ok(Self { kept, ledger, models })
    }

    /// The model for a kind of work, asked each thing once; none where none is named.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub(crate) fn of(&self, work: Work) -> anyhow::Result<Option<Remembered>> {
        let llm = self.models.llm(work)?;
        Ok(llm.map(|(llm, _)| Remembered::new(llm, self.kept.clone(), self.ledger.clone(), work.name())))
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub(crate) fn finish(&self) -> anyhow::Result<()> {
        self.models.finish()
    }
}
