//! A question's words with their weights, and the words of the question in a text.

use rustc_hash::FxHashMap;

use super::asked::word_forms::quoted_versions;
use super::asked::{Asked, asked, asks_who_may, only_asks, working};
use super::topic::{framed, marked_runs};
use quipu_kernel::rank::bm25::idf;
use quipu_kernel::text::{fold_name, is_stop_word, variants, words};
use quipu_kernel::view::{Question, QuestionWord, WordCounts};

/// Some of a question's words: a set of positions in [`Question::words`], of the first 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct WordSet(u128);

impl WordSet {
    pub(super) fn all() -> Self {
        Self(u128::MAX)
    }

    pub(super) fn one(at: usize) -> Self {
        Self(u32::try_from(at).ok().and_then(|at| 1_u128.checked_shl(at)).unwrap_or(0))
    }

    pub(super) fn has(self, at: usize) -> bool {
        self.0 & Self::one(at).0 != 0
    }

    pub(super) fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    pub(super) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) fn holds(self, all: Self) -> bool {
        all.0 & !self.0 == 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// A question's words with their weights.
pub(super) struct WeighedWords {
    /// Position in [`Question::words`] of each term.
    terms: FxHashMap<String, usize>,
    /// Position in [`Question::words`] of each root.
    roots: FxHashMap<String, usize>,
    /// Position in [`Question::words`] of each stem, in a language whose words the index does not stem.
    stems: FxHashMap<String, usize>,
    /// Weight of each word of the question: its idf, 0 for stop words and for words that only ask.
    pub(super) weights: Vec<f64>,
    /// The words with a weight.
    pub(super) weighty: WordSet,
    /// The form and the expected type of the question.
    pub(super) asked: Asked,
    /// The question.
    pub(super) text: String,
    /// Its folded words, in order.
    pub(super) folded: Vec<String>,
    /// True if it asks who may do something.
    pub(super) asks_who_may: bool,
    /// Versions that it names, without a `v`.
    versions: Vec<String>,
    /// The runs of its words that are written as names, framed.
    runs: Vec<String>,
    /// Names of code that it says, in small letters.
    literals: Vec<String>,
    /// Folded codes that it may look up: its numbers, and names that hold one.
    codes: Vec<String>,
}

impl WeighedWords {
    pub(super) fn new(question: &Question, counts: &WordCounts) -> Self {
        let all: Vec<String> = words(&question.text).into_iter().map(|word| word.text).collect();
        let chunks = |at: usize| counts.chunks.get(at).copied().unwrap_or(0);
        let folded: Vec<&str> = all.iter().map(String::as_str).collect();
        let idle = working(&folded);
        let asked = asked(&question.text);
        let is_grammar = |word: &str| asked.language.is_grammar(&question.text, word);
        let weight = |(at, word): (usize, &QuestionWord)| {
            if is_stop_word(&word.text)
                || only_asks(&word.text)
                || asked.form.is_named_by(&word.text)
                || idle == Some(word.text.as_str())
                || is_grammar(&word.text)
            {
                0.0
            } else {
                idf(&counts.workspace, chunks(at))
            }
        };
        let weights: Vec<f64> = question.words.iter().enumerate().map(weight).collect();
        let weighty = (0..weights.len())
            .filter(|at| weights[*at] > 0.0)
            .fold(WordSet::default(), |said, at| said.and(WordSet::one(at)));
        let (mut terms, mut stems) = (FxHashMap::default(), FxHashMap::default());
        for (at, word) in question.words.iter().enumerate() {
            for term in &word.terms {
                terms.entry(term.clone()).or_insert(at);
            }
        }
        for (at, word) in question.words.iter().enumerate().filter(|(at, _)| weights[*at] > 0.0) {
            if let Some(stem) = asked.language.stem(&word.text) {
                stems.entry(stem).or_insert(at);
            }
        }
        let rooted =
            question.words.iter().enumerate().filter_map(|(at, word)| Some((root(&word.text)?.to_owned(), at)));
        let roots = rooted.filter(|(_, at)| weights[*at] > 0.0).collect();
        let (literals, codes) = (literals(&question.text), codes(&question.text));
        let (versions, text) = (quoted_versions(&question.text).map(str::to_owned).collect(), question.text.clone());
        let runs = marked_runs(&text).iter().map(|run| framed(run)).collect();
        let asks_who_may = asks_who_may(&all, asked);
        Self {
            terms,
            roots,
            stems,
            weights,
            weighty,
            asked,
            folded: all,
            asks_who_may,
            versions,
            runs,
            literals,
            codes,
            text,
        }
    }

    /// True if the question looks something up, as by a number.
    pub(super) fn looks_up(&self) -> bool {
        !self.codes.is_empty()
    }

    /// True if a whole cell is a code that the question looks up.
    pub(super) fn is_looked_up(&self, cell: &str) -> bool {
        cell.contains(|c: char| c.is_ascii_digit()) && self.codes.contains(&fold_name(cell))
    }

    /// True if the question names a version.
    pub(super) fn names_version(&self) -> bool {
        !self.versions.is_empty()
    }

    /// True if a text holds a version of the question, digit by digit.
    pub(super) fn is_of_version(&self, text: &str) -> bool {
        quoted_versions(text).any(|version| self.versions.iter().any(|asked| asked == version))
    }

    /// Weight of a whole cell that the question writes as a name, or of two words or more; 0 of any other.
    pub(super) fn named_by(&self, cell: &str) -> f64 {
        let said = self.said(cell).both(self.weighty);
        let cell = framed(cell);
        let stands = |text: &String| text.contains(&cell);
        let is_long = || cell.trim().contains(' ') && framed(&self.text).contains(&cell);
        let is_name = cell.contains(char::is_alphabetic) && !said.is_empty();
        if is_name && (self.runs.iter().any(stands) || is_long()) { self.weight(said) } else { 0.0 }
    }

    /// True if a text holds a name of code of the question, letter by letter.
    pub(super) fn writes_literally(&self, seen: &str) -> bool {
        if self.literals.is_empty() {
            return false;
        }
        let lower = seen.to_lowercase();
        let apart = |literal: &str, at: usize| {
            let (before, behind) = (&lower[..at], &lower[at + literal.len()..]);
            let joins = |side: &str, end: bool| {
                if end { side.ends_with(char::is_alphanumeric) } else { side.starts_with(char::is_alphanumeric) }
            };
            let (left, right) =
                (joins(before, true) && joins(literal, false), joins(behind, false) && joins(literal, true));
            !left && !right
        };
        self.literals.iter().any(|literal| lower.match_indices(literal.as_str()).any(|(at, _)| apart(literal, at)))
    }

    /// Weight of some of the words.
    pub(super) fn weight(&self, said: WordSet) -> f64 {
        self.weights.iter().enumerate().filter(|(at, _)| said.has(*at)).map(|(_, weight)| weight).sum()
    }

    /// Share of the question's weight that `said` words have; 0 when nothing has weight.
    pub(super) fn share(&self, said: WordSet) -> f64 {
        let total: f64 = self.weights.iter().sum();
        if total > 0.0 { self.weight(said) / total } else { 0.0 }
    }

    /// The word of the question that a folded word is.
    pub(super) fn find(&self, folded: &str) -> Option<usize> {
        let known = |term: &str| self.terms.get(term).copied();
        let stemmed = || variants(folded).iter().find_map(|term| known(term));
        let negated = || {
            ["un", "non", "не", "без"]
                .iter()
                .filter_map(|no| folded.strip_prefix(no))
                .find_map(|rest| known(rest).filter(|_| rest.chars().count() > 3))
        };
        let own = || {
            let stem = self.asked.language.stem(folded);
            self.stems.get(stem.as_deref().unwrap_or(folded)).copied()
        };
        let stemmed = || stemmed().or_else(own);
        known(folded).or_else(stemmed).or_else(|| self.roots.get(root(folded)?).copied()).or_else(negated)
    }

    /// The words of the question in a text.
    pub(super) fn said(&self, text: &str) -> WordSet {
        words(text)
            .iter()
            .filter_map(|word| self.find(&word.text))
            .fold(WordSet::default(), |said, at| said.and(WordSet::one(at)))
    }
}

/// Marks around a word that do not belong to it.
const AROUND: &[char] = &['?', ',', ';', '"', '\'', '«', '»', '`', '(', ')', ':', '!', '“', '”'];

/// Names of code in a question, in small letters: words that hold a dot, an underscore or a slash inside, are written
/// in camel case, or begin with a mark.
fn literals(text: &str) -> Vec<String> {
    let pieces = text.split_whitespace().map(|piece| piece.trim_matches(AROUND).trim_end_matches('.'));
    pieces.filter(|piece| is_literal(piece)).map(str::to_lowercase).collect()
}

/// Maximal number of words of a name that is looked up.
const LONGEST: usize = 4;

/// The numbers of a question, as `17`, `A-1003` or `Pump P4`: neighbours of which one holds a digit, folded.
fn codes(text: &str) -> Vec<String> {
    let pieces: Vec<&str> = text
        .split_whitespace()
        .map(|piece| piece.trim_matches(AROUND).trim_end_matches('.').trim_matches(AROUND))
        .collect();
    let mut out = Vec::new();
    for at in 0..pieces.len() {
        for end in at + 1..=(at + LONGEST).min(pieces.len()) {
            let name = &pieces[at..end];
            if name.iter().any(|piece| piece.contains(|c: char| c.is_ascii_digit())) {
                out.push(fold_name(&name.join(" ")));
            }
        }
    }
    out
}

fn is_literal(piece: &str) -> bool {
    let letters: Vec<char> = piece.chars().collect();
    let inner = letters.iter().skip(1).rev().skip(1).any(|c| matches!(c, '.' | '_' | '/' | ':' | '=' | '(' | '<'));
    let camel = letters.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    letters.len() > 1 && (inner || camel || piece.starts_with(['~', '.', '/', '^', '@', '$', '#', '<', '-']))
}

/// The first letters of a longer word, which its inflected forms share where stemmers fail.
pub(super) fn root(folded: &str) -> Option<&str> {
    let letters = if folded.is_ascii() { 6 } else { 5 };
    let end = folded.char_indices().nth(letters)?.0;
    folded.get(..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_looked_up_with_the_words_beside_them() {
        let codes = codes("Who sent order B-77 and pump P4?");
        for looked_up in ["B-77", "order B-77", "pump p4", "P4"] {
            assert!(codes.contains(&fold_name(looked_up)), "{looked_up}: {codes:?}");
        }
        assert!(super::codes("Who sent it?").is_empty());
    }

    #[test]
    fn sets_of_words() {
        let (a, b) = (WordSet::one(1), WordSet::one(127));
        let both = a.and(b);
        assert!(both.has(1) && both.has(127) && !both.has(0) && both.holds(a) && !a.holds(both));
        assert_eq!((both.count(), both.without(a), both.both(a)), (2, b, a));
        assert!(WordSet::one(128).is_empty() && WordSet::default().is_empty());
    }
}
