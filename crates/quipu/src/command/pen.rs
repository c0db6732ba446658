//! Who writes answers, as the settings name it.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use quipu_engine::ask::{ANSWER_WORDS, AnswerWords, WriteOptions, Writer};
use quipu_engine::gateway::{Ledger, Remembered};
use quipu_engine::ports::Kept;

use super::Place;
use crate::exit::Usage;
use crate::messages::say;
use crate::settings::{Settings, Work};
use crate::wire;

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
        let options = options(settings);
        let words = words(settings, &options)?;
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
        facts: settings.answer_facts as u64,
        history: settings.answer_history as u64,
        room: settings.answer_room as u32,
    }
}

/// The words in which answers are asked for.
fn words(settings: &Settings, options: &WriteOptions) -> anyhow::Result<AnswerWords> {
    let named = settings.answer_prompts.as_str();
    let text = match named {
        "" => ANSWER_WORDS.to_owned(),
        path => std::fs::read_to_string(Path::new(path)).with_context(|| path.to_owned())?,
    };
    let wrong = |reason: String| Usage(say!("profile-wrong", name = named, reason = reason));
    let words: AnswerWords = toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    words.check(&options.length, &options.style).map_err(|error| wrong(error.to_string()))?;
    Ok(words)
}
