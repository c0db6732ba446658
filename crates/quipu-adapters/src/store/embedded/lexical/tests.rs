//! The best of an index of thousands of chunks are those that scoring every chunk gives.

use std::path::Path;

use proptest::prelude::*;
use quipu_kernel::model::Key;
use quipu_kernel::random::SplitMix;
use quipu_kernel::rank::bm25::{Bm25, Scorer};
use quipu_kernel::view::{Counts, FoundChunk, Needs, Question, WordHit};

use super::{Lexical, Pool};
use crate::store::embedded::tail::Tail;
use crate::store::embedded::words::{Covered, Segments, Words};

/// Chunks, and the first of those in the tail; the others are in three segments.
const CHUNKS: u32 = 3_000;
const TAIL: u32 = 2_900;
/// Distinct words, of which the first is in nearly all chunks and most are in less than a tenth.
const WORDS: u32 = 300;

/// A chunk as the words it says, by number, in some order.
type Said = Vec<u32>;

/// Chunks whose words are drawn with probability about 1/r.
fn chunks() -> Vec<Said> {
    let mut draw = SplitMix::new(4);
    let mut word = || f64::from(WORDS).powf(draw.below(10_000) as f64 / 10_000.0) as u32 - 1;
    (0..CHUNKS).map(|at| (0..5 + at % 40).map(|_| word()).collect()).collect()
}

/// A word as likely common as rare.
fn word_asked() -> impl Strategy<Value = u32> {
    prop_oneof![1 => 0..20u32, 1 => 20..80u32, 1 => 80..WORDS]
}

fn text(said: &Said) -> String {
    said.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ")
}

fn key(chunk: u32) -> Key {
    Key::of("chunk", &[&chunk.to_be_bytes()])
}

/// Scores every chunk.
fn naive(chunks: &[Said], question: &Question, scorer: &Scorer, inside: impl Fn(u32) -> bool) -> Vec<FoundChunk> {
    let numbers: Vec<u32> = question.words.iter().map(|word| word.text[1..].parse().unwrap()).collect();
    let mut found = Vec::new();
    for (said, id) in chunks.iter().zip(0..).filter(|(_, id)| inside(*id)) {
        let frequency = |number: u32| said.iter().filter(|word| **word == number).count() as u32;
        let hits = numbers.iter().zip(0..).map(|(number, word)| WordHit { word, frequency: frequency(*number) });
        let hits: Vec<WordHit> = hits.filter(|hit| hit.frequency > 0).collect();
        if hits.iter().any(|hit| scorer.fetches(hit.word)) {
            let length = said.len() as u32;
            found.push((scorer.score(&hits, length), key(id), FoundChunk { id, length, hits }));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, _, chunk)| chunk).collect()
}

/// Chunks that the truth no longer has.
fn is_dead(chunk: u32) -> bool {
    chunk % 17 == 3
}

/// An index of all chunks but the last hundred, which are the tail.
fn indexed(folder: &Path, chunks: &[Said]) -> (Words, Tail) {
    let words = Words::open(folder, true).unwrap();
    let (texts, rest): (Vec<String>, _) =
        (chunks[..TAIL as usize].iter().map(text).collect(), &chunks[TAIL as usize..]);
    for (part, change) in texts.chunks(1_000).zip(1..) {
        let first = (change as u32 - 1) * 1_000;
        let lengths = chunks[first as usize..].iter().map(|said| said.len() as u32);
        let terms: Vec<(u32, &str)> = lengths.zip(part.iter().map(String::as_str)).collect();
        let covered = Covered { added: change, removed: change, next_chunk: first + part.len() as u32 };
        words.commit(first, &terms, [], covered).unwrap();
    }
    let mut tail = Tail::default();
    for (said, id) in rest.iter().zip(TAIL..) {
        tail.add(id, said.len() as u32, &text(said));
    }
    (words, tail)
}

#[test]
fn the_best_are_those_of_scoring_every_chunk() {
    let chunks = chunks();
    let folder = tempfile::tempdir().unwrap();
    let (words, tail) = indexed(folder.path(), &chunks);
    let (searcher, _) = words.searcher().unwrap();
    let (segments, pool) = (Segments::default(), Pool::default());
    let of_segment = |reader| {
        segments.get(reader).unwrap().chunks.iter().zip(0..).filter(|(id, _)| is_dead(**id)).map(|(_, at)| at).collect()
    };
    let dead: Vec<Vec<u32>> = searcher.segment_readers().iter().map(of_segment).collect();
    assert!(dead.len() > 1 && dead.iter().all(|dead| !dead.is_empty()));
    let known = |chunk: u32| chunk >= TAIL || !is_dead(chunk);
    let length = chunks.iter().map(|said| said.len() as u64).sum();
    let counts = Counts { documents: 1, chunks: CHUNKS.into(), length };
    let fields = words.fields;
    let lexical =
        Lexical { searcher: &searcher, fields, segments: &segments, tail: &tail, dead: &dead, pool: &pool, counts };
    let limits = (1..40usize, 1..40usize, 1..9u32);
    let tunables =
        (prop::sample::select(vec![0.0, 1.2, 1e9, 1e308, f64::NAN]), prop::sample::select(vec![0.0, 0.75, 1.0]));
    let asked = (prop::collection::vec(word_asked(), 1..7), limits, tunables);
    proptest!(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }, |((asked, limits, tunables) in asked)| {
        let (limit, again, every) = limits;
        let question = Question::new(&text(&asked));
        let needs = Needs { k1: tunables.0, b: tunables.1, ..Needs::default() };
        let word_chunks = lexical.word_chunks(&question).unwrap();
        let mut fetched = lexical.begin(&question, &needs, &word_chunks).unwrap();
        let scorer = Scorer::new(Bm25 { k1: needs.k1, b: needs.b }, &counts, &question, &word_chunks, false);
        // Words walked for one limit serve the next.
        for (limit, every, told) in [(limit, 1, false), (again, every, false), (limit, every, true), (again, 40 * every, true)] {
            let inside = |chunk: u32| chunk.is_multiple_of(every);
            let all: Vec<u32> = (0..CHUNKS).filter(|chunk| inside(*chunk)).collect();
            let among = told.then_some(all.as_slice());
            let found = lexical.best(&mut fetched, &question, limit, (among, inside), |chunk| Ok(key(chunk))).unwrap();
            let mut expected = naive(&chunks, &question, &scorer, |chunk| inside(chunk) && known(chunk));
            expected.truncate(limit);
            prop_assert_eq!(found, expected);
        }
    });
}
