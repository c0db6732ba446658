//! One scan of things: those that hold words of a question, and those whose codes are nearest to its vector.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use pulp::{Arch, NullaryFnOnce};
use rustc_hash::FxHashMap;

use super::packed::{seen, term_hash};
use crate::model::Key;
use crate::rank::bm25::{Bm25, Scorer};
use crate::rank::codes::CodeQuery;
use crate::rank::quantise::QuantisedQuery;
use crate::text::is_stop_word;
use crate::view::{Counts, Question, QuestionWord, View, ViewChunk, WordHit};

/// Number of bits of the table that is checked before hashes are looked up.
const BITS: usize = 1 << 12;

/// A scan under way: it is given block after block.
pub struct Scan<'q> {
    question: &'q Question,
    /// The hashes of the question's terms, sorted, each with the word that it is of.
    wanted: Vec<(u32, u32)>,
    /// A bit set of the last bits of wanted hashes.
    maybe: Vec<u64>,
    query: Option<CodeQuery>,
    most: usize,
    counts: Counts,
    inside: Vec<u64>,
    worded: Vec<(Key, u32, Vec<WordHit>)>,
    /// The nearest by code, the farthest of them on top.
    near: BinaryHeap<Reverse<(Nearness, Reverse<Key>)>>,
}

/// A block for a scan. A named type, unlike a closure, can be inlined where the processor's form is chosen.
struct Adding<'s, 'q, 'b> {
    scan: &'s mut Scan<'q>,
    block: &'b [u8],
}

impl NullaryFnOnce for Adding<'_, '_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.scan.look_through(self.block);
    }
}

/// A product as an order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Nearness(f64);

impl Eq for Nearness {}

impl PartialOrd for Nearness {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nearness {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<'q> Scan<'q> {
    /// Begins; the best `most` by words and as many by vector become candidates.
    pub fn new(question: &'q Question, most: usize) -> Self {
        // Stop words count where there is nothing else.
        let telling = |word: &QuestionWord| !is_stop_word(&word.text);
        let only_stop_words = !question.words.iter().any(telling);
        let counted = question.words.iter().zip(0..).filter(|(word, _)| only_stop_words || telling(word));
        let of_word = |(word, at): (&QuestionWord, u32)| -> Vec<(u32, u32)> {
            word.terms.iter().map(|term| (term_hash(term), at)).collect()
        };
        let mut wanted: Vec<(u32, u32)> = counted.flat_map(of_word).collect();
        wanted.sort_unstable();
        wanted.dedup_by_key(|(hash, _)| *hash);
        let mut maybe = vec![0u64; BITS / 64];
        for (hash, _) in &wanted {
            let bit = *hash as usize % BITS;
            maybe[bit / 64] |= 1 << (bit % 64);
        }
        Self {
            question,
            wanted,
            maybe,
            query: question.vector.as_deref().map(|vector| CodeQuery::new(&QuantisedQuery::new(vector))),
            most,
            counts: Counts::default(),
            inside: vec![0; question.words.len()],
            worded: Vec::new(),
            near: BinaryHeap::new(),
        }
    }

    /// Looks through a block, as wide as the processor can.
    pub fn add(&mut self, block: &[u8]) {
        Arch::new().dispatch(Adding { scan: self, block });
    }

    #[inline(always)]
    fn look_through(&mut self, block: &[u8]) {
        for thing in seen(block) {
            self.counts.chunks += 1;
            self.counts.length += u64::from(thing.length);
            let hits = self.hits(thing.hashes, thing.counts);
            hits.iter().for_each(|hit| self.inside[hit.word as usize] += 1);
            if !hits.is_empty() {
                self.worded.push((thing.key, u32::from(thing.length), hits));
            }
            if let Some(query) = self.query.as_ref().filter(|_| !thing.code.is_empty()) {
                let near = Nearness(f64::from(query.dot(thing.code)));
                self.see((near, Reverse(thing.key)));
            }
        }
    }

    /// Keeps a thing if it is among the nearest.
    #[inline(always)]
    fn see(&mut self, found: (Nearness, Reverse<Key>)) {
        if self.near.len() < self.most {
            self.near.push(Reverse(found));
        } else if let Some(mut farthest) = self.near.peek_mut()
            && found > farthest.0
        {
            *farthest = Reverse(found);
        }
    }

    /// Takes over the results of another scan for the same question in other blocks.
    pub fn join(&mut self, other: Self) {
        self.counts.chunks += other.counts.chunks;
        self.counts.length += other.counts.length;
        self.inside.iter_mut().zip(other.inside).for_each(|(here, there)| *here += there);
        self.worded.extend(other.worded);
        other.near.into_iter().for_each(|Reverse(found)| self.see(found));
    }

