//! What a question asks for: how it is put ([`AnswerKind`]) and what sort of thing must stand in an answer ([`Value`]), both
//! judged by words alone, in English and Russian.

mod kind;
mod value;

pub use kind::AnswerKind;
pub use value::Value;

use crate::english::asked as english;
use crate::halves::{Halves, either};
use crate::russian::asked as russian;

/// Words that ask for works or rights.
const ASIDE: Halves = [english::ASIDE, russian::ASIDE];

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asked {
    /// How it is put.
    pub kind: AnswerKind,
    /// What must stand in an answer.
    pub value: Value,
    /// Whether it asks for works or rights: for what else answers nothing.
    pub aside: bool,
}

/// What the folded words of a question, in order, ask for.
pub fn asked(words: &[&str]) -> Asked {
    Asked { kind: kind::kind(words), value: value::value(words), aside: words.iter().any(|word| either(ASIDE, word)) }
}

pub(super) use kind::working;
pub(super) use value::only_asks;

/// Whether a folded word stands in a list.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}
