//! The check of a model's answer against the sources that it cites, sentence by sentence (groundedness, faithfulness).
//!
//! Words decide first; a judge is asked about the others, and believed only where the words that it quotes
//! stand in the source. An unsupported sentence stays, with a mark: no other check can decide whether it is
//! true.

use quipu_language::answer::{AnswerSentence, Backing, Support, declines, nearest, written};

use super::answer_writer::AnswerWriter;
use super::cited_sources::CitableSource;
use super::judge;
use super::quote::QuotedSentence;
use crate::answer::{By, CheckedSentence};
use crate::base::gateway::Cached;
use crate::base::prompt::PromptTemplate;

/// The mark behind an unsupported sentence.
const UNSUPPORTED: &str = " [?]";

/// An answer, checked.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CheckedAnswer {
    /// The text, with citations that were found missing and marks of unsupported sentences.
    pub(super) text: String,
    /// Its sentences.
    pub(super) sentences: Vec<CheckedSentence>,
    /// Its quotes of its sources, by the number of the source.
    pub(super) quotes: Vec<(usize, usize, QuotedSentence)>,
    /// Numbers that it cites and that no source has.
    pub(super) unknown: Vec<usize>,
    /// True if it only states that the sources do not answer.
    pub(super) declined: bool,
}

/// Holds an answer against its sources.
pub(super) async fn check(
    writer: &AnswerWriter,
    question: &str,
    text: &str,
    sources: &[CitableSource],
) -> CheckedAnswer {
    let found = written(text);
    if !found.is_empty() && found.iter().all(|one| declines(one) || one.text.is_empty()) {
        return CheckedAnswer { declined: true, ..CheckedAnswer::default() };
    }
    let backings: Vec<Backing> = sources.iter().map(backing).collect();
    let asked = Backing::new([question]);
    let mut sentences: Vec<CheckedSentence> = found.iter().map(|one| by_words(one, &backings, &asked)).collect();
    if let Some(llm) = &writer.judge {
        judged(llm, &writer.words.judge, sources, &backings, &asked, &mut sentences).await;
    }
    let mut unknown: Vec<usize> = found.iter().flat_map(|one| &one.cites).copied().collect();
    unknown.retain(|n| !(1..=sources.len()).contains(n));
    unknown.sort_unstable();
    unknown.dedup();
    CheckedAnswer {
        text: marked(text, &found, &sentences),
        quotes: quotes(&sentences, sources),
        sentences,
        unknown,
        declined: false,
    }
}

/// Asks a judge about the sentences that words do not support.
pub(super) async fn judged(
    llm: &Cached,
    words: &PromptTemplate,
    sources: &[CitableSource],
    backings: &[Backing],
    asked: &Backing,
    sentences: &mut [CheckedSentence],
) {
    judge::judge(llm, words, sources, sentences, |sentence| {
        let backing = |n: &usize| &backings[n - 1];
        sentence.cites.iter().map(backing).map(|of| of.support(&sentence.text, asked).share).fold(0.0, f64::max)
    })
    .await;
}

/// The texts of a source's chunks, their titles and headings included.
pub(super) fn backing(source: &CitableSource) -> Backing {
    backing_of([source])
}

/// The texts of several sources.
pub(super) fn backing_of<'a>(sources: impl IntoIterator<Item = &'a CitableSource>) -> Backing {
    let texts = sources.into_iter().flat_map(|source| &source.hits).flat_map(|hit| {
        let heads = hit.heading.iter().map(String::as_str);
        heads.chain([hit.title.as_str(), hit.prefix.as_str(), hit.text.as_str()])
    });
    Backing::new(texts)
}

/// A sentence judged by its words: checked against its citations, or without citations against the one
/// source that covers most of it.
pub(super) fn by_words(one: &AnswerSentence, backings: &[Backing], asked: &Backing) -> CheckedSentence {
    if says_nothing(one) {
        let (text, cites) = (one.text.clone(), Vec::new());
        return CheckedSentence { text, cites, supported: true, by: By::Nothing, share: 1.0, missing: Vec::new() };
    }
    let cites: Vec<usize> = one.cites.iter().copied().filter(|n| (1..=backings.len()).contains(n)).collect();
    let of = |n: &usize| backings[n - 1].support(&one.text, asked);
    let best = |numbers: &[usize]| {
        let supports = numbers.iter().map(|n| (*n, of(n)));
        supports.max_by(|(_, a), (_, b)| rank(a).total_cmp(&rank(b)))
    };
    let all: Vec<usize> = (1..=backings.len()).rev().collect();
    let (found, cites) = match best(&cites) {
        Some((_, support)) => (support, cites),
        None => match best(&all) {
            Some((n, support)) if support.holds() && support.looked_for > 0 => (support, vec![n]),
            Some((_, support)) => (support, Vec::new()),
            None => (Support::default(), Vec::new()),
        },
    };
    let empty = found.looked_for == 0;
    let supported = found.holds() && (empty || !cites.is_empty());
    let by = if empty { By::Nothing } else { By::Words };
    CheckedSentence { text: one.text.clone(), cites, supported, by, share: found.share, missing: found.missing }
}

