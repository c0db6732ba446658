//! The type of value that must stand in an answer (the expected answer type of question answering): a name, a time, a
//! place, a number, a version; and a check of words against it.

use super::has;
use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::months::MONTHS;
use crate::russian::asked as russian;

/// The type of value that must stand in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WantedValue {
    /// Anything.
    #[default]
    Anything,
    /// Someone: who, кто.
    Who,
    /// A time: when, когда, in what year.
    When,
    /// A place: where, где.
    Where,
    /// A number: how many, сколько.
    Number,
    /// A version: which release, с какой версии.
    Version,
}

const WHO: Halves = [english::WHO, russian::WHO];
const WHEN: Halves = [english::WHEN, russian::WHEN];
const WHERE: Halves = [english::WHERE, russian::WHERE];
const NUMBER: Halves = [english::NUMBER, russian::NUMBER];
/// Words that ask for a number after `how`.
const HOW: &str = "many much long old far tall large big high deep often fast wide heavy";
/// Words after `what`, `which` or `какой` that give the type.
const TIMES: Halves = [english::TIMES, russian::TIMES];
const PLACES: Halves = [english::PLACES, russian::PLACES];
const PEOPLE: Halves = [english::PEOPLE, russian::PEOPLE];
const VERSIONS: Halves = [english::VERSIONS, russian::VERSIONS];
const AMOUNTS: Halves = [english::AMOUNTS, russian::AMOUNTS];
/// Words that ask openly: the words after them give the kind.
const WHICH: Halves = [english::WHICH, russian::WHICH];
const TIMES_SAID: Halves = [english::TIMES_SAID, russian::TIMES_SAID];
const NUMERALS: Halves = [english::NUMERALS, russian::NUMERALS];

/// Words by which a question asks, beside stop words: an answer need not say them.
const ASKING: Halves = [english::ASKING, russian::ASKING];

/// True if a folded word of a question belongs to its form and not to its topic.
pub(in crate::answer) fn only_asks(folded: &str) -> bool {
    either(ASKING, folded)
}

/// The words for a version in the language of a folded word that is one of them; else none.
pub(crate) fn version_words(folded: &str) -> impl Iterator<Item = &'static str> {
    let own = |half: &&&str| half.split_ascii_whitespace().any(|word| word == folded);
    VERSIONS.iter().filter(own).flat_map(|half| half.split_ascii_whitespace()).collect::<Vec<_>>().into_iter()
}

/// True if a folded word is a month, in Russian in the case after the number of a day.
fn is_month(folded: &str) -> bool {
    MONTHS.iter().any(|month| [month.english, month.genitive].contains(&folded))
}

/// The type of value that the folded words of a question, in order, ask for.
pub(super) fn value(words: &[&str]) -> WantedValue {
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or("");
        let soon = || words[at + 1..].iter().take(3).copied();
        let kind = match *word {
            word if either(WHO, word) => WantedValue::Who,
            word if either(WHEN, word) && asks(words, at) => WantedValue::When,
            word if either(WHERE, word) && asks(words, at) => WantedValue::Where,
            word if either(NUMBER, word) || (word == "how" && has(HOW, next)) => WantedValue::Number,
            word if either(WHICH, word) => {
                soon().map(named_kind).find(|kind| *kind != WantedValue::Anything).unwrap_or_default()
            }
            _ => WantedValue::Anything,
        };
        if kind != WantedValue::Anything {
            return kind;
        }
    }
    WantedValue::Anything
}

/// True if a word that also joins sentences asks here: it begins or ends the question, or stands after a preposition.
fn asks(words: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| words[before]);
    at < 2 || at + 1 == words.len() || has("since until till from by and с до и or", before)
}

fn named_kind(word: &str) -> WantedValue {
    match word {
        word if either(TIMES, word) => WantedValue::When,
        word if either(PLACES, word) => WantedValue::Where,
        word if either(PEOPLE, word) => WantedValue::Who,
        word if either(AMOUNTS, word) => WantedValue::Number,
        word if either(VERSIONS, word) => WantedValue::Version,
        _ => WantedValue::Anything,
    }
}

impl WantedValue {
    /// True if a word of a sentence may be such a value. `capital` is true if the source writes it with a capital,
    /// `first` if it begins the sentence.
    pub fn answers(self, folded: &str, capital: bool, first: bool) -> bool {
        let digit = folded.starts_with(|c: char| c.is_numeric());
        match self {
            Self::Anything => false,
            Self::Who | Self::Where => capital && !first,
            Self::When => digit || either(TIMES_SAID, folded) || is_month(folded),
            Self::Number | Self::Version => digit || (self == Self::Number && either(NUMERALS, folded)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> WantedValue {
        let words: Vec<String> = quipu_kernel::text::words(text).into_iter().map(|word| word.text).collect();
        value(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn question_words_say_the_kind() {
        assert_eq!(of("Who led the Panthers?"), WantedValue::Who);
        assert_eq!(of("In what year was it built?"), WantedValue::When);
        assert_eq!(of("How many points?"), WantedValue::Number);
        assert_eq!(of("Where is it?"), WantedValue::Where);
        assert_eq!(of("В каком году он родился?"), WantedValue::When);
        assert_eq!(of("Сколько очков?"), WantedValue::Number);
        assert_eq!(of("How does it work?"), WantedValue::Anything);
        assert_eq!(of(""), WantedValue::Anything);
    }

    #[test]
    fn the_lists_are_folded() {
        for word in [WHO, WHEN, WHERE, NUMBER, TIMES, PLACES, PEOPLE, AMOUNTS, WHICH, TIMES_SAID, NUMERALS, ASKING]
            .iter()
            .flatten()
            .chain(&[HOW])
            .flat_map(|list| list.split_ascii_whitespace())
        {
            assert_eq!(quipu_kernel::text::fold_name(word), word);
        }
        assert!(only_asks("kind") && only_asks("называется") && !only_asks("bridge"));
    }

    #[test]
    fn words_answer_their_kind() {
        assert!(WantedValue::When.answers("1999", false, false) && !WantedValue::When.answers("cat", false, false));
        assert!(WantedValue::Who.answers("ada", true, false) && !WantedValue::Who.answers("the", true, true));
        assert!(WantedValue::Number.answers("четырьмя", false, false));
    }
}
