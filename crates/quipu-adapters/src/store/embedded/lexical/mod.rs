//! Lexical seeds from the word index and its unindexed tail: exact BM25, best first.
//!
//! The words that fetch are walked posting by posting, summed into an array over the segment; a
//! common word is then looked up only in the chunks that could still be among the best: those
//! whose sum, plus the most that the common words can add, reaches the last place. Cost follows the
//! fetching words' postings; the result equals scoring every chunk.

mod sums;

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::rank::bm25::{Bm25, Scorer, fetching};
use quipu_kernel::view::{Counts, FoundChunk, Needs, Question, WordHit};
use rustc_hash::FxHashSet;
use tantivy::postings::Postings as _;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Searcher, SegmentReader, TERMINATED, Term};

use super::bits::Bits;
use super::tail::Tail;
use super::words::{Fields, Segments, broken};
use sums::Sums;
pub(super) use sums::{Pool, added};

/// Where words are looked up: one searcher, one tail, one state of the truth.
pub(super) struct Lexical<'a> {
    pub(super) searcher: &'a Searcher,
    pub(super) fields: Fields,
    pub(super) segments: &'a Segments,
    pub(super) tail: &'a Tail,
    /// By segment: documents that the truth no longer has.
    pub(super) dead: &'a [Vec<u32>],
    pub(super) pool: &'a Pool,
    pub(super) counts: Counts,
}

/// Everything the question's words found.
pub(super) struct Fetched<'a> {
    fetch: Vec<bool>,
    scorer: Scorer,
    /// By segment.
    sums: Vec<Sums<'a>>,
    /// The tail: full scores, and places there.
    tail: Vec<(f64, u32)>,
}

/// Where a found chunk is: its segment (one past the last is the tail), and its place there.
type At = (u32, u32);

