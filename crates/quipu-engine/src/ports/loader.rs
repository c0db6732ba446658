//! The loader port: bytes of one source become text and what is known about it.

use quipu_kernel::model::{Format, Metadata};

/// One source to load.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The path as shown to the user; its extension may serve as a hint.
    pub path: &'a str,
    /// The bytes.
    pub bytes: &'a [u8],
    /// The most text to keep, in bytes; a longer text is cut at a character and said to be partial.
    pub max_text: usize,
}

/// What a loader found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parsed {
    /// The decoded text, after front matter.
    pub text: String,
    /// Byte offset of the text in the source, when the source is UTF-8.
    pub text_offset: Option<u64>,
    /// Media type, such as `text/markdown`.
    pub mime: String,
    /// How the text is marked up.
    pub format: Format,
    /// The id that the document gives itself.
    pub id: Option<String>,
    /// The title that the document gives itself; the caller falls back to the file's name.
    pub title: Option<String>,
    /// What the document says about itself.
    pub metadata: Metadata,
    /// What of the source is missing and why; none when it is whole.
    pub partial: Option<String>,
}

/// Why a source gave no document. Never ends a run: it becomes a line of the report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The bytes are no text that any loader reads.
    #[error("is binary ({found}); no loader reads it")]
    Binary {
        /// What the bytes look like.
        found: String,
    },
    /// There is no text in it.
    #[error("is empty")]
    Empty,
    /// The bytes are text in no encoding that is known.
    #[error("cannot be decoded: {reason}; save it as UTF-8")]
    Undecodable {
        /// Why.
        reason: String,
    },
    /// It could not be read.
    #[error("cannot be read: {reason}")]
    Unreadable {
        /// Why.
        reason: String,
    },
}

/// Reads one family of formats.
pub trait Loader: Send + Sync {
    /// The loader's name, as reports show it.
    fn name(&self) -> &'static str;
    /// Whether it reads this source, judged by content first and by name where content is silent.
    fn accepts(&self, input: &Input<'_>) -> bool;
    /// Reads the source. Never panics, whatever the bytes.
    ///
    /// # Errors
    /// When the source holds no readable text.
    fn parse(&self, input: &Input<'_>) -> Result<Parsed, LoadError>;
}
