//! Who writes answers, as the settings name it.

use std::sync::Arc;

use quipu_engine::ask::{WriteOptions, Writer};
use quipu_engine::gateway::{Ledger, Remembered};
use quipu_engine::ports::Kept;

use super::Place;
use crate::settings::{Settings, Work};
use crate::{profiles, wire};

/// A model that writes, and where its replies are kept.
pub(crate) struct Pen {
    /// Who writes.
    pub(crate) writer: Writer,
    /// Where replies and descriptions are kept.
    pub(crate) kept: Arc<dyn Kept>,
    models: wire::Models,
}

impl Pen {
    /// The model that the settings name for answers, if they name one.
    ///
    /// # Errors
    /// When the words of `answer.prompts` cannot be used, or the system gives no means to ask anybody.
    pub(crate) fn of(place: &Place<'_>, settings: &Settings) -> anyhow::Result<Option<Self>> {
        if settings.llm(Work::Answer).is_none() {
            return Ok(None);
        }
        let shelves = wire::shelves(&place.folder);
        let (kept, ledger) = (shelves.replies.clone(), Arc::new(Ledger::new(None)));
        let models = wire::Models::new(settings, ledger.clone(), Some(shelves))?;
        let remembered = |work: Work| -> anyhow::Result<Option<Remembered>> {
            let model = models.llm(work)?;
            Ok(model.map(|(llm, _)| Remembered::new(llm, kept.clone(), ledger.clone(), work.name())))
        };
        let Some(llm) = remembered(Work::Answer)? else { return Ok(None) };
        let judge = if settings.answer_judge == "yes" { remembered(Work::Judge)? } else { None };
        let (words, options) = (profiles::answer_words(settings)?, options(settings));
        Ok(Some(Self { writer: Writer { llm, judge, words, options, ledger }, kept, models }))
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub(crate) fn put_down(&self) -> anyhow::Result<()> {
        self.models.finish()
    }
}

fn options(settings: &Settings) -> WriteOptions {
    WriteOptions {
        length: settings.answer_length.clone(),
        style: settings.answer_style.clone(),
        language: settings.answer_language.clone(),
        passages: settings.answer_passages as u64,
        entities: settings.answer_entities as u64,
        history: settings.answer_history as u64,
        room: settings.answer_room as u32,
    }
}
