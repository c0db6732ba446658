//! A chunk: a passage of a document, small enough to rank and to quote.

use serde::{Deserialize, Serialize};

use super::{Key, Pages};
use crate::span::Span;
use crate::text::fold_name;

/// A passage of a document.
///
/// The bodies of a document's chunks cover every non-blank byte of its text exactly once. Text that is
/// shown and searched with a chunk but lies elsewhere (headings above it, a table's header) is its
/// prefix.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Chunk {
    /// Identity: see [`Chunk::key_of`].
    pub key: Key,
    /// Key of the document that owns the text.
    pub document: Key,
    /// Headings above the chunk, outermost first, without markup.
    pub headings: Vec<String>,
    /// Place of the body in the document's text.
    pub body: Span,
    /// Places of the prefix's parts in the document's text (heading lines, a table's header).
    pub prefix: Vec<Span>,
    /// The prefix's text: its parts, a line each. Empty without a prefix.
    pub prefix_text: String,
    /// The pages or slides of the body, where the source has them.
    pub pages: Option<Pages>,
    /// Language of the text, an ISO 639-1 code, or empty when unknown.
    pub language: String,
    /// The body's text.
    pub text: String,
    /// A model's description of the chunk's place in its document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Context>,
}

/// A model's description of the place of a chunk in its document. It is searched and embedded with the chunk,
/// but it is no text of the document: it is never quoted, and the chunk's key does not depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Context {
    /// One sentence.
    pub text: String,
    /// Hash of the prompt.
    pub of: Key,
}

impl Chunk {
    /// The key of a chunk: the first half is that of the owning document, so that a key leads to
    /// its document and a document's chunks lie together; the second half is a hash of document,
    /// heading path, text and the number of equal chunks before it in the document.
    pub fn key_of(document: Key, headings: &[String], text: &str, occurrence: u32) -> Key {
        let path = headings.join("\u{1f}");
        let occurrence = occurrence.to_le_bytes();
        let hash = Key::of("chunk", &[document.bytes(), path.as_bytes(), text.as_bytes(), &occurrence]);
        let mut bytes = *document.bytes();
        bytes[8..].copy_from_slice(&hash.bytes()[8..]);
        Key::from_bytes(bytes)
    }

    /// A model's description of its place; empty without one.
    pub fn context(&self) -> &str {
        self.context.as_ref().map_or("", |context| &context.text)
    }

    /// The searched texts of the chunk under its document's title: see [`searched`].
    pub fn searched<'a>(&'a self, title: &'a str) -> [&'a str; 4] {
        searched(title, &self.headings, [self.context(), &self.prefix_text, &self.text])
    }
}

/// The parts of a chunk that are searched and embedded: its document's title (unless the outermost
/// heading says the same), a model's description of its place, its prefix, its text.
pub fn searched<'a>(title: &'a str, headings: &[String], [context, prefix, text]: [&'a str; 3]) -> [&'a str; 4] {
    let said = headings.first().is_some_and(|first| fold_name(first) == fold_name(title));
    [if said { "" } else { title }, context, prefix, text]
}
