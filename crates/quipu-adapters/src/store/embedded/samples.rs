//! Changes for the tests of this store.

use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk};
use quipu_kernel::model::{Chunk, Extractor, Facts, Format, Key, Kind, Mention, Metadata, Name, SourceFile, Span};

use super::writer::LONE;

/// A document of as many chunks as a bulk commit has, each of which mentions what the document is named.
pub(super) fn bulk(id: &str) -> Change {
    let (key, text) = (Key::document(id), Key::text(id));
    let chunks = (0..LONE as u32 * 2).map(|number| BodyChunk::New(Box::new(chunk(id, number)))).collect();
    let row = DocumentRow {
        key,
        id: id.to_owned(),
        source: SourceFile::default(),
        title: String::new(),
        metadata: Metadata::new(),
        language: String::new(),
        format: Format::Plain,
        partial: None,
        text,
        title_names: Vec::new(),
    };
    Change {
        documents: vec![DocumentChange::Put(Box::new(row))],
        bodies: vec![BodyChange::Put(Body { text, owner: key, title: String::new(), chunks })],
    }
}

fn chunk(id: &str, number: u32) -> NewChunk {
    let body = Span::new(number as usize * 20, number as usize * 20 + 18);
    let text = format!("{id} tells of {number:>7}");
    let text = text[text.len() - 18..].to_owned();
    let key = Chunk::key_of(Key::document(id), &[], &text, 0);
    let name = Name { folded: id.to_owned(), sense: String::new() };
    let mention = Mention { name, form: id.to_owned(), span: Span::new(0, 1), kind: Kind::Person };
    let facts =
        Facts { extractor: Extractor::Rules, mentions: vec![mention], statements: Vec::new(), links: Vec::new() };
    let chunk = Chunk { key, document: Key::document(id), body, text, ..Chunk::default() };
    NewChunk { chunk, facts: vec![facts], vector: None }
}
