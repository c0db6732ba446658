//! The writer of answers, by the settings.

use quipu_engine::Workspace;
use quipu_engine::ask::{ContextBudgets, ContextForm, WriteOptions, Writer};
use quipu_engine::ports::Kept;

use super::profiles;
use crate::llms::Llms;
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
    /// When the words of `answer.prompts`, `agent.prompts` or `communities.prompts` cannot be used, or the system gives
    /// no means to ask anybody.
    pub(crate) fn of(quipu: &Quipu) -> Result<Option<Self>, Error> {
        let settings = quipu.settings();
        if settings.llm(Work::Answer).is_none() {
            return Ok(None);
        }
        let llms = quipu.llms(None)?;
        let Some(llm) = llms.of(Work::Answer)? else { return Ok(None) };
        // The model that rates and tests may be smaller than the one that writes.
        let testing = if settings.llm(Work::Judge).is_some() { Work::Judge } else { Work::Answer };
        let Some(tester) = llms.of(testing)? else { return Ok(None) };
        let price = |work| settings.llm(work).map(|of| of.manners.price).unwrap_or_default();
        let prices = (price(Work::Answer), price(testing));
        let judge = if settings.answer_judge == "yes" { llms.of(Work::Judge)? } else { None };
        let (words, agent) = (profiles::answer_words(settings)?, profiles::agent_words(settings)?);
        let options = options(settings);
        let (communities, ledger) = (profiles::community_words(settings)?, llms.ledger.clone());
        let ways = profiles::way_words(settings)?;
        let writer = Writer { llm, judge, tester, prices, words, communities, ways, agent, options, ledger };
        Ok(Some(Self { writer, llms }))
    }

    /// The workspace, whose reranker counts its calls with those of the model that writes.
    ///
    /// # Errors
    /// When the system gives no means for requests.
    pub(crate) fn reading(&self, workspace: Workspace) -> Result<Workspace, Error> {
        match workspace.reranker {
            Some(_) => Ok(Workspace { reranker: self.llms.reranker()?, ..workspace }),
            None => Ok(workspace),
        }
    }

    /// A copy that also reads the names of related concepts.
    pub(crate) fn with_related(mut self, related: &[String]) -> Self {
        self.writer.options.related = related.to_vec();
        self
    }

    /// The writer, and the shelf of replies and descriptions.
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

/// The most tokens of each part of a context.
pub(crate) fn budgets(settings: &Settings) -> ContextBudgets {
    let (passages, entities) = (settings.answer_passages as u64, settings.answer_entities as u64);
    ContextBudgets { passages, entities, relations: settings.answer_relations as u64 }
}

fn options(settings: &Settings) -> WriteOptions {
    WriteOptions {
        length: settings.answer_length.clone(),
        style: settings.answer_style.clone(),
        language: settings.answer_language.clone(),
        form: ContextForm::named(&settings.answer_context).unwrap_or_default(),
        budgets: budgets(settings),
        history: settings.answer_history as u64,
        room: settings.answer_room as u32,
        beyond: settings.answer_beyond == "yes",
        related: Vec::new(),
    }
}
