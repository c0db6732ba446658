//! The embedder inside the binary: a text's vector is the weighted sum of its words' vectors.
//!
//! The vectors were distilled from sentence encoders (`tools/distil` made `data/static.bin` and
//! says how): they are the least-squares answer to "which word vectors, added up, come nearest to
//! the encoder's vectors of whole texts?", so a word's weight is the length of its vector. A word
//! that is not in the table is looked up by its stem, and failing that by its pieces. Alone this is weak; beside BM25 it finds what
//! words alone miss. Cost: a hash and a sum of `dimension` numbers a word, 20-30 microseconds for
//! 700 bytes; opening costs nothing.

use std::sync::Mutex;

use quipu_engine::ports::{Boxed, EmbedError, Embedder, Lexicon, ModelCard, Role};
use quipu_kernel::text::{each_word, variants};
use rustc_hash::FxHashMap;

use super::table::{Kind, Part, Table};

/// The vectors, in the format that `table.rs` describes.
static DATA: &[u8] = include_bytes!("../../data/static.bin");
/// Name and version of the vectors; an index remembers it.
const NAME: &str = "static-1";
/// So many words that are not in the table are remembered at most, about half a megabyte.
const REMEMBERED: usize = 1 << 13;
/// The longest piece of an unknown word, in bytes.
const LONGEST_PIECE: usize = 12;

/// The built-in embedder.
#[derive(Debug)]
pub struct StaticVectors {
    card: ModelCard,
    table: Option<Table<'static>>,
    /// Vectors of words that are not in the table, of those that were met: names come again and again.
    strange: Mutex<FxHashMap<Box<str>, Box<[u16]>>>,
}

impl Default for StaticVectors {
    fn default() -> Self {
        Self::new()
    }
}

impl StaticVectors {
    /// Opens the vectors that the binary holds.
    pub fn new() -> Self {
        Self::over(DATA)
    }

    fn over(bytes: &'static [u8]) -> Self {
        let table = Table::open(bytes);
        let dimension = table.map_or(0, |table| table.dimension());
        Self {
            card: ModelCard { name: NAME.to_owned(), dimension, normalised: true },
            table,
            strange: Mutex::default(),
        }
    }

    /// The unit vector of a text; missing when most of its letters are in a script that the vectors do
    /// not cover, or when no word is known.
    pub fn vector(&self, text: &str) -> Option<Vec<f32>> {
        let table = self.table.as_ref()?;
        if !covered(text) {
            return None;
        }
        let mut rows = self.rows_of(table, text);
        rows.sort_unstable();
        let parts = rows.chunk_by(|a, b| a == b).filter_map(|same| table.part(same[0], 1.0 + (same.len() as f32).ln()));
        let parts: Vec<Part> = parts.collect();
        let mut sum = vec![0.0; table.dimension()];
        table.add(&parts, &mut sum);
        let units: f32 = parts.iter().fold(0.0, |sum, part| sum + part.unit);
        for component in &mut sum {
            *component -= 7.5 * units;
        }
        normalised(sum)
    }

    /// The vectors of a text's words, with repeats.
    fn rows_of(&self, table: &Table<'_>, text: &str) -> Vec<u16> {
        // A concurrent user goes without the cache: to wait would cost more.
        let mut strange = self.strange.try_lock().ok();
        let mut rows = Vec::with_capacity(text.len() / 4);
        each_word(text, &mut |word, _| {
            if let Some(row) = table.find(Kind::Word, word) {
                return rows.push(row);
            }
            if let Some(known) = strange.as_ref().and_then(|strange| strange.get(word)) {
                return rows.extend_from_slice(known);
            }
            let from = rows.len();
            made_of(table, word, &mut rows);
            if let Some(strange) = &mut strange {
                if strange.len() == REMEMBERED {
                    strange.clear();
                }
                strange.insert(word.into(), rows[from..].into());
            }
        });
        rows
    }
}

impl Embedder for StaticVectors {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], _role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        let vectors = texts.iter().map(|text| self.vector(text)).collect();
        Box::pin(std::future::ready(Ok(vectors)))
    }
}

impl Lexicon for StaticVectors {
    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        Self::vector(self, text)
    }
}

/// The vector of the stem of a word that is not in the table, else those of its pieces.
fn made_of(table: &Table<'_>, word: &str, rows: &mut Vec<u16>) {
    match variants(word).last().and_then(|stem| table.find(Kind::Stem, stem)) {
        Some(row) => rows.push(row),
        None => pieces(table, word, rows),
    }
}

/// The vectors of the longest known pieces of an unknown Latin word, from left to right: most names
/// are such words. Bytes that begin no piece are passed over.
fn pieces(table: &Table<'_>, word: &str, rows: &mut Vec<u16>) {
    if !word.is_ascii() || word.bytes().all(|b| b.is_ascii_digit()) {
        return;
    }
    let mut start = 0;
    while start < word.len() {
        let longest = word.len().min(start + LONGEST_PIECE);
        let found = (start + 1..=longest).rev().find_map(|end| {
            let part = &word[start..end];
            let row = if start > 0 {
                table.find(Kind::Piece, part)
            } else {
                table.find(Kind::Word, part).or_else(|| table.find(Kind::Stem, part))
            };
            row.map(|row| (row, end))
        });
        match found {
            Some((row, end)) => {
                rows.push(row);
                start = end;
            }
            None => start += 1,
        }
    }
}

/// True if at least half of a text's letters are Latin or Cyrillic, the scripts of the vectors.
fn covered(text: &str) -> bool {
    if text.is_ascii() {
        return true;
    }
    let (mut inside, mut outside) = (0usize, 0usize);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{400}'..='\u{4ff}' => inside += 1,
            _ if c.is_ascii() || !c.is_alphabetic() => {}
            _ => outside += 1,
        }
    }
    inside >= outside
}

fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if !length.is_finite() || length < 1e-6 {
        return None;
    }
    vector.iter_mut().for_each(|x| *x /= length);
    Some(vector)
}

#[cfg(test)]
mod tests;