impl<'a> Lexical<'a> {
    /// Walks the fetching words, over the chunks that `admitted` holds; none admits all.
    pub(super) fn fetch(
        &self,
        question: &Question,
        needs: &Needs,
        word_chunks: &[u64],
        admitted: Option<&Bits>,
    ) -> Result<Fetched<'a>, StoreError> {
        let admits = |chunk: u32| admitted.is_none_or(|admitted| admitted.contains(chunk));
        let fetch = fetching(&self.counts, word_chunks);
        let said = question.words.iter().map(|word| word.count);
        let scorer = Scorer::new(Bm25 { k1: needs.k1, b: needs.b }, &self.counts, word_chunks, said);
        let mut sums = Vec::new();
        for (reader, at) in self.searcher.segment_readers().iter().zip(0..) {
            let mut found = self.fetch_segment(reader, at, question, &fetch, &scorer)?;
            let dead = self.dead.get(at as usize).map_or(&[][..], Vec::as_slice);
            let partly = admitted.is_some() || !dead.is_empty() || !self.tail.chunks.is_empty();
            found.keep(partly.then_some(|document, chunk| {
                let known = dead.is_empty() || dead.binary_search(&document).is_err();
                known && admits(chunk) && !self.tail.holds(chunk)
            }));
            sums.push(found);
        }
        let words = question.words.iter().zip(&fetch).filter(|(_, fetches)| **fetches);
        let places: BTreeSet<u32> =
            words.flat_map(|(word, _)| self.tail.postings(&word.terms)).map(|(place, _)| place).collect();
        let places: Vec<u32> = places.into_iter().filter(|p| admits(self.tail.chunks[*p as usize].id)).collect();
        let found = self.tail.found(&places, question);
        let tail = places.iter().zip(&found).map(|(place, c)| (scorer.score(&c.hits, c.length), *place)).collect();
        Ok(Fetched { fetch, scorer, sums, tail })
    }

    /// For each word of a question, in how many chunks of the workspace it stands.
    pub(super) fn word_chunks(&self, question: &Question) -> Result<Vec<u64>, StoreError> {
        question.words.iter().map(|word| self.count(&word.terms)).collect()
    }

    /// In how many chunks of the workspace any of the terms stands.
    fn count(&self, terms: &[String]) -> Result<u64, StoreError> {
        let mut count = self.tail.postings(terms).len() as u64;
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

    fn fetch_segment(
        &self,
        reader: &SegmentReader,
        at: u32,
        question: &Question,
        fetch: &[bool],
        scorer: &Scorer,
    ) -> Result<Sums<'a>, StoreError> {
        let mut sums = Sums::new(self.pool, at, self.segments.get(reader)?);
        let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
        for ((word, place), _) in question.words.iter().zip(0..).zip(fetch).filter(|(_, fetches)| **fetches) {
            sums.add(&inverted, self.fields, &word.terms, scorer, place)?;
        }
        Ok(sums)
    }

    /// The best `limit` chunks of those fetched that `within` holds, by full score, ties by key.
    ///
    /// First those with the best sums; how good the last of them is with all words says which others
    /// the common words could still lift above it. The words of each are read only for the best.
    pub(super) fn best(
        &self,
        fetched: &Fetched<'_>,
        question: &Question,
        limit: usize,
        within: Option<&Bits>,
        key: impl Fn(u32) -> Result<Key, StoreError>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let inside = |chunk: u32| within.is_none_or(|within| within.contains(chunk));
        let mut ranked = self.largest(fetched, limit, &inside);
        self.lift(fetched, question, &mut ranked)?;
        if ranked.len() >= limit {
            let common = |place: &usize| !fetched.fetch[*place];
            let words = (0..question.words.len()).filter(common);
            let bound: f64 = words.map(|place| fetched.scorer.bound(place as u32)).sum();
            let mut others = self.reaching(fetched, below(nth(&mut ranked, limit) - bound), &inside);
            let first: FxHashSet<At> = ranked.iter().map(|(_, at)| *at).collect();
            others.retain(|(_, at)| !first.contains(at));
            self.lift(fetched, question, &mut others)?;
            ranked.extend(others);
            let last = below(nth(&mut ranked, limit));
            ranked.retain(|(score, _)| *score >= last);
        }
        let places: Vec<At> = ranked.into_iter().map(|(_, at)| at).collect();
        let ranked = self.scored(fetched, &places, question)?;
        let keyed = ranked.into_iter().map(|(score, chunk)| Ok((score, key(chunk.id)?, chunk)));
        let mut keyed: Vec<_> = keyed.collect::<Result<_, StoreError>>()?;
        keyed.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        Ok(keyed.into_iter().take(limit).map(|(_, _, chunk)| chunk).collect())
    }

    /// The chunks with the `limit` largest sums.
    fn largest(&self, fetched: &Fetched<'_>, limit: usize, inside: &impl Fn(u32) -> bool) -> Vec<(f64, At)> {
        let mut best: Vec<(f64, At)> = Vec::with_capacity(2 * limit);
        let mut floor = f64::NEG_INFINITY;
        self.each(fetched, |score, at, chunk| {
            if score > floor && inside(chunk) {
                best.push((score, at));
                if best.len() == 2 * limit {
                    floor = nth(&mut best, limit);
                    best.truncate(limit);
                }
            }
        });
        if best.len() > limit {
            nth(&mut best, limit);
            best.truncate(limit);
        }
        best
    }

    /// The chunks whose sums reach `least`.
    fn reaching(&self, fetched: &Fetched<'_>, least: f64, inside: &impl Fn(u32) -> bool) -> Vec<(f64, At)> {
        let mut out = Vec::new();
        self.each(fetched, |score, at, chunk| {
            if score >= least && inside(chunk) {
                out.push((score, at));
            }
        });
        out
    }

    /// Adds what the common words give to sums of the fetching ones. The tail has it already.
    fn lift(&self, fetched: &Fetched<'_>, question: &Question, sums: &mut [(f64, At)]) -> Result<(), StoreError> {
        sums.sort_unstable_by_key(|(_, at)| *at);
        for sums in sums.chunk_by_mut(|a, b| a.1.0 == b.1.0) {
            let Some(reader) = sums.first().and_then(|(_, at)| self.searcher.segment_readers().get(at.0 as usize))
            else {
                continue;
            };
            let segment = self.segments.get(reader)?;
            let documents: Vec<u32> = sums.iter().map(|(_, (_, document))| *document).collect();
            for ((word, place), _) in question.words.iter().zip(0..).zip(&fetched.fetch).filter(|(_, f)| !**f) {
                let mut frequencies = vec![0u32; documents.len()];
                self.look_up(reader, &word.terms, &documents, |at, frequency| frequencies[at] += frequency)?;
                for ((sum, document), frequency) in sums.iter_mut().zip(&documents).zip(frequencies) {
                    if frequency > 0 {
                        sum.0 += fetched.scorer.part(place, frequency, segment.lengths[*document as usize]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Tells `take` which of the documents (by place, sorted) have any of the terms, and how often.
    fn look_up(
        &self,
        reader: &SegmentReader,
        terms: &[String],
        documents: &[u32],
        mut take: impl FnMut(usize, u32),
    ) -> Result<(), StoreError> {
        let inverted = reader.inverted_index(self.fields.terms).map_err(broken)?;
        for term in terms {
            let term = Term::from_field_text(self.fields.terms, term);
            let postings = inverted.read_postings(&term, IndexRecordOption::WithFreqs).map_err(broken)?;
            let Some(mut postings) = postings else { continue };
            for (at, document) in documents.iter().enumerate() {
                if postings.doc() < *document {
                    postings.seek(*document);
                }
                if postings.doc() == *document {
                    take(at, postings.term_freq());
                }
            }
        }
        Ok(())
    }

    /// Hands every chunk fetched to `take`: its sum, where it is, its id.
    fn each(&self, fetched: &Fetched<'_>, mut take: impl FnMut(f64, At, u32)) {
        for sums in &fetched.sums {
            for &(score, document) in &sums.seen {
                take(score, (sums.at, document), sums.segment.chunks[document as usize]);
            }
        }
        let tail_at = fetched.sums.len() as u32;
        for &(score, place) in &fetched.tail {
            take(score, (tail_at, place), self.tail.chunks[place as usize].id);
        }
    }

    /// All words of the question in these chunks, and their scores.
    fn scored(
        &self,
        fetched: &Fetched<'_>,
        places: &[At],
        question: &Question,
    ) -> Result<Vec<(f64, FoundChunk)>, StoreError> {
        let mut by_segment: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (at, document) in places {
            by_segment.entry(*at).or_default().push(*document);
        }
        let mut out = Vec::with_capacity(places.len());
        for (at, mut documents) in by_segment {
            documents.sort_unstable();
            match self.searcher.segment_readers().get(at as usize) {
                Some(reader) => self.found_in(reader, &documents, question, &mut out)?,
                None => out.extend(self.tail.found(&documents, question)),
            }
        }
        Ok(out.into_iter().map(|chunk| (fetched.scorer.score(&chunk.hits, chunk.length), chunk)).collect())
    }

    fn found_in(
        &self,
        reader: &SegmentReader,
        documents: &[u32],
        question: &Question,
        out: &mut Vec<FoundChunk>,
    ) -> Result<(), StoreError> {
        let segment = self.segments.get(reader)?;
        let from = out.len();
        out.extend(documents.iter().map(|&document| FoundChunk {
            id: segment.chunks[document as usize],
            length: segment.lengths[document as usize],
            hits: Vec::new(),
        }));
        for (word, place) in question.words.iter().zip(0..) {
            let found = &mut out[from..];
            self.look_up(reader, &word.terms, documents, |at, frequency| {
                WordHit::count(&mut found[at].hits, place, frequency)
            })?;
        }
        Ok(())
    }
}

/// A little below a score: sums are rounded in another order than scores.
fn below(score: f64) -> f64 {
    score - 1e-9 * score.abs() - 1e-9
}

/// The `limit`-th largest score, with what is larger before it; there are at least so many.
fn nth<T>(ranked: &mut [(f64, T)], limit: usize) -> f64 {
    let (_, (score, _), _) = ranked.select_nth_unstable_by(limit - 1, |a, b| b.0.total_cmp(&a.0));
    *score
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
