//! The best of the chunks that the words fetched: walking on while an untouched one could be among them, then
//! looking the other words up.

use std::collections::BTreeMap;

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;
use quipu_kernel::view::{FoundChunk, Question, WordHit};
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{SegmentReader, Term};

use super::{At, Fetched, Lexical};
use crate::store::embedded::damage::broken;

impl<'a> Lexical<'a> {
    /// The best `limit` chunks that the words fetch and `inside` holds, by full score, ties by key; `among`: those that it
    /// may hold, sorted, where that is known.
    ///
    /// First those with the best sums; the full score of the last of them decides which others
    /// the words not walked could still lift above it.
    pub(in crate::store::embedded) fn best(
        &self,
        fetched: &mut Fetched<'a>,
        question: &Question,
        limit: usize,
        (among, inside): (Option<&[u32]>, impl Fn(u32) -> bool),
        key: impl Fn(u32) -> Result<Key, StoreError>,
    ) -> Result<Vec<FoundChunk>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let inside = (among, &inside);
        let mut ranked = self.largest(fetched, limit, inside);
        while fetched.walked < fetched.fetching && !surely_best(&mut ranked, limit, fetched.bound(fetched.others())) {
            self.walk(fetched, question)?;
            while fetched.walked < fetched.fetching && fetched.is_next_small() {
                self.walk(fetched, question)?;
            }
            ranked = self.largest(fetched, limit, inside);
        }
        if ranked.len() >= limit {
            ranked.sort_unstable_by_key(|(_, at)| *at);
            self.lift(fetched, question, &mut ranked, f64::NEG_INFINITY)?;
            let least = below(nth(&mut ranked, limit));
            ranked = self.reaching(fetched, least - fetched.bound(fetched.others()), inside);
            self.lift(fetched, question, &mut ranked, least)?;
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
    fn largest(
        &self,
        fetched: &Fetched<'_>,
        limit: usize,
        (among, inside): (Option<&[u32]>, &impl Fn(u32) -> bool),
    ) -> Vec<(f64, At)> {
        let mut best: Vec<(f64, At)> = Vec::new();
        let mut floor = f64::NEG_INFINITY;
        fetched.each(among, |score, at| {
            if score > floor && self.sees(fetched, at, inside) {
                best.push((score, at));
                if best.len() == limit.saturating_mul(2) {
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

    /// The chunks whose sums reach `least`, in order of place.
    fn reaching(
        &self,
        fetched: &Fetched<'_>,
        least: f64,
        (among, inside): (Option<&[u32]>, &impl Fn(u32) -> bool),
    ) -> Vec<(f64, At)> {
        let mut reaching = Vec::new();
        fetched.each(among, |score, at| {
            if score >= least && self.sees(fetched, at, inside) {
                reaching.push((score, at));
            }
        });
        reaching.sort_unstable_by_key(|(_, at)| *at);
        reaching
    }

    /// True if the chunk at a place is one of the truth, not also held by the tail, and inside.
    fn sees(&self, fetched: &Fetched<'_>, (at, place): At, inside: &impl Fn(u32) -> bool) -> bool {
        let Some(sums) = fetched.sums.get(at as usize) else { return inside(self.tail.chunks[place as usize].id) };
        let chunk = sums.segment.chunks[place as usize];
        let known = self.dead.get(at as usize).is_none_or(|dead| dead.binary_search(&place).is_err());
        known && !self.tail.holds(chunk) && inside(chunk)
    }

    /// Adds the scores of words not walked to sums in order of place, and leaves those that can still
    /// reach `least`. The tail has it already.
    fn lift(
        &self,
        fetched: &Fetched<'_>,
        question: &Question,
        sums: &mut Vec<(f64, At)>,
        least: f64,
    ) -> Result<(), StoreError> {
        let mut others = fetched.others();
        while let Some((word, rest)) = others.split_first() {
            for of_segment in sums.chunk_by_mut(|a, b| a.1.0 == b.1.0) {
                self.lift_by(fetched, question, *word, of_segment)?;
            }
            let bound = fetched.bound(rest);
            sums.retain(|(score, _)| score + bound >= least);
            others = rest;
        }
        Ok(())
    }

    /// Adds what one word gives to sums of one segment.
    fn lift_by(
        &self,
        fetched: &Fetched<'_>,
        question: &Question,
        word: u32,
        sums: &mut [(f64, At)],
    ) -> Result<(), StoreError> {
        let at = sums.first().map_or(0, |(_, (at, _))| *at as usize);
        let (Some(reader), Some(of)) = (self.searcher.segment_readers().get(at), fetched.sums.get(at)) else {
            return Ok(());
        };
        let documents: Vec<u32> = sums.iter().map(|(_, (_, document))| *document).collect();
        let mut frequencies = vec![0u32; documents.len()];
        let terms = &question.words[word as usize].terms;
        self.look_up(reader, terms, &documents, |at, frequency| frequencies[at] += frequency)?;
        for ((sum, (_, document)), frequency) in sums.iter_mut().zip(frequencies) {
            if frequency > 0 {
                *sum += fetched.scorer.part(word, frequency, of.segment.lengths[*document as usize]);
            }
        }
        Ok(())
    }

    /// Passes the documents (by place, sorted) with any of the terms to `take`, with their frequencies.
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
            let list = inverted.read_block_postings(&term, IndexRecordOption::WithFreqs).map_err(broken)?;
            each_of(list, documents, &mut take);
        }
        Ok(())
    }

    /// The words of the question in these chunks that count, and their scores.
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
                Some(reader) => self.found_in(reader, fetched, &documents, question, &mut out)?,
                None => out.extend(self.tail.found(&documents, question, &fetched.scorer)),
            }
        }
        Ok(out.into_iter().map(|chunk| (fetched.scorer.score(&chunk.hits, chunk.length), chunk)).collect())
    }

    fn found_in(
        &self,
        reader: &SegmentReader,
        fetched: &Fetched<'_>,
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
        for (place, word) in fetched.scorer.counted(question) {
            let found = &mut out[from..];
            self.look_up(reader, &word.terms, documents, |at, frequency| {
                WordHit::count(&mut found[at].hits, place, frequency)
            })?;
        }
        Ok(())
    }
}

/// Passes the documents (by place, sorted) in a list to `take`, with their frequencies. Near
/// ones are met by going on in a block, far ones by skipping blocks.
fn each_of(list: Option<BlockSegmentPostings>, documents: &[u32], take: &mut impl FnMut(usize, u32)) {
    let Some(mut list) = list else { return };
    let mut place = 0;
    for (at, document) in documents.iter().enumerate() {
        match list.docs().last() {
            None => return,
            Some(last) if last < document => place = list.seek(*document),
            Some(_) => place += list.docs()[place..].iter().take_while(|other| *other < document).count(),
        }
        // A damaged list may have fewer frequencies than documents.
        if let (Some(found), Some(frequency)) = (list.docs().get(place), list.freqs().get(place))
            && found == document
        {
            take(at, *frequency);
        }
    }
}

/// True if a chunk outside the sums cannot be among the best: together the other words add less
/// than the `limit`-th of the ranked has.
fn surely_best(ranked: &mut [(f64, At)], limit: usize, others: f64) -> bool {
    ranked.len() >= limit && below(nth(ranked, limit)) > others
}

/// A little below a score: sums are rounded in another order than scores, and parts may come out a
/// rounding above their bound.
fn below(score: f64) -> f64 {
    score - 1e-9 * score.abs() - 1e-9
}

/// The `limit`-th largest score, with the larger ones before it; there are at least this many.
fn nth<T>(ranked: &mut [(f64, T)], limit: usize) -> f64 {
    let (_, (score, _), _) = ranked.select_nth_unstable_by(limit - 1, |a, b| b.0.total_cmp(&a.0));
    *score
}
