//! The analysis of a question: its form ([`AnswerKind`]) and the type of value that must stand in an answer
//! ([`Value`]), both judged by words alone, in English and Russian.

mod kind;
mod value;

pub use kind::AnswerKind;
pub use value::Value;

use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;

/// Words that ask for works or rights.
const ASIDE: Halves = [english::ASIDE, russian::ASIDE];

/// The analysis of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asked {
    /// Its form.
    pub kind: AnswerKind,
    /// The type of value that must stand in an answer.
    pub value: Value,
    /// True if it asks for works or rights: units that answer no other question.
    pub aside: bool,
}

/// The analysis of a question's folded words, in order.
pub fn asked(words: &[&str]) -> Asked {
    Asked { kind: kind::kind(words), value: value::value(words), aside: words.iter().any(|word| either(ASIDE, word)) }
}

pub(super) use kind::working;
pub(super) use value::only_asks;

/// True if a folded word stands in a list.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}
