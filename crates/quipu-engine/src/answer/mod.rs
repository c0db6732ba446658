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

pub use output::{Answer, AnswerUnit, By, CheckedSentence, Event, Trouble, Trust};
pub(crate) use output::{near, refusal, untold};
