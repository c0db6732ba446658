//! Reconstruction of a document's text from its chunks.

use quipu_kernel::model::Chunk;
use quipu_kernel::text::char_start;
use serde::Serialize;

use super::documents::document_row;
use super::ports::{DocumentRow, SelectChunks, Store, StoreError};

/// The text of a document from its chunks in order, each at its place.
pub fn text_of<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> String {
    let mut joining = Joining::default();
    chunks.into_iter().for_each(|chunk| joining.add(chunk));
    joining.text
}

/// Joins the texts of chunks that follow each other behind a text, from the first one's place on.
pub(crate) fn join(chunks: &[Chunk], text: &mut String) {
    let end = chunks.first().map_or(0, |first| first.body.start);
    let mut joining = Joining { fenced: is_odd(text, false), text: std::mem::take(text), end };
    chunks.iter().for_each(|chunk| joining.add(chunk));
    *text = joining.text;
}

/// A document with its text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TextOf {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentRow,
    /// Its text; spans of chunks and citations count its bytes. Chunks are separated by white space, of which only the
    /// length is kept.
    pub text: String,
}

impl TextOf {
    /// The beginning of the character of the text that a byte belongs to; the end of the text beyond it.
    pub fn char_start(&self, at: usize) -> usize {
        char_start(&self.text, at)
    }
}

/// The text of the document of an id or a key.
///
/// # Errors
/// When the store cannot be read.
pub async fn text(store: &dyn Store, name: &str) -> Result<Option<TextOf>, StoreError> {
    let Some(document) = document_row(store, name).await? else { return Ok(None) };
    let chunks = store.chunks(&SelectChunks::BareOf(document.key)).await?;
    Ok(Some(TextOf { document, text: text_of(chunks.iter().map(|stored| &stored.chunk)) }))
}

/// A text that grows.
#[derive(Default)]
struct Joining {
    text: String,
    /// End of the last chunk in the document.
    end: u32,
    /// True if it ends within a fence of code.
    fenced: bool,
}

impl Joining {
    /// Adds a chunk at its place; the gap is white space of known length: line breaks, or
    /// the indent of the chunk.
    fn add(&mut self, chunk: &Chunk) {
        let gap = chunk.body.start.saturating_sub(self.end) as usize;
        let listed = chunk.text.starts_with(['-', '*', '+']) || chunk.text.starts_with(|c: char| c.is_ascii_digit());
        let breaks = match gap {
            0..=1 => gap,
            _ if self.fenced => 2,
            3..=12 if listed => 1,
            _ => gap,
        };
        self.text.extend(std::iter::repeat_n('\n', breaks));
        self.text.extend(std::iter::repeat_n(' ', gap - breaks));
        self.text.push_str(&chunk.text);
        self.end = chunk.body.end;
        self.fenced = is_odd(&chunk.text, self.fenced);
    }
}

/// True if a text ends within an open code fence; `open` is true if it begins within one.
fn is_odd(text: &str, open: bool) -> bool {
    let fences = text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    open ^ (fences % 2 == 1)
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Span;

    use super::*;

    fn chunk(start: u32, text: &str) -> Chunk {
        let body = Span { start, end: start + text.len() as u32 };
        Chunk { body, text: text.to_owned(), ..Chunk::default() }
    }

    #[test]
    fn every_chunk_stands_at_its_place() {
        let chunks = [chunk(2, "# Bell"), chunk(10, "It was cast."), chunk(27, "- by Varga"), chunk(38, "```\nx")];
        let text = text_of(&chunks);
        for chunk in &chunks {
            assert_eq!(&text[chunk.body.range()], chunk.text);
        }
        assert!(text[..2].trim().is_empty() && text.contains(".\n    - by Varga"), "{text:?}");
        let mut part = String::new();
        join(&chunks[1..], &mut part);
        assert!(part.starts_with("It was cast."));
    }
}
