//! The proposal of a paper: its first statement, and its names (named entities of a title, cue
//! phrases of novelty).

use quipu_kernel::text::head;
use quipu_language::scholarly::{Sign, words};
use rustc_hash::FxHashSet;

use super::sentence::ReadSentence;

/// The most bytes of a title that are read.
const LONGEST_TITLE: usize = 1_000;

/// Known properties of a paper before its sentences are weighed.
pub(super) struct Proposed {
    /// The names that the paper gives to its proposal, in lower case.
    pub(super) names: FxHashSet<String>,
    /// The first sentence in which something is proposed.
    pub(super) first: Option<usize>,
}

impl Proposed {
    /// Reads a title and the sentences of a paper.
    pub(super) fn of(title: &str, sentences: &[ReadSentence<'_>]) -> Self {
        let mut known = Self { names: names_of_title(title), first: None };
        for (at, one) in sentences.iter().enumerate().filter(|(_, one)| one.role.opens()) {
            if known.is_proposal(one) {
                known.first = known.first.or(Some(at));
                let from = one.cues.after(Sign::Proposes).unwrap_or(0).min(one.words.len());
                let named = one.words.get(from).filter(|word| is_name(word.core));
                known.names.extend(named.map(|word| word.lower.clone()));
            }
        }
        known
    }

    /// True if a sentence states that the authors propose something, and no results or challenges.
    pub(super) fn is_proposal(&self, one: &ReadSentence<'_>) -> bool {
        let cues = &one.cues;
        let proposes = cues.has(Sign::Proposes) && (cues.has(Sign::Own) || !cues.has(Sign::Others));
        (proposes || self.is_brought(one)) && !cues.has(Sign::Shows) && !one.text.contains("et al")
    }

    /// True if a name of the paper's own stands right before its description.
    fn is_brought(&self, one: &ReadSentence<'_>) -> bool {
        let Some(at) = one.cues.at(Sign::Brings) else { return false };
        one.words[at.saturating_sub(2)..at].iter().any(|word| self.names.contains(&word.lower))
    }
}

/// The names that a title gives: a word that stands alone before its colon, or those of its first
/// words that look like names.
fn names_of_title(title: &str) -> FxHashSet<String> {
    let title = head(title, LONGEST_TITLE);
    let begins = title.split_once(':').map_or(title, |(name, _)| name);
    let words = words(begins);
    let alone = words.len() == 1 && begins.len() < title.len();
    let named = words.iter().take(3).filter(|word| alone || is_name(word.core));
    named.filter(|word| !word.lower.is_empty()).map(|word| word.lower.clone()).collect()
}

/// True if a word looks like a name: two capitals, or a capital or digit inside it.
pub(super) fn is_name(core: &str) -> bool {
    let capitals = core.chars().filter(|c| c.is_uppercase()).count();
    let letters = core.chars().filter(|c| c.is_alphabetic()).count();
    letters > 1
        && (capitals > 1 || capitals == 1 && core.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_titles() {
        let names = |title: &str| {
            let mut all: Vec<String> = names_of_title(title).into_iter().collect();
            all.sort();
            all.join(" ")
        };
        assert_eq!(names("Lampion: lamps without glare"), "lampion");
        assert_eq!(names("LampNet++ for rooms"), "lampnet");
        assert_eq!(names("Deep lamps: a survey"), "");
        assert_eq!(names("On lamps"), "");
    }
}