/// True if a sentence states nothing: a heading, an introduction such as `These are:`, or a refusal such as `The
/// passages do not say when.`
fn says_nothing(one: &AnswerSentence) -> bool {
    let leads = one.text.starts_with('#') || one.text.ends_with(':');
    one.cites.is_empty() && (leads || declines(one))
}

/// The score of a source's support for a sentence.
fn rank(support: &Support) -> f64 {
    support.share - support.missing.len() as f64
}

/// The text with the citations that were found missing, and a mark behind each unsupported sentence.
fn marked(text: &str, found: &[AnswerSentence], sentences: &[CheckedSentence]) -> String {
    let (mut out, mut last) = (String::with_capacity(text.len() + 16), 0);
    for (one, checked) in found.iter().zip(sentences) {
        let end = one.span.end as usize;
        out.push_str(text.get(last..end).unwrap_or_default());
        last = end;
        if !checked.supported {
            out.push_str(UNSUPPORTED);
        } else if one.cites.is_empty() {
            checked.cites.iter().for_each(|n| out.push_str(&format!(" [{n}]")));
        }
    }
    out.push_str(text.get(last..).unwrap_or_default());
    out
}

/// For each source that a supported sentence cites, its sentence that supports most of what is cited from it:
/// number, position of its chunk among the source's, and place.
fn quotes(sentences: &[CheckedSentence], sources: &[CitableSource]) -> Vec<(usize, usize, QuotedSentence)> {
    let mut numbers: Vec<usize> =
        sentences.iter().filter(|one| one.supported).flat_map(|one| &one.cites).copied().collect();
    numbers.sort_unstable();
    numbers.dedup();
    let quote = |n: usize| {
        let said = sentences.iter().filter(|one| one.supported && one.cites.contains(&n));
        let said = said.map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ");
        let hits = &sources[n - 1].hits;
        let found = hits.iter().enumerate().find_map(|(at, hit)| Some((at, hit, nearest(&hit.text, &said)?)));
        // A translation shares no word with its source: the passage's beginning is shown then.
        let (at, hit, span) = found.or_else(|| {
            let hit = hits.first()?;
            Some((0, hit, *quipu_kernel::text::sentences(&hit.text).first()?))
        })?;
        Some((n, at, QuotedSentence { hit: at, span, text: hit.text.get(span.range())?.to_owned() }))
    };
    numbers.into_iter().filter_map(quote).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::ask::sentence_checks::stands_in;

    #[test]
    fn a_quote_is_at_least_three_words_that_stand_there() {
        let text = "The bell of the  Tower was cast by Ilse Varga.";
        assert!(stands_in("“bell of the tower was”", text));
        assert!(!stands_in("the bell", text) && !stands_in("", text) && !stands_in("bell of the church", text));
    }

    #[test]
    fn marks_and_missing_citations_go_behind_their_sentences() {
        let text = "# Bell\n\nVarga cast it. Nobody knew!\n\n- So it is [2].";
        let found = written(text);
        let of = |text: &str, cites: &[usize], supported| CheckedSentence {
            text: text.to_owned(),
            cites: cites.to_vec(),
            supported,
            by: By::Words,
            share: 1.0,
            missing: Vec::new(),
        };
        let checked: Vec<CheckedSentence> = found
            .iter()
            .map(|one| match one.text.as_str() {
                "Varga cast it." => of(&one.text, &[1], true),
                "Nobody knew!" => of(&one.text, &[], false),
                text => of(text, &one.cites, true),
            })
            .collect();
        let marked = marked(text, &found, &checked);
        assert_eq!(marked, "# Bell\n\nVarga cast it. [1] Nobody knew! [?]\n\n- So it is [2].");
    }
}
