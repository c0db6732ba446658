//! Lexical seeds from the word index and its unindexed tail: exact BM25, best first.
//!
//! The words that fetch are walked posting by posting, summed into an array over the segment; a
//! common word is then looked up only in the chunks that could still be among the best: those
//! whose sum, plus the most that the common words can add, reaches the last place. Cost follows the
//! fetching words' postings; the result equals scoring every chunk.

use std::collections::BTreeMap;

use quipu_engine::ports::StoreError;
use quipu_kernel::rank::bm25::{Bm25, Scorer, fetching};
use quipu_kernel::view::{Counts, FoundChunk, Needs, Question};
use roaring::RoaringBitmap;
use tantivy::postings::Postings as _;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, Term};

use super::tail::{Tail, add_hit};
use super::words::{Fields, Segments, broken};

/// Where words are looked up: one searcher, one tail, one state of the truth.
pub(super) struct Lexical<'a> {
    pub(super) searcher: &'a Searcher,
    pub(super) fields: Fields,
    pub(super) segments: &'a Segments,
    pub(super) tail: &'a Tail,
    /// By segment: documents that the truth no longer has.
    pub(super) dead: &'a [Vec<u32>],
    /// Chunks that the question's filter admits; none admits all.
    pub(super) admitted: Option<&'a RoaringBitmap>,
    pub(super) counts: Counts,
}

/// A chunk that a fetching word found: its sum over those words, and where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sum {
    score: f64,
    chunk: u32,
    /// Segment, and the document there; the tail is one past the last segment.
    at: (u32, u32),
}

/// Everything the question's words found.
pub(super) struct Fetched {
    pub(super) word_chunks: Vec<u64>,
    fetch: Vec<bool>,
    scorer: Scorer,
    sums: Vec<Sum>,
}

