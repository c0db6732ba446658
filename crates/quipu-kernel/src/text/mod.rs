//! Reading words: folding, tokens, languages, sentences; safe for any script.

mod boundary;
mod cases;
mod fold;
mod function_words;
mod language;
mod sentences;
mod stem;
mod stopwords;
mod words;

pub use boundary::{char_start, first_words, head, tail};
pub use cases::is_nominative_of;
pub use fold::{fold_char, fold_name, spellings};
pub use function_words::{FunctionWords, GERMAN};
pub use language::language_of;
pub use sentences::sentences;
pub use stem::{Stemming, Stems, stemmed, terms, variants};
pub use stopwords::is_stop_word;
pub use words::{Word, count_words, each_word, words};
