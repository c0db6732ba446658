//! The map: a model says of each outermost theme in a few sentences what it is about, with the numbers of the sentences
//! that say it. Themes share a call only where the budget has fewer calls than themes.
//!
//! Within a call, sentences are numbered from 1: a prompt depends on its own themes alone, and is asked once as long as
//! these do not change.

use std::ops::Range;

use futures::future::join_all;
use quipu_language::answer::written;

use super::OverviewWriting;
use super::theme_material::{OverviewMaterial, ThemeMaterial};
use crate::answer::ask::answer_writer::begins_with;
use crate::base::ports::{LlmError, Prompt};
use crate::base::prompt::FixedPrompt;
use crate::base::trace::Trace;

pub(super) const MAP: FixedPrompt = FixedPrompt {
    system: include_str!("../../../../prompts/overview/system.txt"),
    user: include_str!("../../../../prompts/overview/map.user.txt"),
};

/// The most tokens of a reply for each theme, and the most sentences that are read.
const ROOM: u32 = 300;
const SENTENCES: usize = 3;

/// A sentence about a theme, with the numbers of the sentences that say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MappedSentence {
    pub(super) text: String,
    pub(super) cites: Vec<usize>,
}

/// Calls about themes: the themes of each, and its prompt.
pub(super) struct MapCalls {
    pub(super) themes: Vec<Range<usize>>,
    pub(super) prompts: Vec<Prompt>,
}

/// The sentences of each theme, in the order of the themes, and how many calls gave none of use.
pub(super) struct MappedThemes {
    pub(super) sentences: Vec<Vec<MappedSentence>>,
    pub(super) failed: usize,
}

/// The themes of each call: one, or as few as the budget allows. One call is left for the answer, and one for its judge,
/// if there is one and the budget is not too small for it.
pub(super) fn calls(themes: usize, left: Option<u64>, judges: bool) -> Result<Vec<Range<usize>>, LlmError> {
    let behind = |left: u64| if judges && left > 2 { 2 } else { 1 };
    let most = left.map_or(themes, |left| usize::try_from(left.saturating_sub(behind(left))).unwrap_or(usize::MAX));
    if most == 0 && themes > 0 {
        return Err(LlmError::CallsSpent { most: left.unwrap_or_default() });
    }
    let together = themes.div_ceil(most.max(1)).max(1);
    Ok((0..themes).step_by(together).map(|first| first..(first + together).min(themes)).collect())
}

impl OverviewWriting<'_> {
    /// The prompt about some themes.
    pub(super) fn map_prompt(&self, material: &OverviewMaterial, themes: &[ThemeMaterial]) -> Prompt {
        let first = themes.first().map_or(0, |theme| theme.sentences.start);
        let told: Vec<String> = themes.iter().map(|theme| told(material, theme, first)).collect();
        let room = ROOM * u32::try_from(themes.len()).unwrap_or(1);
        self.prompt(&MAP, &told.join("\n\n"), room)
    }

    /// Asks about every theme.
    ///
    /// # Errors
    /// When a bound forbids a call, or no call has a usable reply.
    pub(super) async fn map(
        &self,
        material: &OverviewMaterial,
        calls: &MapCalls,
        trace: &mut Trace,
    ) -> Result<MappedThemes, LlmError> {
        let llm = &self.writer.llm;
        let each = calls.themes.iter().zip(&calls.prompts).map(|(of, prompt)| {
            let themes = &material.themes[of.clone()];
            llm.ask(prompt, |reply| mapped(reply, themes, &self.writer.words.none))
        });
        let replies = join_all(each).await;
        let mut out = MappedThemes { sentences: vec![Vec::new(); material.themes.len()], failed: 0 };
        let mut failure = None;
        for (of, reply) in calls.themes.iter().zip(replies) {
            match reply {
                Ok(sentences) => out.sentences.splice(of.clone(), sentences).for_each(drop),
                Err(error) if error.is_of_bounds() => return Err(error),
                Err(error) => {
                    out.failed += 1;
                    failure.get_or_insert(error);
                }
            }
        }
        let (count, of) = (out.sentences.iter().map(Vec::len).sum::<usize>(), calls.prompts.len());
        if of > 0 {
            let detail =
                format!("{count} sentences of {} themes, {} of {of} calls failed", material.themes.len(), out.failed);
            trace.step("map", detail);
        }
        match failure.filter(|_| out.failed == of) {
            Some(error) => Err(error),
            None => Ok(out),
        }
    }
}

