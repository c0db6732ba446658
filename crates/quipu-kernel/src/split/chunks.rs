//! Chunks from spans: text, prefix, key and language, the same for every rule of cutting.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::model::{Chunk, Document, Key, Pages, Span};
use crate::text::language_of;

/// Minimal number of letters of another script than the document's for a language detection of its own in a chunk.
const ENOUGH_LETTERS: usize = 20;

/// Maximal number of characters used for it: detection costs more than everything else here.
const LANGUAGE_SAMPLE: usize = 300;

/// Makes the chunks of one document, in order.
pub(super) struct Chunks<'a> {
    document: &'a Document,
    key: Key,
    seen: FxHashMap<Key, u32>,
    made: Vec<Chunk>,
}

impl<'a> Chunks<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self { document, key: document.key(), seen: FxHashMap::default(), made: Vec::new() }
    }

    /// Adds the chunk with this body, below `headings`, shown with the texts of `prefix`.
    pub(super) fn add(&mut self, body: Range<usize>, headings: Vec<String>, prefix: Vec<Range<usize>>) {
        let text = &self.document.text;
        let shown: Vec<&str> = prefix.iter().map(|span| &text[span.clone()]).collect();
        let body_text = &text[body.clone()];
        let key = self.next_key(&headings, body_text);
        let place = Span::new(body.start, body.end);
        self.made.push(Chunk {
            key,
            document: self.key,
            headings,
            body: place,
            prefix: prefix.iter().map(|span| Span::new(span.start, span.end)).collect(),
            prefix_text: shown.join("\n"),
            pages: Pages::of(&self.document.pages, place),
            language: chunk_language(&self.document.language, body_text),
            text: body_text.to_owned(),
            context: None,
        });
    }

    pub(super) fn finish(self) -> Vec<Chunk> {
        self.made
    }

    fn next_key(&mut self, headings: &[String], text: &str) -> Key {
        let first = Chunk::key_of(self.key, headings, text, 0);
        let occurrence = self.seen.entry(first).or_insert(0);
        let key = if *occurrence == 0 { first } else { Chunk::key_of(self.key, headings, text, *occurrence) };
        *occurrence += 1;
        key
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Other,
}

/// The document's language, unless the chunk is plainly in another script.
fn chunk_language(document: &str, text: &str) -> String {
    match (script_of_language(document), script_of_text(text)) {
        (None, _) => language_of(beginning(text)).to_owned(),
        (Some(own), Some(found)) if own != found => language_of(beginning(text)).to_owned(),
        _ => document.to_owned(),
    }
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(LANGUAGE_SAMPLE).map_or(text, |(end, _)| &text[..end])
}

fn script_of_language(language: &str) -> Option<Script> {
    match language {
        "" => None,
        "ru" | "uk" | "be" | "bg" | "sr" | "mk" => Some(Script::Cyrillic),
        "el" | "ar" | "he" | "hi" | "zh" | "ja" | "ko" | "th" => Some(Script::Other),
        _ => Some(Script::Latin),
    }
}

/// The script of two thirds of a text's letters, if it has enough of them.
fn script_of_text(text: &str) -> Option<Script> {
    if text.is_ascii() {
        let letters = text.bytes().filter(u8::is_ascii_alphabetic).take(ENOUGH_LETTERS).count();
        return (letters == ENOUGH_LETTERS).then_some(Script::Latin);
    }
    let mut counts = [0usize; 3];
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        let script = match c {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Script::Latin,
            '\u{400}'..='\u{4ff}' => Script::Cyrillic,
            _ => Script::Other,
        };
        counts[script as usize] += 1;
    }
    let letters: usize = counts.iter().sum();
    [Script::Latin, Script::Cyrillic, Script::Other]
        .into_iter()
        .find(|script| letters >= ENOUGH_LETTERS && counts[*script as usize] * 3 > letters * 2)
}
