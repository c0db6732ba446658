//! The most similar text of each text by words: by BM25 of its rarest words (the lexical half of KET-RAG's skeleton
//! graph, arXiv 2502.09304). A word of too many texts ties nothing; cost is linear in the texts, apart from words of
//! few of them.

use rustc_hash::FxHashMap;

use crate::rank::bm25::{Bm25, average_length, idf};
use crate::text::{is_stop_word, words};
use crate::view::Counts;

/// Number of a text's rarest words that are looked for.
const RAREST: usize = 20;
/// A word of more texts than this says nothing of likeness.
const COMMON: usize = 500;

/// The most similar text of each; none where it shares no rare word with any. Equal texts are not similar to each
/// other.
pub fn likest(texts: &[&str]) -> Vec<Option<u32>> {
    let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
    let mut postings: Vec<Vec<(u32, u32)>> = Vec::new();
    let mut own: Vec<Vec<u32>> = Vec::with_capacity(texts.len());
    let mut lengths = Vec::with_capacity(texts.len());
    for (at, text) in (0..).zip(texts) {
        let mut counted: FxHashMap<u32, u32> = FxHashMap::default();
        let mut length = 0;
        for word in words(text).into_iter().filter(|word| !is_stop_word(&word.text)) {
            let next = numbers.len() as u32;
            let number = *numbers.entry(word.text).or_insert(next);
            *counted.entry(number).or_default() += 1;
            length += 1;
        }
        postings.resize(numbers.len(), Vec::new());
        let mut of: Vec<u32> = counted.keys().copied().collect();
        of.sort_unstable();
        of.iter().for_each(|word| postings[*word as usize].push((at, counted[word])));
        own.push(of);
        lengths.push(length);
    }
    let length = lengths.iter().map(|length| u64::from(*length)).sum();
    let counts = Counts { documents: 0, chunks: texts.len() as u64, length };
    let average = average_length(&counts);
    let bm25 = Bm25 { k1: 1.2, b: 0.75 };
    let best = |at: usize| {
        let mut rare: Vec<u32> = own[at].clone();
        rare.retain(|word| (2..=COMMON).contains(&postings[*word as usize].len()));
        rare.sort_by_key(|word| (postings[*word as usize].len(), *word));
        rare.truncate(RAREST);
        let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
        for word in rare {
            let of = &postings[word as usize];
            let weight = idf(&counts, of.len() as u64);
            for (other, frequency) in of.iter().filter(|(other, _)| *other as usize != at) {
                *scores.entry(*other).or_default() += bm25.part(weight, *frequency, lengths[*other as usize], average);
            }
        }
        let other = scores.into_iter().filter(|(other, _)| texts[*other as usize] != texts[at]);
        other.max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.cmp(&x.0))).map(|(other, _)| other)
    };
    (0..texts.len()).map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_shares_rare_words_and_is_no_copy() {
        let texts = [
            "The bell of Tarnfeld was cast by Varga.",
            "Varga cast another bell.",
            "Nets are mended in Oskarhavn.",
            "Oskarhavn sells nets.",
            "Oskarhavn sells nets.",
            "Nothing else.",
        ];
        assert_eq!(likest(&texts), [Some(1), Some(0), Some(3), Some(2), Some(2), None]);
        assert!(likest(&[]).is_empty());
    }
}