    fn hits(&self, hashes: &[[u8; 4]], counts: &[u8]) -> Vec<WordHit> {
        let mut hits: Vec<WordHit> = Vec::new();
        if self.wanted.is_empty() {
            return hits;
        }
        for (hash, count) in hashes.iter().zip(counts) {
            let hash = u32::from_le_bytes(*hash);
            let bit = hash as usize % BITS;
            if self.maybe[bit / 64] >> (bit % 64) & 1 == 0 {
                continue;
            }
            if let Ok(at) = self.wanted.binary_search_by_key(&hash, |(wanted, _)| *wanted) {
                let word = self.wanted[at].1;
                match hits.iter_mut().find(|hit| hit.word == word) {
                    Some(hit) => hit.frequency += u32::from(*count),
                    None => hits.push(WordHit { word, frequency: u32::from(*count) }),
                }
            }
        }
        hits.sort_unstable();
        hits
    }

    /// The result: a view whose chunks are things, the best by words and the nearest by code, in the order of their
    /// keys and yet without cosines; its counts are those of all things.
    pub fn finish(self, bm25: Bm25) -> View {
        let scorer = Scorer::new(bm25, &self.counts, self.question, &self.inside, false);
        let scored = self
            .worded
            .iter()
            .enumerate()
            .map(|(at, (key, length, hits))| (Nearness(scorer.score(hits, *length)), Reverse(*key), at));
        let mut best: Vec<_> = scored.filter(|(score, ..)| score.0 > 0.0).collect();
        best.sort_unstable_by_key(|(score, key, _)| Reverse((*score, *key)));
        best.truncate(self.most);
        let by_words = best.iter().map(|(_, key, _)| key.0);
        let by_code = self.near.into_iter().map(|Reverse((_, Reverse(key)))| key);
        let mut taken: FxHashMap<Key, Option<usize>> = by_words.chain(by_code).map(|key| (key, None)).collect();
        // Things found by code may hold words, too.
        for (at, (key, ..)) in self.worded.iter().enumerate() {
            taken.entry(*key).and_modify(|place| *place = Some(at));
        }
        let chunk = |(key, place): (Key, Option<usize>)| {
            let (length, hits) = place.map_or((1, &[][..]), |at| (self.worded[at].1, &self.worded[at].2));
            let hits = hits.iter().copied().filter(|hit| scorer.weight(hit.word) > 0.0).collect();
            ViewChunk { key, document: key, length, hits, ..ViewChunk::default() }
        };
        let mut chunks: Vec<ViewChunk> = taken.into_iter().map(chunk).collect();
        chunks.sort_by_key(|chunk| chunk.key);
        View { counts: self.counts, word_chunks: self.inside, chunks, ..View::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packed::{PackedThing, write_thing};
    use std::collections::BTreeSet;

    use super::*;
    use crate::rank::codes;
    use crate::rank::quantise::Quantised;
    use crate::strategies::{self, Options};

    fn code(vector: &[f32]) -> Vec<u8> {
        let mut out = Vec::new();
        codes::write(&Quantised::new(vector), &mut out);
        out
    }

    fn found(question: &Question, most: usize) -> View {
        let things = [
            ("Marie Curie (person): She discovered radium in Paris.", [1.0, 0.0]),
            ("Radium (thing): a metal.", [0.9, 0.1]),
            ("Paris (place): the capital of France.", [0.0, 1.0]),
        ];
        let mut blocks = [Vec::new(), Vec::new()];
        for (at, (text, vector)) in things.iter().enumerate() {
            write_thing(&PackedThing::new(Key::text(text), Key::default(), text, code(vector)), &mut blocks[at % 2]);
        }
        let bm25 = Bm25 { k1: 1.2, b: 0.75 };
        let [mut one, mut other, mut both] = std::array::from_fn(|_| Scan::new(question, most));
        one.add(&blocks[0]);
        other.add(&blocks[1]);
        one.join(other);
        blocks.iter().for_each(|block| both.add(block));
        let (joined, scanned) = (one.finish(bm25), both.finish(bm25));
        assert_eq!(joined, scanned, "two scans see what one sees");
        scanned
    }

    #[test]
    fn words_and_vectors_find_things_and_strategies_rank_them() {
        let mut question = Question::new("Who discovered radium?");
        let scanned = found(&question, 10);
        assert_eq!((scanned.counts.chunks, scanned.chunks.len()), (3, 2));
        let lexical = strategies::strategy("lexical").unwrap();
        let best = lexical.retrieve(&question, &scanned, &Options::default());
        assert_eq!(best.hits[0].chunk, Key::text("Marie Curie (person): She discovered radium in Paris."));
        question.vector = Some(vec![0.0, 1.0]);
        let both = found(&question, 1);
        let keys: BTreeSet<Key> = both.chunks.iter().map(|chunk| chunk.key).collect();
        let text = |text: &str| Key::text(text);
        assert!(keys.contains(&text("Paris (place): the capital of France.")), "the nearest by code");
        assert!(keys.contains(&text("Marie Curie (person): She discovered radium in Paris.")), "the best by words");
    }

    #[test]
    fn nothing_is_found_in_nothing() {
        let question = Question { vector: Some(vec![1.0]), ..Question::new("radium") };
        let scanned = Scan::new(&question, 5).finish(Bm25 { k1: 1.2, b: 0.75 });
        assert!(scanned.chunks.is_empty() && scanned.counts.chunks == 0);
    }
}
