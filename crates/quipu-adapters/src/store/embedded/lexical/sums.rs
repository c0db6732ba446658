//! Words walked posting by posting, and summed into an array over one segment.
//!
//! Cost follows the postings, and a bit for each document. Arrays are lent from a pool and given back
//! zeroed, so that a question writes only where its words stand.

use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::StoreError;
use quipu_kernel::rank::bm25::Scorer;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{InvertedIndexReader, Term};

use crate::store::embedded::bits::Bits;
use crate::store::embedded::damage::broken;
use crate::store::embedded::words::{Fields, Segment};

/// Arrays of nothing, kept for the next question.
#[derive(Default)]
pub(in crate::store::embedded) struct Pool {
    free: Mutex<Vec<Arrays>>,
}

/// A sum for each document of a segment, and a bit for each that was touched.
#[derive(Default)]
struct Arrays {
    scores: Vec<f64>,
    touched: Bits,
}

impl Pool {
    fn lend(&self, length: usize) -> Arrays {
        let mut arrays = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        if arrays.scores.len() < length {
            arrays = Arrays { scores: vec![0.0; length], touched: Bits::new(length as u32, []) };
        }
        arrays
    }

    fn give_back(&self, arrays: Arrays) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(arrays);
    }
}

impl Arrays {
    /// Every document touched, in order, with its sum.
    fn touched(&self) -> impl Iterator<Item = (f64, u32)> {
        self.touched.iter().map(|document| (self.scores[document as usize], document))
    }

    fn clear(&mut self) {
        self.touched.iter().for_each(|document| self.scores[document as usize] = 0.0);
        self.touched.clear();
    }
}

/// The sums of the walked words in one segment.
pub(in crate::store::embedded) struct Sums<'a> {
    pool: &'a Pool,
    /// The segment's number, and its columns.
    pub(super) at: u32,
    pub(super) segment: Arc<Segment>,
    arrays: Arrays,
    /// True if a list held a document that the segment has not.
    outside: bool,
}

impl<'a> Sums<'a> {
    pub(super) fn new(pool: &'a Pool, at: u32, segment: Arc<Segment>) -> Self {
        let arrays = pool.lend(segment.chunks.len());
        Self { pool, at, segment, arrays, outside: false }
    }

    /// Adds a word: its parts in every document that has one of its terms.
    pub(super) fn add(
        &mut self,
        inverted: &InvertedIndexReader,
        fields: Fields,
        terms: &[String],
        scorer: &Scorer,
        word: u32,
    ) -> Result<(), StoreError> {
        let mut lists = Vec::new();
        for term in terms {
            let term = Term::from_field_text(fields.terms, term);
            lists.extend(inverted.read_block_postings(&term, IndexRecordOption::WithFreqs).map_err(broken)?);
        }
        let parts = Parts::new(scorer, word, lists.iter().map(BlockSegmentPostings::doc_freq).sum());
        match lists.as_mut_slice() {
            [] => {}
            [list] => each(list, |document, frequency| self.put(&parts, document, frequency)),
            lists => {
                for (document, frequency) in together(lists) {
                    self.put(&parts, document, frequency);
                }
            }
        }
        if self.outside { Err(broken("a list holds a document that its segment has not")) } else { Ok(()) }
    }

    fn put(&mut self, parts: &Parts<'_>, document: u32, frequency: u32) {
        let Some(length) = self.segment.lengths.get(document as usize) else {
            self.outside = true;
            return;
        };
        self.arrays.scores[document as usize] += parts.part(frequency, *length);
        self.arrays.touched.insert(document);
    }

    /// Every document touched, in order, with its sum.
    pub(super) fn touched(&self) -> impl Iterator<Item = (f64, u32)> {
        self.arrays.touched()
    }

    /// Tells `take` of those of some chunks, in their order, that were touched: the document, with its sum.
    pub(super) fn touched_of(&self, chunks: &[u32], mut take: impl FnMut(f64, u32)) {
        self.segment.places(chunks, |document| {
            if self.arrays.touched.contains(document) {
                take(self.arrays.scores[document as usize], document);
            }
        });
    }
}

impl Drop for Sums<'_> {
    fn drop(&mut self) {
        let mut arrays = std::mem::take(&mut self.arrays);
        arrays.clear();
        self.pool.give_back(arrays);
    }
}

/// Hands every posting to `take`.
fn each(list: &mut BlockSegmentPostings, mut take: impl FnMut(u32, u32)) {
    while list.block_len() > 0 {
        for (document, frequency) in list.docs().iter().zip(list.freqs()) {
            take(*document, *frequency);
        }
        list.advance();
    }
}

/// Several terms of one word: their frequencies in each document, added.
fn together(lists: &mut [BlockSegmentPostings]) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for list in lists {
        each(list, |document, frequency| all.push((document, frequency)));
    }
    added(all)
}

/// Postings of several terms in order, frequencies in one place added.
pub(in crate::store::embedded) fn added(mut postings: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    postings.sort_unstable();
    postings.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    postings
}

/// Frequencies and lengths below these have their parts in a table.
const FREQUENCIES: usize = 4;
const LENGTHS: usize = 512;
/// A word with fewer postings needs no table.
const WORTH: u32 = 4096;

/// The parts of one word in scores: a division each, or a look into a table of common ones.
struct Parts<'a> {
    scorer: &'a Scorer,
    word: u32,
    table: Vec<f64>,
}

impl<'a> Parts<'a> {
    fn new(scorer: &'a Scorer, word: u32, postings: u32) -> Self {
        let cell = |at: usize| scorer.part(word, (at / LENGTHS + 1) as u32, (at % LENGTHS) as u32);
        let cells = if postings < WORTH { 0 } else { FREQUENCIES * LENGTHS };
        Self { scorer, word, table: (0..cells).map(cell).collect() }
    }

    fn part(&self, frequency: u32, length: u32) -> f64 {
        let in_row = (length as usize) < LENGTHS;
        let cell = (frequency as usize).wrapping_sub(1).wrapping_mul(LENGTHS).wrapping_add(length as usize);
        match self.table.get(cell).filter(|_| in_row) {
            Some(part) => *part,
            None => self.scorer.part(self.word, frequency, length),
        }
    }
}
