//! An answer that a model writes from numbered sources, streamed as it comes.
//!
//! Streamed text cannot be taken back: a reply that breaks off is kept as far as it came, with a note. Only if
//! a model replies nothing at all do the sentences of the documents answer.

use std::collections::BTreeMap;
use std::sync::Arc;

use quipu_kernel::view::CallEstimate;

use super::answer_prompts::AnswerWords;
use super::cited_sources::CitableSource;
use super::context::{ContextBudgets, ContextForm, written};
use super::events::AnswerSink;
use crate::answer::solve::AgentWords;
use crate::base::gateway::{Cached, Ledger, Price, token_count};
use crate::base::ports::{LlmError, Prompt, Usage};
use crate::base::prompt::{FixedPrompt, fill, in_language};
use crate::find::communities::CommunityWords;
use crate::find::environment::{PolicyModel, WayWords};

/// The prompt for a question that the documents do not answer.
const BEYOND: FixedPrompt = FixedPrompt {
    system: include_str!("../../../prompts/beyond.system.txt"),
    user: include_str!("../../../prompts/beyond.user.txt"),
};

/// The most tokens of points that an answer is written from.
pub(super) const POINTS: u64 = 8_000;

/// Options of written answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteOptions {
    /// The length: a name of the words' lengths.
    pub length: String,
    /// The style: a name of the words' styles.
    pub style: String,
    /// The language; empty for that of the question.
    pub language: String,
    /// The format of the sources in the prompt.
    pub form: ContextForm,
    /// The most tokens of each part of these.
    pub budgets: ContextBudgets,
    /// The most tokens of a conversation that a follow-up question is understood by.
    pub history: u64,
    /// The most tokens of the answer.
    pub room: u32,
    /// True if a model may answer from its own knowledge where the documents do not.
    pub beyond: bool,
    /// True if a model may answer from its own knowledge where the documents do not.
    pub related: Vec<String>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            length: "medium".to_owned(),
            style: "prose".to_owned(),
            language: String::new(),
            form: ContextForm::Text,
            budgets: ContextBudgets { passages: 4000, entities: 800, relations: 800 },
            history: 1500,
            room: 1024,
            beyond: false,
            related: Vec::new(),
        }
    }
}

/// The models that write answers, with their options.
pub struct AnswerWriter {
    /// The model that writes, and makes follow-up questions stand alone.
    pub llm: Cached,
    /// The model that judges sentences whose words are not those of their sources; none: words alone decide.
    pub judge: Option<Cached>,
    /// The model that rates reports and tests passages.
    pub tester: Cached,
    /// The prices of the model that writes, and of the one that tests.
    pub prices: (Price, Price),
    /// The prompt texts of answers.
    pub words: AnswerWords,
    /// The prompt texts about communities.
    pub communities: CommunityWords,
    /// The prompt texts of search strategies.
    pub ways: WayWords,
    /// The prompt texts of the agent.
    pub agent: AgentWords,
    /// The options of answers.
    pub options: WriteOptions,
    /// The ledger of their calls.
    pub ledger: Arc<Ledger>,
}

/// A model's reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WriterReply {
    /// An answer, with the error that ended it early.
    Text(String, Option<LlmError>),
    /// The sources do not answer.
    Nothing,
}

