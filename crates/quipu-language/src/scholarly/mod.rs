//! Sentences of scholarly papers, read for their concepts and contributions: tokens in the manner of the Penn Treebank
//! and noun phrases over a parse, and words between blanks with the cue phrases that stand in them.

mod acronyms;
mod clause;
mod cues;
mod folded;
mod paper_sentence;
mod phrases;
mod tokens;
mod traits;
mod words;

pub use crate::tables::sign::Sign;
pub use acronyms::{ShortForm, pairs};
pub use clause::{MOST_SHORTENED, shortened};
pub use cues::{CuesFound, found};
pub use folded::{folded, last_word, singular};
pub use paper_sentence::{PaperSentence, paper_sentence};
pub use phrases::{Class, ParsedLine, Phrase, PhrasePart, looks_named, parsed};
pub use tokens::{Bracket, PaperLine, PaperToken, lines_of_text, lines_of_title, spelled};
pub use traits::{Traits, traits};
pub use words::{SaidWord, words};
