//! What answers: one look quoted or written, chains of stated links, the agent's loop with its tools, and sessions.

mod answer;
pub mod ask;
pub(crate) mod chain;
pub mod sessions;
pub mod solve;
pub mod tools;

pub use answer::{Answer, AnswerUnit, By, CheckedSentence, Event, Trouble, Trust};
pub(crate) use answer::{refusal, untold};
