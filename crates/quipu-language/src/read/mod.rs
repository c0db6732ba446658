//! A chunk as sentences that the parser reads: the types.
//!
//! [`TreebankSentences`](crate::sentences::TreebankSentences) fills them. The tokens are those of the Penn Treebank. A
//! known unit (the document's title, a title in quotes, a code span, a date) becomes one word, and a plain proper noun
//! stands for it, so that no title misleads the parser; brackets are taken out of the line.

mod sentence;
mod topic;
mod word;

pub use sentence::{Bracket, Sentence};
pub use topic::Topic;
pub use word::ReadWord;
pub use word::WordKind;

/// A chunk, read.
#[derive(Debug)]
pub struct ReadPage<'a> {
    /// Its text.
    pub text: &'a str,
    /// The topic of the document, where the chunk's text seems to be about it.
    pub topic: Option<Topic>,
    /// True if it is technical: about code, settings and commands rather than about people and places.
    pub technical: bool,
    /// True if the document begins with it.
    pub first: bool,
    /// Its sentences, without headings, tables and code.
    pub sentences: Vec<Sentence<'a>>,
}
