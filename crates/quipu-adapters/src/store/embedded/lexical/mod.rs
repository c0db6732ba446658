//! Lexical seeds from the word index and its unindexed tail: exact BM25, best first.
//!
//! The words that fetch are walked posting by posting, the rarest first, summed into an array over
//! the segment, until no chunk that is not touched yet could be among the best (MaxScore: Turtle and
//! Flood, 1995, "Query evaluation: strategies and optimizations"). The other words are then looked up
//! only in the chunks whose sum, plus the most that these words can add, reaches the last place. Cost
//! follows the postings of the rarer words; the result equals scoring every chunk that has a word that fetches.

mod best;
mod sums;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use quipu_engine::ports::StoreError;
use quipu_kernel::rank::bm25::{Bm25, Scorer};
use quipu_kernel::view::{Counts, Needs, Question};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, Term};

use super::damage::broken;
use super::tail::Tail;
use super::words::{Fields, Segments};
use sums::Sums;
pub(super) use sums::{Pool, added};

/// The sources of look-ups of words: one searcher, one tail, one state of the truth.
pub(super) struct Lexical<'a> {
    pub(super) searcher: &'a Searcher,
    pub(super) fields: Fields,
    pub(super) segments: &'a Segments,
    pub(super) tail: &'a Tail,
    /// Documents that the truth no longer has, by segment.
    pub(super) dead: &'a [Vec<u32>],
    pub(super) pool: &'a Pool,
    pub(super) counts: Counts,
}

/// The chunks of the words walked so far; more words are walked when the requested best need it.
pub(super) struct Fetched<'a> {
    scorer: Scorer,
    /// The words that count, by position: first those that fetch, the rarest first, then the others.
    words: Vec<u32>,
    /// Number of fetching words, and number of those walked.
    fetching: usize,
    walked: usize,
    /// Number of chunks with each word of the question.
    word_chunks: Vec<u64>,
    /// The sums, by segment.
    sums: Vec<Sums<'a>>,
    /// The tail: full scores, and places there.
    tail: Vec<(f64, u32)>,
}

impl Fetched<'_> {
    /// The words not walked.
    fn others(&self) -> &[u32] {
        &self.words[self.walked..]
    }

    /// Every chunk touched, of the tail too: its sum, and where it is.
    fn sums(&self) -> impl Iterator<Item = (f64, At)> {
        let tail_at = self.sums.len() as u32;
        let segments =
            self.sums.iter().flat_map(|sums| sums.touched().map(|(sum, document)| (sum, (sums.at, document))));
        segments.chain(self.tail.iter().map(move |(score, place)| (*score, (tail_at, *place))))
    }

    /// Tells `take` of every chunk touched, the tail's too: its sum, and where it is; of those of some alone, where these are
    /// few, in the order of their ids.
    fn each(&self, among: Option<&[u32]>, mut take: impl FnMut(f64, At)) {
        let touched: u64 = self.words[..self.walked].iter().map(|word| self.word_chunks[*word as usize]).sum();
        match among.filter(|among| among.len() as u64 * FEW < touched) {
            Some(among) => {
                for sums in &self.sums {
                    sums.touched_of(among, |sum, document| take(sum, (sums.at, document)));
                }
                self.tail.iter().for_each(|(score, place)| take(*score, (self.sums.len() as u32, *place)));
            }
            None => self.sums().for_each(|(sum, at)| take(sum, at)),
        }
    }

    /// True if the next word, if there is one to walk, is in few chunks compared with those walked: then it
    /// costs less to walk it than to check that it is needed.
    fn is_next_small(&self) -> bool {
        let chunks = |words: &[u32]| words.iter().map(|word| self.word_chunks[*word as usize]).sum::<u64>();
        chunks(&self.words[self.walked..][..1]) * SMALL < chunks(&self.words[..self.walked])
    }

    /// The most that these words can add to a sum.
    fn bound(&self, words: &[u32]) -> f64 {
        words.iter().map(|word| self.scorer.bound(*word)).sum()
    }
}

/// A word is small when it stands in less than a fourth as many chunks as the words walked.
const SMALL: u64 = 4;

/// Chunks count as few, and are requested one by one, where this many times as many were touched.
const FEW: u64 = 8;

/// The place of a found chunk: its segment (one past the last is the tail), and its position there.
type At = (u32, u32);