impl AnswerWriter {
    /// The model for policies; `dry` if they only estimate the cost.
    pub(super) fn policies(&self, dry: bool) -> PolicyModel<'_> {
        let most = self.options.budgets.passages.max(POINTS).min(self.fits("")) + self.beside();
        let answer = (most, u64::from(self.options.room));
        PolicyModel {
            llm: &self.llm,
            tester: &self.tester,
            words: &self.communities,
            ways: &self.ways,
            prices: self.prices,
            answer,
            dry,
        }
    }

    /// The maximum tokens of sources besides the passages.
    fn beside(&self) -> u64 {
        let ContextBudgets { entities, relations, .. } = self.options.budgets;
        entities + if self.options.form == ContextForm::Rows { relations } else { 0 }
    }

    /// An upper estimate of the cost of an answer from passages.
    pub(super) fn cost_estimate(&self) -> CallEstimate {
        let (input, output) = (self.options.budgets.passages + self.beside(), u64::from(self.options.room));
        let money = self.prices.0.of(Usage { input, output, told: false });
        CallEstimate { calls: 1, input, output, money }
    }

    /// Tokens that the context leaves for sources beside the prompt's own words and the reply.
    pub(super) fn fits(&self, question: &str) -> u64 {
        let frame = token_count::near_prompt(&self.prompt(question, &[]));
        let context = u64::from(self.llm.card().context);
        context.saturating_sub(frame + u64::from(self.options.room))
    }

    /// The prompt.
    fn prompt(&self, question: &str, sources: &[CitableSource]) -> Prompt {
        let (words, options) = (&self.words, &self.options);
        fn of<'a>(map: &'a BTreeMap<String, String>, name: &str) -> &'a str {
            map.get(name).map_or("", String::as_str)
        }
        let language = in_language(&words.language, &options.language, &words.same_language);
        let mut sources = written(sources, options.form);
        if !options.related.is_empty() {
            sources.push_str(&format!("\n\nRelated concepts: {}", options.related.join(", ")));
        }
        let places = [
            ("sources", sources.as_str()),
            ("question", question),
            ("length", of(&words.length, &options.length)),
            ("style", of(&words.style, &options.style)),
            ("language", &language),
            ("none", &words.none),
        ];
        Prompt::new(words.system.trim(), fill(words.user.trim(), &places), options.room)
    }

    /// The model's own answer to a question that the documents do not answer, if allowed; none if the model fails.
    pub(super) async fn beyond(&self, question: &str) -> Option<String> {
        if !self.options.beyond {
            return None;
        }
        let prompt = BEYOND.prompt(&[("question", question)], self.options.room);
        let read = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty()).ok_or_else(String::new);
        self.llm.ask(&prompt, read).await.ok()
    }

    /// The answer to a question, streamed in pieces.
    ///
    /// # Errors
    /// When the model replies nothing.
    pub(super) async fn write(
        &self,
        question: &str,
        sources: &[CitableSource],
        say: &AnswerSink,
    ) -> Result<WriterReply, LlmError> {
        let prompt = self.prompt(question, sources);
        let (mut opening, mut said) = (Opening::new(&self.words.none), String::new());
        let mut heard = |piece: &str| {
            said.push_str(piece);
            if let Some(told) = opening.take(piece) {
                say.token(&told);
            }
        };
        let any = |text: &str| Ok(text.to_owned());
        let listener = say.is_heard().then_some(&mut heard as crate::base::ports::ReplyListener<'_>);
        let wrote = match self.llm.ask_aloud(&prompt, any, listener).await {
            Ok(text) => (text, None),
            Err(error) => (beginning(said, &error).ok_or_else(|| error.clone())?, Some(error)),
        };
        if begins_with(&wrote.0, &self.words.none) {
            return Ok(WriterReply::Nothing);
        }
        if let Some(rest) = opening.rest() {
            say.token(&rest);
        }
        Ok(WriterReply::Text(wrote.0.trim().to_owned(), wrote.1))
    }
}

/// The available part of a reply that broke off: the part streamed to a listener, else the text of one that was cut or
/// withheld.
fn beginning(heard: String, error: &LlmError) -> Option<String> {
    let cut = match error {
        LlmError::Cut { text, .. } | LlmError::Withheld { text, .. } => text.as_str(),
        _ => "",
    };
    let said = if heard.trim().is_empty() { cut.to_owned() } else { heard };
    (!said.trim().is_empty()).then_some(said)
}

/// True if a reply is a refusal, ignoring formatting.
pub(super) fn begins_with(text: &str, none: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let (text, none) = (plain(text), plain(none));
    text.starts_with(&none) && text.len() <= none.len() + 40
}

/// Holds back the beginning of a reply for as long as it may be the word that nothing answers.
struct Opening {
    none: String,
    held: String,
    open: bool,
}

impl Opening {
    fn new(none: &str) -> Self {
        Self { none: none.to_lowercase(), held: String::new(), open: false }
    }

    /// The text that may be streamed now.
    fn take(&mut self, piece: &str) -> Option<String> {
        if self.open {
            return Some(piece.to_owned());
        }
        self.held.push_str(piece);
        let said = self.held.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let shorter = said.len().min(self.none.len());
        let may_be = said.as_bytes()[..shorter] == self.none.as_bytes()[..shorter];
        self.open = !may_be;
        self.open.then(|| std::mem::take(&mut self.held).trim_start().to_owned())
    }

    /// The text held back to the end.
    fn rest(&mut self) -> Option<String> {
        Some(std::mem::take(&mut self.held)).filter(|held| !held.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_nothing_answers_is_not_told() {
        let mut opening = Opening::new("NO ANSWER");
        assert_eq!(["**", "NO ", "ANS", "WER", "**"].map(|piece| opening.take(piece)), [const { None }; 5]);
        assert!(begins_with("**NO ANSWER**", "NO ANSWER") && !begins_with("No one knew.", "NO ANSWER"));
        let mut opening = Opening::new("NO ANSWER");
        let told = [" ", "No ", "one", " knew."].map(|piece| opening.take(piece));
        assert_eq!(told, [None, None, Some("No one".to_owned()), Some(" knew.".to_owned())]);
    }
}
