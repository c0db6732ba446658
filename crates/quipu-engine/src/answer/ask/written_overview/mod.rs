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

use std::ops::Range;

use quipu_kernel::view::CallEstimate;

use self::call_budget::{CallBudget, usage_of};
use self::cited_sentences::SourceSentence;
use self::theme_maps::MapCalls;
use self::theme_material::OverviewMaterial;
use self::written_whole::{THING, WholeText};
use super::answer_writer::AnswerWriter;
use super::cited_sources::CitableSource;
use super::context::{ContextForm, written};
use crate::answer::overview::{Overview, opening_line};
use crate::answer::{Answer, Trouble, in_russian_letters};
use crate::base::gateway::{Bounds, token_count};
use crate::base::ports::{LlmError, Prompt, Usage};
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

    /// An upper estimate of the cost of an overview, its judge left out; none where the quoted one would stand.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn estimate(
        self,
        workspace: &Workspace,
        overview: &Overview,
    ) -> Result<Option<CallEstimate>, EngineError> {
        let material = OverviewMaterial::of(workspace, overview, in_russian_letters(self.question)).await?;
        let Ok(maps) = self.maps(&material) else { return Ok(None) };
        let (calls, usage) = self.expected(&maps.prompts);
        let money = self.writer.prices.0.of(usage);
        Ok((!material.sentences.is_empty()).then_some(CallEstimate {
            calls,
            input: usage.input,
            output: usage.output,
            money,
        }))
    }

    /// The calls about themes, if the budget holds for them and for the answer.
    fn maps(&self, material: &OverviewMaterial) -> Result<MapCalls, LlmError> {
        let themes = theme_maps::calls(material.themes.len(), self.budget.calls_left(), self.writer.judge.is_some())?;
        let prompt = |of: &Range<usize>| self.map_prompt(material, &material.themes[of.clone()]);
        let prompts: Vec<Prompt> = themes.iter().map(prompt).collect();
        let (calls, usage) = self.expected(&prompts);
        self.budget.allow(calls, usage)?;
        Ok(MapCalls { themes, prompts })
    }

    /// The most that calls about themes and the answer over their replies take.
    fn expected(&self, prompts: &[Prompt]) -> (u64, Usage) {
        let (calls, mut usage) = usage_of(prompts);
        // The answer reads all that the maps say.
        let (own, answer) = usage_of(&[self.reduce_prompt("")]);
        usage.input += usage.output;
        usage += answer;
        (calls + own, usage)
    }

    async fn by_map_and_reduce(&self, material: &OverviewMaterial, trace: &mut Trace) -> Result<WholeText, Trouble> {
        let unwritten = |error| Trouble::Unwritten { error };
        let calls = self.maps(material).map_err(unwritten)?;
        let mapped = self.map(material, &calls, trace).await.map_err(unwritten)?;
        let reply = self.reduce(material, &mapped.sentences).await.map_err(unwritten)?;
        let text = self.checked("reduce", &reply, &material.sentences, trace).await?;
        Ok(WholeText { unmapped: (mapped.failed, calls.prompts.len()), ..text })
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
        let (calls, usage) = usage_of(std::slice::from_ref(prompt));
        self.budget.allow(calls, usage)?;
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
