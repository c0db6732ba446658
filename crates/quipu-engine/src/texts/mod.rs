//! Documents as texts: whole or a part, by their headings, and where a pattern stands in them.

mod grep;
mod joined;
mod outline;

use quipu_kernel::model::Key;
use quipu_kernel::text::char_start;
use serde::Serialize;

pub use grep::{Grep, GrepFrom, GrepLine, GrepPage, grep};
pub(crate) use joined::join;
pub use joined::text_of;
pub use outline::{Section, outline};

use crate::ports::{DocumentRow, Select, SelectChunks, Store, StoreError};

/// A document with its text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TextOf {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentRow,
    /// Its text, in which spans of chunks and citations count bytes. What parts chunks is white space, of which only the
    /// length is kept.
    pub text: String,
}

impl TextOf {
    /// The beginning of the character of the text that a byte belongs to; the end of the text beyond it.
    pub fn char_start(&self, at: usize) -> usize {
        char_start(&self.text, at)
    }
}

/// The document of an id or a key, without its chunks.
///
/// # Errors
/// When the store cannot be read.
pub async fn row(store: &dyn Store, name: &str) -> Result<Option<DocumentRow>, StoreError> {
    let keys = name.parse().into_iter().chain([Key::document(name)]).collect();
    Ok(store.documents(&Select::Keys(keys)).await?.into_iter().next())
}

/// The text of the document of an id or a key.
///
/// # Errors
/// When the store cannot be read.
pub async fn text(store: &dyn Store, name: &str) -> Result<Option<TextOf>, StoreError> {
    let Some(document) = row(store, name).await? else { return Ok(None) };
    let chunks = store.chunks(&SelectChunks::BareOf(document.key)).await?;
    Ok(Some(TextOf { document, text: text_of(chunks.iter().map(|stored| &stored.chunk)) }))
}
