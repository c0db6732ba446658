//! Cue phrases of a sentence, with their places (phrase matching with wildcards and gaps).
//!
//! A cue is a row of word patterns: `a/b` is either, `a*` any ending, `~` up to three words. Cues are indexed by
//! the first letters of their first word, so that the cost is linear in the words.

use crate::tables::sign::Sign;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::words::SaidWord;
use crate::{english, russian};

/// The cues of a sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct CuesFound {
    first: [Option<u16>; Sign::COUNT],
    past: [u16; Sign::COUNT],
    count: [u16; Sign::COUNT],
}

impl CuesFound {
    /// True if a cue of this sign stands in the sentence.
    pub fn has(&self, sign: Sign) -> bool {
        self.first[sign as usize].is_some()
    }

    /// Number of cues of this sign in the sentence.
    pub fn count(&self, sign: Sign) -> usize {
        usize::from(self.count[sign as usize])
    }

    /// The word at which the first cue of this sign begins.
    pub fn at(&self, sign: Sign) -> Option<usize> {
        self.first[sign as usize].map(usize::from)
    }

    /// The word after the first cue of this sign.
    pub fn after(&self, sign: Sign) -> Option<usize> {
        self.at(sign).map(|_| usize::from(self.past[sign as usize]))
    }
}

/// One word of a cue.
enum Pattern {
    /// One of these words; `true` where any ending may follow.
    Word(Vec<(&'static str, bool)>),
    /// Up to three words.
    Gap,
}

/// The cue phrases of all languages here.
fn lexicon() -> impl Iterator<Item = &'static (Sign, &'static str)> {
    english::papers::LEXICON.iter().chain(russian::papers::LEXICON)
}

/// The cues, and which begin with which letters.
struct Cues {
    all: Vec<(Sign, Vec<Pattern>)>,
    by_start: FxHashMap<[char; 2], Vec<usize>>,
}

static CUES: LazyLock<Cues> = LazyLock::new(|| {
    let mut out = Cues { all: Vec::new(), by_start: FxHashMap::default() };
    for (sign, phrases) in lexicon() {
        for phrase in phrases.split('|').map(str::trim).filter(|phrase| !phrase.is_empty()) {
            let patterns: Vec<Pattern> = phrase.split_whitespace().map(pattern).collect();
            if let Some(Pattern::Word(words)) = patterns.first() {
                for (word, _) in words {
                    let into = out.by_start.entry(start_of(word)).or_default();
                    if into.last() != Some(&out.all.len()) {
                        into.push(out.all.len());
                    }
                }
            }
            out.all.push((*sign, patterns));
        }
    }
    out
});

fn pattern(word: &'static str) -> Pattern {
    if word == "~" {
        return Pattern::Gap;
    }
    let one = |word: &'static str| word.strip_suffix('*').map_or((word, false), |stem| (stem, true));
    Pattern::Word(word.split('/').map(one).collect())
}

/// The first two letters of a word.
fn start_of(word: &str) -> [char; 2] {
    let mut chars = word.chars();
    [chars.next().unwrap_or(' '), chars.next().unwrap_or(' ')]
}

/// The cues that stand in the words of a sentence.
pub fn found(words: &[SaidWord<'_>]) -> CuesFound {
    let mut out = CuesFound::default();
    for (at, word) in words.iter().enumerate() {
        let Some(starting) = CUES.by_start.get(&start_of(&word.lower)) else { continue };
        // One place counts once for a sign, however many of its cues begin there.
        let mut counted = [false; Sign::COUNT];
        for (sign, patterns) in starting.iter().map(|cue| &CUES.all[*cue]) {
            let Some(past) = matched(patterns, words, at) else { continue };
            let sign = *sign as usize;
            if out.first[sign].is_none() {
                out.first[sign] = u16::try_from(at).ok();
                out.past[sign] = u16::try_from(past).unwrap_or(u16::MAX);
            }
            out.count[sign] += u16::from(!counted[sign]);
            counted[sign] = true;
        }
    }
    out
}

/// The word after a cue that begins at this word.
fn matched(patterns: &[Pattern], words: &[SaidWord<'_>], at: usize) -> Option<usize> {
    let Some((first, rest)) = patterns.split_first() else { return Some(at) };
    match first {
        Pattern::Gap => (0..=3).find_map(|skipped| matched(rest, words, at + skipped)),
        Pattern::Word(any) => {
            let lower = &words.get(at)?.lower;
            let fits = |(word, open): &(&str, bool)| if *open { lower.starts_with(word) } else { lower == word };
            any.iter().any(fits).then(|| matched(rest, words, at + 1)).flatten()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::words;
    use super::*;

    #[test]
    fn cues_have_endings_gaps_and_places() {
        let text = "To see further, we therefore also propose a lamp, предложенный метод.";
        let cues = found(&words(text));
        assert_eq!((cues.at(Sign::Proposes), cues.after(Sign::Proposes)), (Some(3), Some(7)));
        assert!(cues.has(Sign::Own) && !cues.has(Sign::Others));
    }

    #[test]
    fn every_cue_is_written_in_lower_case_and_begins_with_a_word() {
        for (sign, patterns) in &CUES.all {
            let Some(Pattern::Word(words)) = patterns.first() else { panic!("{sign:?} begins with a gap") };
            assert!(
                words.iter().all(|(word, _)| !word.is_empty() && word.to_lowercase() == *word),
                "{sign:?} {words:?}"
            );
        }
        for (sign, phrases) in lexicon() {
            assert!(!phrases.contains("||") && phrases.to_lowercase() == *phrases, "{sign:?}");
        }
    }
}
