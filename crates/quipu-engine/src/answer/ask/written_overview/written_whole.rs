//! The reduce: a model writes the answer over what it said of each theme, with the numbers of the quotes behind it; then
//! the check, after which only supported sentences are left.

use quipu_language::answer::confidence;

use super::OverviewWriting;
use super::cited_sentences::SourceSentence;
use super::theme_maps::MappedSentence;
use super::theme_material::{OverviewMaterial, ThemeMaterial};
use crate::answer::ask::answer_writer::begins_with;
use crate::answer::ask::cited_sources::CitableSource;
use crate::answer::ask::grounded_answer::share;
use crate::answer::ask::strict_grounding::{SupportedAnswer, supported};
use crate::answer::{Answer, By, CheckedSentence, Trouble};
use crate::base::gateway::token_count;
use crate::base::ports::{LlmError, Prompt, Usage};
use crate::base::prompt::FixedPrompt;
use crate::base::trace::Trace;

const REDUCE: FixedPrompt = FixedPrompt {
    system: include_str!("../../../../prompts/overview/system.txt"),
    user: include_str!("../../../../prompts/overview/reduce.user.txt"),
};

/// The prompt about a thing as a whole.
pub(super) const THING: FixedPrompt = FixedPrompt {
    system: include_str!("../../../../prompts/overview/system.txt"),
    user: include_str!("../../../../prompts/overview/thing.user.txt"),
};

/// The most sentences of each theme that the answer is written over.
const SENTENCES: usize = 3;

/// A written text whose sentences are supported.
#[derive(Debug, Default)]
pub(super) struct WholeText {
    pub(super) text: String,
    pub(super) sentences: Vec<CheckedSentence>,
    /// Number of sentences that were left out.
    pub(super) dropped: usize,
    /// Number of calls about themes without a usable reply, and of all of them.
    pub(super) unmapped: (usize, usize),
}

impl WholeText {
    /// The answer, with the quotes that it cites.
    pub(super) fn answer(self, sentences: &[SourceSentence]) -> Answer {
        let mut numbers: Vec<usize> = self.sentences.iter().flat_map(|one| one.cites.iter().copied()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let citation = |n: &usize| Some(sentences.get(n - 1)?.citation.clone().numbered(*n));
        let checked = self.sentences.iter().filter(|one| one.by != By::Nothing);
        Answer {
            confidence: confidence(checked.map(share), 0.0).into(),
            citations: numbers.iter().filter_map(citation).collect(),
            trouble: self.trouble(),
            answer: self.text,
            sentences: self.sentences,
            ..Answer::default()
        }
    }
}

impl WholeText {
    /// What the model did not do well.
    fn trouble(&self) -> Vec<Trouble> {
        let (failed, of) = self.unmapped;
        let unmapped = (failed > 0).then_some(Trouble::Unmapped { failed, of });
        let dropped = (self.dropped > 0).then_some(Trouble::Dropped { sentences: self.dropped });
        unmapped.into_iter().chain(dropped).collect()
    }
}

impl OverviewWriting<'_> {
    /// The prompt of the answer.
    pub(super) fn reduce_prompt(&self, material: &str) -> Prompt {
        self.prompt(&REDUCE, material, self.writer.options.room)
    }

    /// The model's answer over the mapped sentences, with fewer of each theme where the model's context is too small.
    ///
    /// # Errors
    /// When the model fails, or a bound forbids the call.
    pub(super) async fn reduce(
        &self,
        material: &OverviewMaterial,
        mapped: &[Vec<MappedSentence>],
    ) -> Result<String, LlmError> {
        let context = u64::from(self.writer.llm.card().context);
        let mut most = SENTENCES;
        loop {
            let whole = material.whole.iter().map(|one| theme_told(material, one, &[], most));
            let no_map: &[MappedSentence] = &[];
            let of_theme =
                |(at, theme)| theme_told(material, theme, mapped.get(at).map_or(no_map, Vec::as_slice), most);
            let told: Vec<String> = whole.chain(material.themes.iter().enumerate().map(of_theme)).collect();
            let prompt = self.reduce_prompt(&told.join("\n\n"));
            if most > 1 && token_count::near_prompt(&prompt) + u64::from(prompt.room) > context {
                most -= 1;
                continue;
            }
            match self.ask(&prompt).await {
                Err(LlmError::TooLong { .. }) if most > 1 => most -= 1,
                replied => return replied,
            }
        }
    }

    /// A reply without the sentences that the quotes do not support.
    ///
    /// # Errors
    /// When no sentence is left.
    pub(super) async fn checked(
        &self,
        step: &str,
        reply: &str,
        sentences: &[SourceSentence],
        trace: &mut Trace,
    ) -> Result<WholeText, Trouble> {
        if begins_with(reply, &self.writer.words.none) {
            trace.step(step, "the material does not answer".to_owned());
            return Err(Trouble::Unsupported { sentences: 0 });
        }
        let sources: Vec<CitableSource> = sentences.iter().map(SourceSentence::source).collect();
        let room = u64::from(self.writer.options.room);
        // A judge is one call more, which reads the reply with the quotes that it cites.
        let quotes: u64 = sources.iter().map(CitableSource::tokens).sum();
        let judged = Usage { input: token_count::near(reply) + quotes, output: room, told: false };
        let judge = self.writer.judge.as_ref().filter(|_| self.budget.allow(1, judged).is_ok());
        let found = supported(judge, &self.writer.words.judge, self.question, reply, &sources).await;
        let SupportedAnswer { text, sentences, dropped } = found;
        trace.step(step, format!("{} sentences, {dropped} left out", sentences.len()));
        match sentences.iter().any(|one| !one.cites.is_empty()) {
            true => Ok(WholeText { text, sentences, dropped, unmapped: (0, 0) }),
            false => Err(Trouble::Unsupported { sentences: dropped }),
        }
    }
}

/// What is known of a theme: the mapped sentences, or its quotes where a model said nothing of it.
fn theme_told(material: &OverviewMaterial, theme: &ThemeMaterial, mapped: &[MappedSentence], most: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    if !theme.heading.is_empty() {
        lines.push(format!("## {}", theme.heading));
    }
    let numbers = |cites: &[usize]| cites.iter().map(|n| format!("[{n}]")).collect::<String>();
    lines.extend(mapped.iter().take(most).map(|one| format!("- {} {}", one.text, numbers(&one.cites))));
    if mapped.is_empty() {
        let quotes = theme.sentences.clone().take(most);
        lines.extend(quotes.map(|at| format!("- {} [{}]", material.sentences[at].text(), at + 1)));
    }
    lines.join("\n")
}
