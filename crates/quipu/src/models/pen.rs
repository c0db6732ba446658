//! Who writes answers, as the settings name it.

use quipu_engine::ask::{WriteOptions, Writer};
use quipu_engine::ports::Kept;

use super::llms::Llms;
use super::profiles;
use crate::settings::{Settings, Work};
use crate::{Error, Quipu};

/// A model that writes.
pub(crate) struct Pen {
    writer: Writer,
    llms: Llms,
}

impl Pen {
    /// The model that the settings name for answers, if they name one.
    ///
    /// # Errors
    /// When the words of `answer.prompts` or `agent.prompts` cannot be used, or the system gives no means to ask anybody.
    pub(crate) fn of(quipu: &Quipu) -> Result<Option<Self>, Error> {
        let settings = quipu.settings();
        if settings.llm(Work::Answer).is_none() {
            return Ok(None);
        }
        let llms = Llms::new(quipu, None)?;
        let Some(llm) = llms.of(Work::Answer)? else { return Ok(None) };
        let judge = if settings.answer_judge == "yes" { llms.of(Work::Judge)? } else { None };
        let (words, agent) = (profiles::answer_words(settings)?, profiles::agent_words(settings)?);
        let options = options(settings);
        Ok(Some(Self { writer: Writer { llm, judge, words, agent, options, ledger: llms.ledger.clone() }, llms }))
    }

    /// Who writes, and where replies and descriptions are kept.
    pub(crate) fn asking(&self) -> (&Writer, &dyn Kept) {
        (&self.writer, &*self.llms.kept)
    }

    /// Ends the run.
    ///
    /// # Errors
    /// When the file that takes its replies cannot be written.
    pub(crate) fn put_down(&self) -> Result<(), Error> {
        self.llms.finish()
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
        beyond: settings.answer_beyond == "yes",
    }
}
