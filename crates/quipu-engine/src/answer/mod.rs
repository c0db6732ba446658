//! Answers: one look quoted or written, chains of stated links, answers over all documents, the agent's loop with its
//! tools, and sessions.

pub mod ask;
pub(crate) mod chain;
mod output;
pub mod overview;
pub mod proposals;
pub mod sessions;
pub mod solve;
pub mod tools;
pub mod whole;
pub mod wiki;

pub use output::{Answer, AnswerUnit, By, CheckedSentence, Event, Trouble, Trust};
pub(crate) use output::{near, refusal, untold};

/// True if a text has a letter of the Russian alphabet: texts too short for more have their language by it.
pub(crate) fn in_russian_letters(text: &str) -> bool {
    text.chars().any(|letter| matches!(letter, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё'))
}
