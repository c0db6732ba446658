//! The best of an index of thousands of chunks are those that scoring every chunk gives.

use proptest::prelude::*;
use quipu_kernel::model::Key;
use quipu_kernel::random::SplitMix;
use quipu_kernel::rank::bm25::{Bm25, Scorer};
use quipu_kernel::view::{Counts, FoundChunk, Needs, Question, WordHit};

use super::super::tail::Tail;
use super::super::words::{Covered, Segments, Words};
use super::{Lexical, Pool};

/// Chunks, in three segments; distinct words, of which the first is in nearly all.
const CHUNKS: u32 = 3_000;
const WORDS: u32 = 60;

/// A chunk as the words it says, by number, in some order.
type Said = Vec<u32>;

/// Chunks whose words are drawn with probability about 1/r.
fn chunks() -> Vec<Said> {
    let mut draw = SplitMix::new(4);
    let mut word = || f64::from(WORDS).powf(draw.below(10_000) as f64 / 10_000.0) as u32 - 1;
    (0..CHUNKS).map(|at| (0..5 + at % 40).map(|_| word()).collect()).collect()
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

#[test]
fn the_best_are_those_of_scoring_every_chunk() {
    let chunks = chunks();
    let folder = tempfile::tempdir().unwrap();
    let words = Words::open(folder.path(), true).unwrap();
    let texts: Vec<String> = chunks.iter().map(text).collect();
    for (part, change) in texts.chunks(1_000).zip(1..) {
        let first = (change as u32 - 1) * 1_000;
        let terms: Vec<(u32, &str)> =
            part.iter().zip(&chunks[first as usize..]).map(|(text, said)| (said.len() as u32, text.as_str())).collect();
        let covered = Covered { added: change, removed: change, next_chunk: first + 1_000 };
        words.commit(first, &terms, [], covered).unwrap();
    }
    let (searcher, _) = words.searcher().unwrap();
    let (segments, pool) = (Segments::default(), Pool::default());
    let tail = Tail::default();
    let dead = vec![Vec::new(); searcher.segment_readers().len()];
    let length = chunks.iter().map(|said| said.len() as u64).sum();
    let counts = Counts { documents: 1, chunks: CHUNKS.into(), length };
    let lexical = Lexical {
        searcher: &searcher,
        fields: words.fields,
        segments: &segments,
        tail: &tail,
        dead: &dead,
        pool: &pool,
        counts,
    };
    let asked = (prop::collection::vec(0..WORDS, 1..7), 1..40usize, 1..40usize, 1..9u32);
    proptest!(ProptestConfig::with_cases(200), |((asked, limit, again, every) in asked)| {
        let question = Question::new(&text(&asked));
        let needs = Needs::default();
        let word_chunks = lexical.word_chunks(&question).unwrap();
        let mut fetched = lexical.fetch(&question, &needs, &word_chunks).unwrap();
        let scorer = Scorer::new(Bm25 { k1: needs.k1, b: needs.b }, &counts, &question, &word_chunks, false);
        // What was walked for one limit serves the next.
        for (limit, every) in [(limit, 1), (again, every)] {
            let inside = |chunk: u32| chunk % every == 0;
            let found = lexical.best(&mut fetched, &question, limit, inside, |chunk| Ok(key(chunk))).unwrap();
            let mut expected = naive(&chunks, &question, &scorer, inside);
            expected.truncate(limit);
            prop_assert_eq!(found, expected);
        }
    });
}
