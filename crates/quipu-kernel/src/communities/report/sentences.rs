//! The sentences that say most of a community's members, each another thing (maximal marginal relevance).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::communities::jaccard;
use crate::model::{Key, Span};
use crate::rank::mmr::Mmr;
use crate::text::{count_words, sentences, words};

/// Weight of a sentence's relevance against its difference from those taken before.
const LAMBDA: f64 = 0.7;
/// Minimal and maximal number of words that a sentence counts for.
const WORDS: (usize, usize) = (8, 40);
/// Length of a usable sentence in words; shorter ones say nothing, longer ones are no sentences.
const LENGTH: std::ops::RangeInclusive<usize> = 5..=60;
/// Factor of a sentence that states a relation.
const STATES: f64 = 1.2;
/// Maximal number of sentences of one document.
const OF_DOCUMENT: usize = 2;

/// A passage that speaks of a community.
#[derive(Debug, Clone)]
pub struct ReportChunk<'a> {
    /// The chunk.
    pub chunk: Key,
    /// Its document.
    pub document: Key,
    /// Its text.
    pub text: &'a str,
    /// Mentioned members, each with its place.
    pub mentions: Vec<(Key, Span)>,
    /// Places that state a relation between members.
    pub stated: Vec<Span>,
}

/// A sentence that may stand in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ReportCandidate {
    /// The chunk.
    pub chunk: Key,
    /// Its document.
    pub document: Key,
    /// Place in the chunk's text.
    pub span: Span,
    /// The sentence.
    pub text: String,
    /// Mentioned members, sorted.
    pub members: Vec<Key>,
    /// True if it states a relation between two members.
    pub stated: bool,
}

/// The sentences of passages that mention two members or more; of passages without such, those that mention one.
pub fn candidates(passages: &[ReportChunk<'_>]) -> Vec<ReportCandidate> {
    let mut found = Vec::new();
    for passage in passages {
        for span in sentences(passage.text) {
            let inside = |at: &Span| at.start >= span.start && at.end <= span.end && !at.is_empty();
            let mentioned = passage.mentions.iter().filter(|(_, at)| inside(at)).map(|(member, _)| *member);
            let members: Vec<Key> = mentioned.collect::<BTreeSet<_>>().into_iter().collect();
            let text = &passage.text[span.range()];
            if members.is_empty() || !reads(text) {
                continue;
            }
            found.push(ReportCandidate {
                chunk: passage.chunk,
                document: passage.document,
                span,
                text: text.to_owned(),
                stated: passage.stated.iter().any(|at| at.start < span.end && span.start < at.end),
                members,
            });
        }
    }
    if found.iter().any(|one| one.members.len() > 1) {
        found.retain(|one| one.members.len() > 1);
    }
    found
}

/// True if a text reads as a sentence: no heading, no row of a table, no code, of a usable length.
fn reads(text: &str) -> bool {
    let begins = text.trim_start_matches(['-', '*', '+', '>', ' ']);
    let marked = begins.starts_with(['#', '|', '`', '!', '<', '{']) || text.contains(" | ") || text.contains("](");
    // A file's name that was written at the head of its text.
    let headed = begins.split_whitespace().next().is_some_and(|first| first.contains('_'));
    !marked && !headed && LENGTH.contains(&count_words(text)) && begins.starts_with(char::is_alphabetic)
}

/// The best of some candidates, at most so many: by how central and how rare the members are that they mention.
/// `weights` is for each member both multiplied.
pub fn chosen<'a>(
    candidates: &'a [ReportCandidate],
    weights: &BTreeMap<Key, f64>,
    most: usize,
) -> Vec<&'a ReportCandidate> {
    let score = |one: &ReportCandidate| {
        let said: f64 = one.members.iter().filter_map(|member| weights.get(member)).sum();
        let length = count_words(&one.text).clamp(WORDS.0, WORDS.1) as f64;
        said / length.sqrt() * if one.stated { STATES } else { 1.0 }
    };
    let scores: Vec<f64> = candidates.iter().map(score).collect();
    let best = scores.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let runs: Vec<BTreeSet<[String; 3]>> = candidates.iter().map(|one| runs(&one.text)).collect();
    let mut mmr = Mmr::new(LAMBDA);
    (0..candidates.len()).for_each(|at| mmr.add(at, scores[at] / best, 0.0));
    let (mut taken, mut of_document) = (Vec::new(), BTreeMap::new());
    while let Some(pick) =
        mmr.pick(f64::NEG_INFINITY, |a, b| jaccard(&runs[*a], &runs[*b])).filter(|_| taken.len() < most)
    {
        let one = &candidates[pick.value];
        let from = of_document.entry(one.document).or_insert(0);
        if *from < OF_DOCUMENT {
            *from += 1;
            taken.push(one);
        }
    }
    taken
}

/// The runs of three words in a text.
fn runs(text: &str) -> BTreeSet<[String; 3]> {
    let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
    words.windows(3).map(|run| [run[0].clone(), run[1].clone(), run[2].clone()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_say_most_are_taken_and_none_twice() {
        let [a, b, c] = ["a", "b", "c"].map(Key::text);
        let text = "# Ada and Bob\nAda met Bob in the tower by the sea. The sea was very cold that day. Ada met Bob in the tower by the sea again. Cid wrote to Ada about the lens.";
        let of = |name: &'static str, member: Key| {
            text.match_indices(name).map(move |(at, found)| (member, Span::new(at, at + found.len())))
        };
        let mentions = of("Ada", a).chain(of("Bob", b)).chain(of("Cid", c)).collect();
        let passage =
            ReportChunk { chunk: Key::text("1"), document: Key::text("d"), text, mentions, stated: Vec::new() };
        let found = candidates(&[passage]);
        assert_eq!(found.len(), 3, "neither the heading nor what mentions nobody: {found:?}");
        let weights = BTreeMap::from([(a, 0.5), (b, 0.3), (c, 0.2)]);
        let taken: Vec<&str> = chosen(&found, &weights, 5).into_iter().map(|one| one.text.as_str()).collect();
        assert_eq!(
            taken,
            ["Ada met Bob in the tower by the sea.", "Cid wrote to Ada about the lens."],
            "two of a document"
        );
    }
}
