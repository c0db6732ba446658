//! A question with a misspelt word, before it is refused: a word that no document has is read as one of the passages that
//! differs by one edit (Damerau, 1964), and the answer says so.

use quipu_kernel::text::{is_stop_word, language_of, words};
use quipu_kernel::view::{Question, WordCounts};
use rustc_hash::FxHashMap;

use super::Passage;
use super::asked::word_forms::widened;

/// A shorter word is one edit from many others; of these only two letters exchanged count.
const SHORTEST: usize = 5;
const SHORTEST_EXCHANGED: usize = 3;
/// The most unknown words that are compared with those of the passages: more make the question foreign, and cost time.
const TRIED: usize = 12;
/// The most words that are read in another way.
const MOST: usize = 3;

/// A question as it was perhaps meant.
#[derive(Debug, Clone)]
pub(super) struct RespelledQuestion {
    pub(super) question: Question,
    pub(super) counts: WordCounts,
    /// Each word as asked and as read.
    changes: Vec<Respelling>,
}

#[derive(Debug, Clone)]
struct Respelling {
    asked: String,
    read: String,
}

impl RespelledQuestion {
    /// The question with the words of the passages in place of words that no document has; none without such.
    pub(super) fn of(question: &Question, counts: &WordCounts, passages: &[Passage<'_>]) -> Option<Self> {
        let unknown = |(at, word): &(usize, &quipu_kernel::view::QuestionWord)| {
            let is_plain = word.text.chars().all(char::is_alphabetic) && !is_stop_word(&word.text);
            is_plain && counts.chunks.get(*at).is_some_and(|chunks| *chunks == 0)
        };
        let unknown: Vec<&str> =
            question.words.iter().enumerate().filter(unknown).map(|(_, word)| word.text.as_str()).take(TRIED).collect();
        if unknown.is_empty() {
            return None;
        }
        let said = vocabulary(passages);
        let changes: Vec<Respelling> =
            unknown.into_iter().filter_map(|word| Respelling::of(word, &said)).take(MOST).collect();
        if changes.is_empty() {
            return None;
        }
        let respelled = widened(Question::new(&written(&question.text, &changes)));
        let known = |word: &str| {
            let at = question.words.iter().position(|known| known.text == word)?;
            counts.chunks.get(at).copied().filter(|_| !changes.iter().any(|change| change.asked == word))
        };
        let chunks = respelled.words.iter().map(|word| {
            known(&word.text).unwrap_or_else(|| said.get(word.text.as_str()).map_or(1, |count| *count as u64))
        });
        let counts = WordCounts { workspace: counts.workspace, chunks: chunks.collect() };
        Some(Self { question: respelled, counts, changes })
    }

    /// The words that were read in another way, in the language of the question.
    pub(super) fn told(&self) -> String {
        let pairs = self.changes.iter().map(|Respelling { asked, read }| (asked, read));
        let parts: Vec<String> = match language_of(&self.question.text) {
            "ru" => pairs.map(|(asked, read)| format!("«{asked}» прочитано как «{read}»")).collect(),
            _ => pairs.map(|(asked, read)| format!("“{asked}” read as “{read}”")).collect(),
        };
        format!("({})", parts.join(", "))
    }
}

/// The words of passages, with the number of those that say each.
fn vocabulary(passages: &[Passage<'_>]) -> FxHashMap<String, usize> {
    let mut out: FxHashMap<String, usize> = FxHashMap::default();
    for passage in passages {
        let mut own: Vec<String> =
            words(passage.text).into_iter().chain(words(passage.title)).map(|word| word.text).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter().for_each(|word| *out.entry(word).or_default() += 1);
    }
    out
}

/// A text with its words changed.
fn written(text: &str, changes: &[Respelling]) -> String {
    let (mut out, mut end) = (String::with_capacity(text.len()), 0);
    for word in words(text) {
        let range = word.span.range();
        // Parts of a compound lie in the whole word before them.
        if let Some(change) = changes.iter().find(|change| change.asked == word.text).filter(|_| range.start >= end) {
            out.push_str(text.get(end..range.start).unwrap_or_default());
            out.push_str(&change.read);
            end = range.end;
        }
    }
    out.push_str(text.get(end..).unwrap_or_default());
    out
}

impl Respelling {
    /// The word of a vocabulary that is one edit from this one, the most frequent; none where there is none.
    fn of(word: &str, said: &FxHashMap<String, usize>) -> Option<Self> {
        let near = said.iter().filter(|(known, _)| is_near(word, known));
        let best = near.max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)))?;
        Some(Self { asked: word.to_owned(), read: best.0.clone() })
    }
}

/// True if two words that begin with one letter differ by one edit: a letter more, less, another, or two exchanged.
fn is_near(word: &str, known: &str) -> bool {
    if word.len().abs_diff(known.len()) > 4 || word.chars().next() != known.chars().next() {
        return false;
    }
    let shorter = word.chars().count().min(known.chars().count());
    // Of an exchange two letters are replaced (Levenshtein), and one edit is made (optimal string alignment).
    let exchanged = || strsim::levenshtein(word, known) == 2;
    shorter >= SHORTEST_EXCHANGED && strsim::osa_distance(word, known) == 1 && (shorter >= SHORTEST || exchanged())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_edit_is_near() {
        for (word, known) in [
            ("lanttern", "lantern"),
            ("lanten", "lantern"),
            ("lentern", "lantern"),
            ("latnern", "lantern"),
            ("hte", "het"),
        ] {
            assert!(is_near(word, known), "{word}: {known}");
        }
        for (word, known) in [("lantern", "lantern"), ("cat", "cut"), ("wantern", "lantern"), ("lant", "lantern")] {
            assert!(!is_near(word, known), "{word}: {known}");
        }
    }

    #[test]
    fn a_text_is_written_with_other_words() {
        let change = |asked: &str, read: &str| Respelling { asked: asked.to_owned(), read: read.to_owned() };
        assert_eq!(
            written("Who keeps teh Lanttern?", &[change("teh", "the"), change("lanttern", "lantern")]),
            "Who keeps the lantern?"
        );
    }

    proptest! {
        #[test]
        fn nearness_has_two_sides(a in "[a-d]{0,9}", b in "[a-d]{0,9}") {
            prop_assert_eq!(is_near(&a, &b), is_near(&b, &a));
        }

        #[test]
        fn any_text_is_written(text in "\\PC{0,60}", asked in "\\PC{0,6}") {
            let change = Respelling { asked: quipu_kernel::text::fold_name(&asked), read: "x".to_owned() };
            let _ = written(&text, &[change]);
        }
    }
}
