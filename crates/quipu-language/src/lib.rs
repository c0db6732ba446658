//! What a chunk says, found by rules and a small parser, without a model.
//!
//! Scanners find names ([`names`]), and which of them mean the same in a document. A chunk is read into sentences
//! ([`read`]), these are parsed ([`parser`]), and rules turn trees and brackets into statements. Every function here is
//! pure, total and deterministic: what a chunk says is a function of the chunk and its document's title.

pub mod answer;
pub mod arithmetic;
mod english;
mod halves;
pub mod months;
pub mod names;
pub mod parser;
pub mod plan;
mod pronouns;
mod question;
pub mod questions;
pub mod read;
mod rules;
mod russian;
pub mod scholarly;
pub mod sentences;
pub mod stated;
mod thesaurus;

pub use question::understood;
pub use rules::Rules;
