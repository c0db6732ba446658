//! Answers about the whole that a model writes over the material of the quoted ones: an overview by map and reduce, a
//! thing as a whole in one call. Each sentence is checked against the quotes that it cites, and left out where they do
//! not support it. Where the model fails, nothing is left, or the budget is too small, the quoted answer stands.
//!
//! Nothing is streamed before the check, since a sentence that was streamed cannot be taken back.

mod call_budget;
mod cited_sentences;
mod theme_maps;
mod theme_material;
mod written_whole;

use quipu_kernel::view::Note;

use self::call_budget::CallBudget;
use self::cited_sentences::SourceSentence;
use self::theme_material::OverviewMaterial;
use self::written_whole::{THING, WholeText};
use super::answer_writer::AnswerWriter;
use super::cited_sources::CitableSource;
use super::context::{ContextForm, written};
use crate::answer::overview::{Overview, opening_line};
use crate::answer::{Answer, Trouble, in_russian_letters};
use crate::base::gateway::{Bounds, token_count};
use crate::base::ports::{LlmError, Prompt};
use crate::base::prompt::{FixedPrompt, in_language};
use crate::base::trace::Trace;
use crate::base::{EngineError, Workspace};

/// A model that writes about the whole, with the question and the budget.
pub(super) struct OverviewWriting<'a> {
    writer: &'a AnswerWriter,
    question: &'a str,
    budget: CallBudget<'a>,
}

impl<'a> OverviewWriting<'a> {
    pub(super) fn new(writer: &'a AnswerWriter, question: &'a str, bounds: Bounds) -> Self {
        Self { writer, question, budget: CallBudget::new(writer, bounds) }
    }

    /// The answer to a question about the whole by map and reduce, or the quoted one with the reason.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn overview(
        self,
        workspace: &Workspace,
        overview: &Overview,
        quoted: Answer,
        trace: &mut Trace,
    ) -> Result<Answer, EngineError> {
        let russian = in_russian_letters(self.question);
        let material = OverviewMaterial::of(workspace, overview, russian).await?;
        if material.sentences.is_empty() {
            return Ok(quoted);
        }
        let written = self.by_map_and_reduce(&material, trace).await;
        let opening = opening_line(overview, russian);
        let written = written.map(|text| WholeText { text: format!("{opening}\n\n{}", text.text), ..text });
        Ok(self.ended(quoted, written, &material.sentences))
    }

    async fn by_map_and_reduce(&self, material: &OverviewMaterial, trace: &mut Trace) -> Result<WholeText, Trouble> {
        let unwritten = |error| Trouble::Unwritten { error };
        let calls = theme_maps::calls(material.themes.len(), self.budget.calls_left()).map_err(unwritten)?;
        let prompts: Vec<Prompt> =
            calls.iter().map(|of| self.map_prompt(material, &material.themes[of.clone()])).collect();
        let behind = self.reduce_prompt("");
        let mapped_tokens = prompts.iter().map(|prompt| u64::from(prompt.room)).sum();
        self.budget.allow(&prompts, Some(&behind), mapped_tokens).map_err(unwritten)?;
        let mapped = match prompts.is_empty() {
            true => None,
            false => Some(self.map(material, &calls, &prompts, trace).await.map_err(unwritten)?),
        };
        let note = mapped.as_ref().filter(|mapped| mapped.failed > 0);
        let note = note.map(|mapped| Note::Unread { failed: mapped.failed, of: mapped.calls });
        let mapped = mapped.map(|mapped| mapped.sentences).unwrap_or_default();
        let reply = self.reduce(material, &mapped).await.map_err(unwritten)?;
        let text = self.checked("reduce", &reply, &material.sentences, trace).await?;
        Ok(WholeText { note, ..text })
    }

    /// The answer about a thing as a whole in one call over the quoted one, or that with the reason.
    pub(super) async fn thing(self, quoted: Answer, trace: &mut Trace) -> Answer {
        let head = |heading: &[String], document: &str| match heading.is_empty() {
            true => document.to_owned(),
            false => heading.join(" › "),
        };
        let cited = quoted.citations.iter();
        let sentences: Vec<SourceSentence> =
            cited.map(|of| SourceSentence { head: head(&of.heading, &of.document), citation: of.clone() }).collect();
        if sentences.is_empty() {
            return quoted;
        }
        let written = self.in_one_call(&sentences, trace).await;
        self.ended(quoted, written, &sentences)
    }

    async fn in_one_call(&self, sentences: &[SourceSentence], trace: &mut Trace) -> Result<WholeText, Trouble> {
        let sources: Vec<CitableSource> = sentences.iter().map(SourceSentence::source).collect();
        let fits = self.writer.fits(self.question);
        let held = token_count::held(sources.iter().map(CitableSource::tokens), fits);
        let material = written(&sources[..held], ContextForm::Text);
        let prompt = self.prompt(&THING, &material, self.writer.options.room);
        let reply = self.ask(&prompt).await.map_err(|error| Trouble::Unwritten { error })?;
        self.checked("write", &reply, &sentences[..held], trace).await
    }

    /// A prompt about some material, in the form that the options ask for.
    fn prompt(&self, of: &FixedPrompt, material: &str, room: u32) -> Prompt {
        let (words, options) = (&self.writer.words, &self.writer.options);
        let named = |map: &std::collections::BTreeMap<String, String>, name: &str| map.get(name).cloned();
        let (length, style) = (named(&words.length, &options.length), named(&words.style, &options.style));
        let language = in_language(&words.language, &options.language, &words.same_language);
        let places = [
            ("material", material),
            ("question", self.question),
            ("length", length.as_deref().unwrap_or_default()),
            ("style", style.as_deref().unwrap_or_default()),
            ("language", &*language),
            ("none", words.none.as_str()),
        ];
        of.prompt(&places, room)
    }

    /// The reply to a prompt, within the budget.
    async fn ask(&self, prompt: &Prompt) -> Result<String, LlmError> {
        self.budget.allow(std::slice::from_ref(prompt), None, 0)?;
        self.writer.llm.ask(prompt, |text| Ok(text.trim().to_owned())).await
    }

    /// The written answer with its usage, or the quoted one with the reason why there is none.
    fn ended(&self, quoted: Answer, written: Result<WholeText, Trouble>, sentences: &[SourceSentence]) -> Answer {
        let spent = Some(self.budget.spent());
        match written {
            Ok(text) => Answer {
                strategy: quoted.strategy,
                written_by: Some(self.writer.llm.model().to_owned()),
                spent,
                ..text.answer(sentences)
            },
            Err(trouble) => Answer { trouble: vec![trouble], spent, ..quoted },
        }
    }
}
