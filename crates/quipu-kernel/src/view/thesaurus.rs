//! Words of the same meaning, as data that a strategy gets with its question: families of words, words without
//! meaning, and predicates by their wordings. The crate that reads a language provides these words; with an empty
//! thesaurus words are compared by their stems.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::{language_of, stemmed};

/// The longest ending after the beginning of a word that a family lists.
const LONGEST_ENDING: usize = 7;

/// Families of words, small words, and predicates by their wordings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thesaurus {
    whole: FxHashMap<Box<str>, Box<str>>,
    /// Beginnings of words, each with its family, in order.
    begins: Vec<(Box<str>, Box<str>)>,
    small: FxHashSet<Box<str>>,
    /// Wordings with `|` between them, each with the name of their predicate.
    predicates: Vec<(Box<str>, Box<str>)>,
}

impl Thesaurus {
    /// Adds a family of words; a `*` at the end of a word stands for any ending. A word of two families is of the
    /// first.
    pub fn family<'a>(&mut self, name: &str, words: impl IntoIterator<Item = &'a str>) {
        for word in words {
            match word.strip_suffix('*') {
                Some(begin) => self.begins.push((begin.into(), name.into())),
                None => _ = self.whole.entry(word.into()).or_insert_with(|| name.into()),
            }
        }
    }

    /// Adds words that say nothing of which statement is meant.
    pub fn small<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        self.small.extend(words.into_iter().map(Box::from));
    }

    /// Adds wordings of a predicate, as [`listed`] reads them; those that were added first come first.
    pub fn predicate(&mut self, name: &str, wordings: &str) {
        self.predicates.push((wordings.into(), name.into()));
    }

    /// The family that a folded word is of.
    pub fn family_of(&self, word: &str) -> Option<&str> {
        let ends = |begin: &str| word.strip_prefix(begin).is_some_and(|end| end.chars().count() <= LONGEST_ENDING);
        let whole = self.whole.get(word).map(AsRef::as_ref);
        whole.or_else(|| self.begins.iter().find(|(begin, _)| ends(begin)).map(|(_, name)| name.as_ref()))
    }

    /// The family of a folded word, else its stem.
    pub fn key(&self, word: &str) -> String {
        let language = || if word.is_ascii() { "en" } else { language_of(word) };
        self.family_of(word).map_or_else(|| stemmed(word, language()), str::to_owned)
    }

    /// True if a folded word does not help to select a statement.
    pub fn is_small(&self, word: &str) -> bool {
        self.small.contains(word)
    }

    /// The canonical name of a predicate; a predicate without a row is its own name.
    pub fn canonical<'a>(&'a self, predicate: &'a str) -> &'a str {
        let row = self.predicates.iter().find(|(wordings, _)| listed(wordings, predicate));
        row.map_or(predicate, |(_, name)| name)
    }
}

/// True if a predicate is one of a list of wordings with `|` between them, in which a `*` at either end stands for
/// anything.
pub fn listed(wordings: &str, predicate: &str) -> bool {
    wordings.split('|').filter(|wording| !wording.is_empty()).any(|wording| match wording.split_once('*') {
        None => predicate == wording,
        Some((before, after)) => {
            predicate.len() >= before.len() + after.len() && predicate.starts_with(before) && predicate.ends_with(after)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_no_family_is_compared_by_its_stem() {
        let mut words = Thesaurus::default();
        assert_eq!(words.key("lighthouses"), words.key("lighthouse"));
        words.family("lead", ["led", "direct*"]);
        words.family("film", ["led", "directs"]);
        assert_eq!(["led", "directed", "directs"].map(|word| words.key(word)), ["lead", "lead", "film"]);
        assert_eq!(words.family_of("directorialship"), None, "an ending has a length");
    }

    #[test]
    fn predicates_are_called_by_the_first_row_that_lists_them() {
        let mut words = Thesaurus::default();
        words.predicate("directed by", "directs|* directed by");
        words.predicate("ruled by", "directs|rules");
        let called = ["directs", "was directed by", "rules", "keeps"].map(|predicate| words.canonical(predicate));
        assert_eq!(called, ["directed by", "directed by", "ruled by", "keeps"]);
    }
}
