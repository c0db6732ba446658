//! The analysis of sentences and questions, by rules and a small parser, without a model: all code that knows a natural
//! language. The kernel hands over text and takes data.
//!
//! When a chunk is indexed, scanners find names ([`names`]) and those that mean the same in a document; it is read into
//! sentences ([`read`]), these are parsed ([`parser`]), and rules turn trees and brackets into statements. When a
//! question is asked, it is routed and split ([`plan`]), clauses of the results are read for facts ([`stated`]), and
//! the units that answer are chosen ([`answer`]); [`arithmetic`] evaluates exactly. [`scholarly`] reads papers. Every
//! function here is pure, total and deterministic.
//!
//! `english/` and `russian/` hold the parts of one language: its lists of words, and rules that no other language has.
//! The modules beside them serve both, and tables whose rows pair the languages stay whole there (units, routes, ties).
//! There is one table of [`months`] and one of pronouns; the readers of a sentence stand side by side in [`sentences`],
//! those of a question in [`questions`].
//!
//! # Splitters of sentences
//!
//! They stand side by side, since joining any two would change stored facts or answers.
//!
//! | splitter | parts | why it differs |
//! |---|---|---|
//! | `quipu_kernel::text::sentences` | any text, at stops without counter-evidence | the one that all others begin with |
//! | [`sentences`] (`treebank/`, `whole`) | joins those that fell apart inside brackets | the parser takes brackets out of the line |
//! | [`clauses::clause`] (`lines`) | parts lists by lines, leaves out headings | a line of a list says something by itself |
//! | [`answer`] (`units/prose.rs`) | puts a fragment to the next, leaves out tags | a unit is shown alone |
//! | [`scholarly`] (`lines_of_title`) | parts titles at colons and dashes | a title has no stops |
//! | `quipu_papers::references` (`sentences.rs`) | as much as citations need of running text | a citation after a stop belongs before it |
//!
//! # Parsers of dates
//!
//! | parser | reads | why it differs |
//! |---|---|---|
//! | [`names::day`] (`names/dates.rs`) | years, days, decades, ranges, dates before Christ, in text that is indexed | its dates are stored |
//! | [`clauses::clause_pieces`] | days, months, years after words that ask for one, in questions and answers | a bare year is a number unless something asks for a year |
//! | `quipu_kernel::view` (`expression/date_ranges.rs`) | ISO 8601 and Unix time, in fields | no language; ends of ranges |
//! | `quipu_papers::bib` (`dates.rs`) | dates and months of BibTeX, RIS and CSL | keeps how exact a date is given |
//! | `quipu_papers` (`front/appearance.rs`) | stamps, "Published", copyrights of first pages | stands in rows without sentences |

pub mod answer;
pub mod arithmetic;
pub mod clauses;
mod english;
mod german;
mod halves;
pub mod months;
pub mod names;
pub mod nations;
pub mod parser;
pub mod plan;
mod pronouns;
mod properties;
mod question_data;
pub mod questions;
pub mod read;
pub mod reading;
mod rules;
mod russian;
pub mod scholarly;
pub mod sentences;
mod signed_statements;
mod sound;
mod tables;
mod thesaurus;
pub mod ties;
pub mod trust;

pub use question_data::understood;
pub use rules::{Rules, RulesWithoutHomonyms};
pub use signed_statements::{SignedStatement, signed_statements};
