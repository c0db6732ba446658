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
pub use function_words::{BULGARIAN, FRENCH, FunctionWords, GERMAN, SPANISH, UKRAINIAN};
pub use language::{language_name, language_of, language_or_script};
pub use sentences::sentences;
pub use stem::{Stemming, Stems, own_stem, stemmed, terms, variants};
pub use stopwords::{is_own_stop_word, is_stop_word};
pub use words::{Word, count_words, each_word, is_ideograph, words};
