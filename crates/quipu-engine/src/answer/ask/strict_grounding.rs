//! The strict check of a text that a model writes: only sentences that the quotes which they cite support are left.
//!
//! It is the check of any written answer ([`grounding`]), but a sentence that cites several quotes may be supported by
//! all of them together, one that cites a number which no source has is not, and what is not supported goes.

use quipu_language::answer::{AnswerSentence, Backing, written};

use super::cited_sources::CitableSource;
use super::grounding::{self, backing, backing_of, by_words};
use crate::answer::{By, CheckedSentence};
use crate::base::gateway::Cached;
use crate::base::prompt::PromptTemplate;

/// A text with its supported sentences alone.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct SupportedAnswer {
    pub(super) text: String,
    pub(super) sentences: Vec<CheckedSentence>,
    /// Number of sentences that were left out since nothing supports them.
    pub(super) dropped: usize,
}

/// The supported part of a text; the judge is asked where words do not decide.
pub(super) async fn supported(
    judge: Option<&Cached>,
    words: &PromptTemplate,
    question: &str,
    text: &str,
    sources: &[CitableSource],
) -> SupportedAnswer {
    let found = written(text);
    let backings: Vec<Backing> = sources.iter().map(backing).collect();
    let asked = Backing::new([question]);
    let mut checked: Vec<CheckedSentence> = found.iter().map(|one| by_words(one, &backings, &asked)).collect();
    checked.iter_mut().for_each(|one| together(one, sources, &asked));
    if let Some(llm) = judge {
        grounding::judged(llm, words, sources, &backings, &asked, &mut checked).await;
    }
    for (one, checked) in found.iter().zip(&mut checked) {
        checked.supported &= one.cites.iter().all(|n| (1..=sources.len()).contains(n));
    }
    let keeps = kept(&checked);
    let text = joined(text, &found, &checked, &keeps);
    let dropped = checked.iter().filter(|one| !one.supported).count();
    let sentences = checked.into_iter().zip(keeps).filter(|(_, keep)| *keep).map(|(one, _)| one).collect();
    SupportedAnswer { text, sentences, dropped }
}

/// Supports a sentence by all that it cites, where none of these supports it alone.
fn together(one: &mut CheckedSentence, sources: &[CitableSource], asked: &Backing) {
    if one.supported || one.cites.len() < 2 {
        return;
    }
    let found = backing_of(one.cites.iter().map(|n| &sources[n - 1])).support(&one.text, asked);
    if found.holds() {
        (one.supported, one.share, one.missing) = (true, found.share, Vec::new());
    }
}

/// The sentences that stay: supported ones with citations, and what leads to one of these, such as a heading.
fn kept(checked: &[CheckedSentence]) -> Vec<bool> {
    let mut out = vec![false; checked.len()];
    let (mut behind, mut led) = (false, false);
    for (at, one) in checked.iter().enumerate().rev() {
        let leads = one.by == By::Nothing && one.cites.is_empty();
        // Of two headings in a row both lead to what follows.
        let was_lead = std::mem::replace(&mut led, leads);
        match leads {
            true => {
                out[at] = if was_lead { out[at + 1] } else { behind };
                behind = false;
            }
            false => {
                out[at] = one.supported;
                behind |= one.supported;
            }
        }
    }
    out
}

/// The kept sentences as they were written, with citations that were found missing.
fn joined(text: &str, found: &[AnswerSentence], checked: &[CheckedSentence], keeps: &[bool]) -> String {
    let (mut out, mut last, mut gap) = (String::with_capacity(text.len()), 0, "");
    for ((one, checked), keep) in found.iter().zip(checked).zip(keeps) {
        let between = text.get(last..one.span.start as usize).unwrap_or_default();
        last = one.span.end as usize;
        // Of the gaps around what was left out, the widest parts what stays.
        let wider = between.matches('\n').count() > gap.matches('\n').count();
        gap = if gap.is_empty() || wider { between } else { gap };
        if !keep {
            continue;
        }
        if !out.is_empty() {
            out.push_str(gap);
        }
        gap = "";
        out.push_str(text.get(one.span.range()).unwrap_or_default());
        if one.cites.is_empty() {
            checked.cites.iter().for_each(|n| out.push_str(&format!(" [{n}]")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::ask::cited_sources::SourceRow;
    use crate::base::hits::ShownHit;

    fn source(text: &str) -> CitableSource {
        CitableSource {
            head: String::new(),
            text: text.to_owned(),
            hits: vec![ShownHit::of_text(text)],
            row: SourceRow::Passage,
        }
    }

    async fn left(text: &str) -> (String, usize) {
        let sources = [source("The lamps of the quay burn whale oil."), source("The boats of Tarn carry slate.")];
        let words = PromptTemplate { system: String::new(), user: String::new() };
        let found = supported(None, &words, "What is this about?", text, &sources).await;
        (found.text, found.dropped)
    }

    #[tokio::test]
    async fn only_sentences_that_their_quotes_say_are_left() {
        let said = "Lamps burn whale oil [1]. Pirates stole them in 1830 [1]. Boats carry slate [2].";
        assert_eq!(left(said).await, ("Lamps burn whale oil [1]. Boats carry slate [2].".to_owned(), 1));
        assert_eq!(left("Boats of Tarn carry slate.").await.0, "Boats of Tarn carry slate. [2]", "a citation is found");
        assert_eq!(left("Boats carry slate [2][7].").await, (String::new(), 1), "there is no seventh quote");
    }

    #[tokio::test]
    async fn several_quotes_support_a_sentence_together() {
        let said = "Quay lamps burn whale oil while boats of Tarn carry slate [1][2].";
        assert_eq!(left(said).await, (said.to_owned(), 0));
    }

    #[tokio::test]
    async fn a_heading_goes_with_all_that_it_leads_to() {
        let said = "# Lamps\n\nPirates stole silver coins [1].\n\n# Boats\n\nThey are:\n\n- Boats carry slate [2].\n- Kings sail [2].";
        assert_eq!(left(said).await, ("# Boats\n\nThey are:\n\n- Boats carry slate [2].".to_owned(), 2));
    }
}