impl<'a> Lexical<'a> {
    /// Begins with the words of a question, which stand in `word_chunks` chunks each.
    pub(super) fn begin(
        &self,
        question: &Question,
        needs: &Needs,
        word_chunks: &[u64],
    ) -> Result<Fetched<'a>, StoreError> {
        let bm25 = Bm25 { k1: needs.k1, b: needs.b };
        let scorer = Scorer::new(bm25, &self.counts, question, word_chunks, needs.stop_words);
        let mut words: Vec<u32> = scorer.counted(question).map(|(at, _)| at).collect();
        words.sort_by_key(|at| (!scorer.fetches(*at), word_chunks[*at as usize]));
        let fetching = words.iter().filter(|at| scorer.fetches(**at)).count();
        let segments = self.searcher.segment_readers().iter().zip(0..);
        let sums = segments.map(|(reader, at)| Ok(Sums::new(self.pool, at, self.segments.get(reader)?)));
        let sums = sums.collect::<Result<_, StoreError>>()?;
        let terms = words[..fetching].iter().map(|at| &question.words[*at as usize].terms);
        let places: BTreeSet<u32> = terms.flat_map(|terms| self.tail.postings(terms)).map(|(place, _)| place).collect();
        let places: Vec<u32> = places.into_iter().collect();
        let found = self.tail.found(&places, question, &scorer);
        let tail = places.iter().zip(&found).map(|(place, c)| (scorer.score(&c.hits, c.length), *place)).collect();
        Ok(Fetched { scorer, words, fetching, walked: 0, word_chunks: word_chunks.to_vec(), sums, tail })
    }

    /// Walks one more word.
    fn walk(&self, fetched: &mut Fetched<'a>, question: &Question) -> Result<(), StoreError> {
        let word = fetched.words[fetched.walked];
        for (reader, sums) in self.searcher.segment_readers().iter().zip(&mut fetched.sums) {
            let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
            sums.add(&inverted, self.fields, &question.words[word as usize].terms, &fetched.scorer, word)?;
        }
        fetched.walked += 1;
        Ok(())
    }

    /// Number of chunks in the workspace with each word of a question.
    pub(super) fn word_chunks(&self, question: &Question) -> Result<Vec<u64>, StoreError> {
        question.words.iter().map(|word| self.count(&word.terms)).collect()
    }

    /// Number of chunks in the workspace with the terms; one with two of them counts twice.
    fn count(&self, terms: &[String]) -> Result<u64, StoreError> {
        let mut count = self.tail.count(terms);
        for (reader, dead) in self.searcher.segment_readers().iter().zip(self.dead) {
            let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
            for term in terms {
                let term = Term::from_field_text(self.fields.terms, term);
                let Some(info) = inverted.get_term_info(&term).map_err(broken)? else { continue };
                count += u64::from(info.doc_freq);
                if dead.is_empty() {
                    continue;
                }
                let mut postings =
                    inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic).map_err(broken)?;
                for &document in dead {
                    if postings.doc() < document {
                        postings.seek(document);
                    }
                    count -= u64::from(postings.doc() == document);
                }
            }
        }
        Ok(count)
    }
}

/// Documents, by segment, that the truth no longer has although the segment does.
pub(super) fn dead_documents(
    searcher: &Searcher,
    fields: Fields,
    segments: &Segments,
    tail: &Tail,
) -> Result<Vec<Vec<u32>>, StoreError> {
    searcher.segment_readers().iter().map(|reader| dead(reader, fields, segments, tail)).collect()
}

fn dead(reader: &SegmentReader, fields: Fields, segments: &Segments, tail: &Tail) -> Result<Vec<u32>, StoreError> {
    let mut dead: Vec<u32> = match reader.alive_bitset() {
        Some(alive) => (0..reader.max_doc()).filter(|document| !alive.is_alive(*document)).collect(),
        None => Vec::new(),
    };
    let inverted = reader.inverted_index(fields.chunk).map_err(broken)?;
    for chunk in &tail.removed {
        let term = Term::from_field_u64(fields.chunk, chunk.into());
        let found = inverted.read_postings(&term, IndexRecordOption::Basic).map_err(broken)?;
        dead.extend(found.map(|postings| postings.doc()).filter(|document| *document != TERMINATED));
    }
    let segment = segments.get(reader)?;
    let unknown = segment.chunks.iter().zip(0..).filter(|(chunk, _)| **chunk >= tail.next_chunk);
    dead.extend(unknown.map(|(_, document)| document));
    dead.sort_unstable();
    dead.dedup();
    Ok(dead)
}