/// A theme as a model reads it; its sentences are numbered behind the first of the call.
fn told(material: &OverviewMaterial, theme: &ThemeMaterial, first: usize) -> String {
    let mut out = format!("## {}", theme.heading);
    if !theme.titles.is_empty() {
        out.push_str(&format!("\nTitles: {}", theme.titles.join("; ")));
    }
    for at in theme.sentences.clone() {
        let sentence = &material.sentences[at];
        out.push_str(&format!("\n[{}] {}: {}", at - first + 1, sentence.head(), sentence.text()));
    }
    out
}

/// The sentences of a reply by theme: those that cite sentences of a theme of the call.
fn mapped(reply: &str, themes: &[ThemeMaterial], none: &str) -> Result<Vec<Vec<MappedSentence>>, String> {
    let mut out = vec![Vec::new(); themes.len()];
    if begins_with(reply, none) {
        return Ok(out);
    }
    let (first, last) = match (themes.first(), themes.last()) {
        (Some(first), Some(last)) => (first.sentences.start, last.sentences.end),
        _ => return Ok(out),
    };
    for one in written(reply) {
        let cites: Vec<usize> =
            one.cites.iter().map(|n| n + first).filter(|n| (first + 1..=last).contains(n)).collect();
        let theme = cites.first().and_then(|n| themes.iter().position(|theme| theme.sentences.contains(&(n - 1))));
        if let Some(sentences) = theme.map(|at| &mut out[at]).filter(|sentences| sentences.len() < SENTENCES) {
            sentences.push(MappedSentence { text: one.text, cites });
        }
    }
    match out.iter().all(Vec::is_empty) {
        true => Err("it cites none of the sentences".to_owned()),
        false => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(sentences: Range<usize>) -> ThemeMaterial {
        ThemeMaterial { heading: "Lamps".to_owned(), titles: Vec::new(), sentences }
    }

    #[test]
    fn themes_share_calls_only_where_the_budget_is_small() {
        assert_eq!(calls(3, None, true).unwrap(), [0..1, 1..2, 2..3]);
        assert_eq!(calls(3, Some(4), false).unwrap(), [0..1, 1..2, 2..3]);
        assert_eq!(calls(5, Some(3), false).unwrap(), [0..3, 3..5]);
        assert_eq!(calls(5, Some(4), true).unwrap(), [0..3, 3..5], "a judge has a call");
        assert_eq!(calls(5, Some(2), true).unwrap().first(), Some(&(0..5)));
        assert!(matches!(calls(3, Some(1), true), Err(LlmError::CallsSpent { most: 1 })));
        assert!(calls(0, Some(1), true).unwrap().is_empty(), "without themes the answer is the only call");
    }

    #[test]
    fn a_mapped_sentence_cites_sentences_of_its_theme_by_their_numbers_among_all() {
        let themes = [theme(4..6), theme(6..9)];
        let reply = "Lamps burn oil [1][2]. Boats need tar [3]. Nobody knows [9]. It rains.";
        let found = mapped(reply, &themes, "NO ANSWER").unwrap();
        let of = |text: &str, cites: &[usize]| MappedSentence { text: text.to_owned(), cites: cites.to_vec() };
        assert_eq!(found, [vec![of("Lamps burn oil.", &[5, 6])], vec![of("Boats need tar.", &[7])]]);
        assert!(mapped("It rains.", &themes, "NO ANSWER").is_err());
        assert_eq!(mapped("**NO ANSWER**", &themes, "NO ANSWER"), Ok(vec![Vec::new(); 2]));
    }
}
