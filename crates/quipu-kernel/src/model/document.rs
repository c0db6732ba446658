//! A document: an identity, its source, its metadata, and its text.

use serde::{Deserialize, Serialize};

use super::Key;

/// Metadata of a document as a JSON map: `tags`, `authors`, `date`, `links`, and the fields of
/// its front matter. Field paths use dots for nesting (`author.name`).
pub type Metadata = serde_json::Map<String, serde_json::Value>;

/// The source of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct SourceFile {
    /// Path relative to the indexed root, with the root's name first (`notes/a.md`); `-` for
    /// standard input.
    pub path: String,
    /// Media type, such as `text/markdown`.
    pub mime: String,
    /// Byte offset in the file at which the document's text begins, when the file is UTF-8, so
    /// that a span of the text is a span of the file; none after decoding from another encoding.
    pub text_offset: Option<u64>,
}

/// Markup of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Paragraphs only.
    #[default]
    Plain,
    /// Markdown: headings, tables, lists, fenced code.
    Markdown,
}

/// A document as a loader and a reader of folders give it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Document {
    /// The id: given by the document or the user, else the source path.
    pub id: String,
    /// The source.
    pub source: SourceFile,
    /// Title: from front matter, the first heading, else the file's name.
    pub title: String,
    /// Metadata.
    pub metadata: Metadata,
    /// Language of the text, an ISO 639-1 code, or empty when unknown.
    pub language: String,
    /// Markup of the text.
    pub format: Format,
    /// The missing part of the source and the reason ("cut at 64 MB of text"); none when the text is complete.
    pub partial: Option<String>,
    /// Offset of each page or slide of the source in the text, in order; empty without pages.
    pub pages: Vec<u32>,
    /// The decoded UTF-8 text after front matter.
    pub text: String,
}

impl Document {
    /// The document's key, from its id.
    pub fn key(&self) -> Key {
        Key::document(&self.id)
    }
}
