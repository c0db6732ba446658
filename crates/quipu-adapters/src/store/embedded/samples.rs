//! Changes for the tests of this store.

use quipu_engine::ports::{Body, BodyChange, BodyChunk, Change, DocumentChange, DocumentRow, NewChunk};
use quipu_kernel::model::{ByHand, Chunk, Facts, Format, Key, Kind, Mention, Metadata, Name, SourceFile, Span};
use quipu_kernel::random::SplitMix;

use super::writer::LONE;

/// Bytes of a chunk's text, which ends in its number.
const TEXT: usize = 18;

/// A document with the chunks of a bulk commit, each of which mentions the document's name.
pub(super) fn bulk(id: &str) -> Change {
    document(id, LONE as u32 * 2, |_| None)
}

/// A document of `count` chunks with the vectors that `vector` gives.
pub(super) fn document(id: &str, count: u32, vector: impl Fn(u32) -> Option<Vec<f32>>) -> Change {
    let (key, text) = (Key::document(id), Key::text(id));
    let new = |number| BodyChunk::New(Box::new(chunk(id, number, vector(number))));
    let row = DocumentRow {
        key,
        id: id.to_owned(),
        source: SourceFile::default(),
        title: String::new(),
        metadata: Metadata::new(),
        language: String::new(),
        format: Format::Plain,
        partial: None,
        by_hand: ByHand::default(),
        text,
        title_names: Vec::new(),
        rules: String::new(),
        title_links: Vec::new(),
    };
    let chunks = (0..count).map(new).collect();
    Change {
        documents: vec![DocumentChange::Put(Box::new(row))],
        bodies: vec![BodyChange::Put(Body { text, owner: key, title: String::new(), chunks })],
        decisions: Vec::new(),
    }
}

/// A change that removes a document.
pub(super) fn without(id: &str) -> Change {
    Change {
        documents: vec![DocumentChange::Remove(Key::document(id))],
        bodies: vec![BodyChange::Remove(Key::text(id))],
        decisions: Vec::new(),
    }
}

/// A pseudo-random vector of length 1, with this number of components.
pub(super) fn vector(seed: u32, dimension: usize) -> Vec<f32> {
    let mut draw = SplitMix::new(seed.into());
    let drawn: Vec<f32> = (0..dimension).map(|_| draw.unit() as f32 - 0.5).collect();
    let length = drawn.iter().map(|x| x * x).sum::<f32>().sqrt();
    drawn.into_iter().map(|x| x / length).collect()
}

fn chunk(id: &str, number: u32, vector: Option<Vec<f32>>) -> NewChunk {
    let start = number as usize * (TEXT + 2);
    let text = format!("{id} tells of {number:>7}");
    let text = text[text.len() - TEXT..].to_owned();
    let key = Chunk::key_of(Key::document(id), &[], &text, 0);
    let name = Name { folded: id.to_owned(), sense: String::new() };
    let mention = Mention { name, form: id.to_owned(), span: Span::new(0, 1), kind: Kind::Person };
    let facts = Facts { mentions: vec![mention], ..Facts::default() };
    let body = Span::new(start, start + TEXT);
    let chunk = Chunk { key, document: Key::document(id), body, text, ..Chunk::default() };
    NewChunk { chunk, facts: vec![facts], vector }
}