impl Lexical<'_> {
    /// Walks the fetching words.
    pub(super) fn fetch(&self, question: &Question, needs: &Needs) -> Result<Fetched, StoreError> {
        let word_chunks: Vec<u64> =
            question.words.iter().map(|word| self.count(&word.terms)).collect::<Result<_, _>>()?;
        let fetch = fetching(&self.counts, &word_chunks);
        let said = question.words.iter().map(|word| word.count);
        let scorer = Scorer::new(Bm25 { k1: needs.k1, b: needs.b }, &self.counts, &word_chunks, said);
        let mut sums = Vec::new();
        for (reader, at) in self.searcher.segment_readers().iter().zip(0..) {
            self.fetch_segment(reader, at, question, &fetch, &scorer, &mut sums)?;
        }
        let tail_at = self.searcher.segment_readers().len() as u32;
        for (chunk, at) in self.tail.chunks.iter().zip(0..) {
            if self.admits(chunk.id)
                && question.words.iter().zip(&fetch).any(|(w, f)| *f && chunk.frequency(&w.terms) > 0)
            {
                let hits = chunk.hits(question);
                sums.push(Sum { score: scorer.score(&hits, chunk.length), chunk: chunk.id, at: (tail_at, at) });
            }
        }
        Ok(Fetched { word_chunks, fetch, scorer, sums })
    }

    fn admits(&self, chunk: u32) -> bool {
        match self.admitted {
            Some(admitted) => admitted.contains(chunk),
            None => true,
        }
    }

    /// In how many chunks of the workspace any of the terms stands.
    fn count(&self, terms: &[String]) -> Result<u64, StoreError> {
        let mut count = self.tail.chunks.iter().filter(|chunk| chunk.frequency(terms) > 0).count() as u64;
        for (reader, dead) in self.searcher.segment_readers().iter().zip(self.dead) {
            let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
            for term in terms {
                let term = Term::from_field_text(self.fields.terms, term);
                let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::Basic).map_err(broken)?
                else {
                    continue;
                };
                count += u64::from(postings.doc_freq());
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

    fn fetch_segment(
        &self,
        reader: &SegmentReader,
        at: u32,
        question: &Question,
        fetch: &[bool],
        scorer: &Scorer,
        sums: &mut Vec<Sum>,
    ) -> Result<(), StoreError> {
        let segment = self.segments.get(reader)?;
        let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
        let mut scores = vec![0f64; reader.max_doc() as usize];
        let mut touched: Vec<u32> = Vec::new();
        for (word, place) in question.words.iter().zip(0..).filter(|(_, place)| fetch[*place as usize]) {
            for term in &word.terms {
                let term = Term::from_field_text(self.fields.terms, term);
                let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs).map_err(broken)?
                else {
                    continue;
                };
                while postings.doc() != TERMINATED {
                    let document = postings.doc() as usize;
                    if scores[document] == 0.0 {
                        touched.push(document as u32);
                    }
                    scores[document] += scorer.part(place, postings.term_freq(), segment.lengths[document]);
                    postings.advance();
                }
            }
        }
        let dead = self.dead.get(at as usize).map_or(&[][..], Vec::as_slice);
        for document in touched {
            let chunk = segment.chunks[document as usize];
            let known = dead.is_empty() || dead.binary_search(&document).is_err();
            if known && self.admits(chunk) && !self.tail.holds(chunk) {
                sums.push(Sum { score: scores[document as usize], chunk, at: (at, document) });
            }
        }
        Ok(())
    }

    /// The best `limit` chunks of those fetched that `within` holds, by full score, ties by key.
    pub(super) fn best(
        &self,
        fetched: &Fetched,
        question: &Question,
        limit: usize,
        within: Option<&RoaringBitmap>,
        key: impl Fn(u32) -> Result<quipu_kernel::model::Key, StoreError>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        let inside = |sum: &&Sum| within.is_none_or(|within| within.contains(sum.chunk));
        let mut scores: Vec<f64> = fetched.sums.iter().filter(inside).map(|sum| sum.score).collect();
        if limit == 0 || scores.is_empty() {
            return Ok(Vec::new());
        }
        let common = |place: &usize| !fetched.fetch[*place];
        let bound: f64 = (0..question.words.len()).filter(common).map(|place| fetched.scorer.bound(place as u32)).sum();
        let mut least = f64::NEG_INFINITY;
        if scores.len() > limit {
            let (_, last, _) = scores.select_nth_unstable_by(limit - 1, |a, b| b.total_cmp(a));
            // A little slack for the order in which sums were rounded.
            least = (*last - bound) * (1.0 - 1e-9) - 1e-9;
        }
        let sums: Vec<Sum> = fetched.sums.iter().filter(inside).filter(|sum| sum.score >= least).copied().collect();
        let mut found = self.found(&sums, question)?;
        let mut ranked: Vec<(f64, FoundChunk)> =
            found.drain(..).map(|chunk| (fetched.scorer.score(&chunk.hits, chunk.length), chunk)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let tied = |score: f64| ranked.partition_point(|(other, _)| *other >= score);
        let end = ranked.get(limit - 1).map_or(ranked.len(), |(score, _)| tied(*score));
        ranked.truncate(end);
        let mut keyed: Vec<_> = ranked
            .into_iter()
            .map(|(score, chunk)| Ok((score, key(chunk.id)?, chunk)))
            .collect::<Result<_, StoreError>>()?;
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Ok(keyed.into_iter().take(limit).map(|(_, _, chunk)| chunk).collect())
    }

    /// All words of the question in these chunks.
    fn found(&self, sums: &[Sum], question: &Question) -> Result<Vec<FoundChunk>, StoreError> {
        let mut by_segment: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
        for sum in sums {
            by_segment.entry(sum.at.0).or_default().push((sum.at.1, sum.chunk));
        }
        let mut out = Vec::with_capacity(sums.len());
        for (at, mut documents) in by_segment {
            documents.sort_unstable();
            match self.searcher.segment_readers().get(at as usize) {
                Some(reader) => self.found_in(reader, &documents, question, &mut out)?,
                None => out.extend(documents.iter().filter_map(|(place, _)| {
                    let chunk = self.tail.chunks.get(*place as usize)?;
                    Some(FoundChunk { id: chunk.id, length: chunk.length, hits: chunk.hits(question) })
                })),
            }
        }
        Ok(out)
    }

    fn found_in(
        &self,
        reader: &SegmentReader,
        documents: &[(u32, u32)],
        question: &Question,
        out: &mut Vec<FoundChunk>,
    ) -> Result<(), StoreError> {
        let segment = self.segments.get(reader)?;
        let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
        let from = out.len();
        out.extend(documents.iter().map(|&(document, id)| FoundChunk {
            id,
            length: segment.lengths[document as usize],
            hits: Vec::new(),
        }));
        for (word, place) in question.words.iter().zip(0..) {
            for term in &word.terms {
                let term = Term::from_field_text(self.fields.terms, term);
                let Some(mut postings) = inverted.read_postings(&term, IndexRecordOption::WithFreqs).map_err(broken)?
                else {
                    continue;
                };
                for ((document, _), chunk) in documents.iter().zip(&mut out[from..]) {
                    if postings.doc() < *document {
                        postings.seek(*document);
                    }
                    if postings.doc() == *document {
                        add_hit(&mut chunk.hits, place, postings.term_freq());
                    }
                }
            }
        }
        Ok(())
    }
}

/// By segment: documents that the truth no longer has although the segment does.
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
