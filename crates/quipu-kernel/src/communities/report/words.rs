//! Words that are typical of a community, by the log-likelihood ratio (Dunning, 1993) of the chunks in which they
//! stand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::{is_stop_word, words};

/// A word of a community.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WordCount {
    /// The word, folded.
    pub word: String,
    /// Number of the community's chunks with the word.
    pub chunks: u64,
}

/// The commonest words of some texts that are no stop words, each with the number of texts in which it stands: at most
/// so many, those in the most texts first, ties by the word.
pub fn word_counts<'a>(texts: impl IntoIterator<Item = &'a str>, most: usize) -> Vec<WordCount> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for text in texts {
        let mut inside: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
        inside.sort_unstable();
        inside.dedup();
        let tells =
            |word: &String| word.chars().count() > 2 && !is_stop_word(word) && !word.starts_with(char::is_numeric);
        inside.into_iter().filter(tells).for_each(|word| *counts.entry(word).or_default() += 1);
    }
    commonest(counts, most)
}

/// The words of several lists together, in the same order.
pub fn added<'a>(lists: impl IntoIterator<Item = &'a WordCount>, most: usize) -> Vec<WordCount> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    lists.into_iter().for_each(|count| *counts.entry(count.word.clone()).or_default() += count.chunks);
    commonest(counts, most)
}

fn commonest(counts: BTreeMap<String, u64>, most: usize) -> Vec<WordCount> {
    let mut found: Vec<WordCount> = counts.into_iter().map(|(word, chunks)| WordCount { word, chunks }).collect();
    found.sort_by(|x, y| y.chunks.cmp(&x.chunks).then_with(|| x.word.cmp(&y.word)));
    found.truncate(most);
    found
}

/// The words that tell most, best first: those commoner in the community's `inside` chunks than in all of `everywhere`,
/// where each stands in so many.
pub fn telling(counts: &[(WordCount, u64)], inside: u64, everywhere: u64, most: usize) -> Vec<String> {
    let ratio = |(count, all): &(WordCount, u64)| {
        let here = count.chunks.min(inside) as f64;
        let all = (*all).max(count.chunks) as f64;
        let [inside, everywhere] = [inside.max(1) as f64, everywhere.max(inside).max(1) as f64];
        let (there, outside) = (all - here, everywhere - inside);
        if here / inside <= all / everywhere {
            return 0.0;
        }
        let share = all / everywhere;
        let part = |seen: f64, of: f64| {
            let expected = of * share;
            let other = of - seen;
            let of_other = of * (1.0 - share);
            let term = |seen: f64, expected: f64| {
                if seen > 0.0 && expected > 0.0 { seen * (seen / expected).ln() } else { 0.0 }
            };
            term(seen, expected) + term(other, of_other)
        };
        2.0 * (part(here, inside) + part(there, outside))
    };
    let mut found: Vec<(f64, &WordCount)> = counts.iter().map(|count| (ratio(count), &count.0)).collect();
    found.retain(|(ratio, _)| *ratio > 0.0);
    found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| x.1.word.cmp(&y.1.word)));
    found.into_iter().take(most).map(|(_, count)| count.word.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_common_here_and_rare_elsewhere_tell() {
        let counts = word_counts(["The lens of the tower", "A lens and a roof", "The roof, 1950"], 10);
        let of = |word: &str| counts.iter().find(|count| count.word == word).map(|count| count.chunks);
        assert_eq!(
            (of("lens"), of("roof"), of("tower"), of("the"), of("1950")),
            (Some(2), Some(2), Some(1), None, None)
        );
        let all = |word: &str| if word == "roof" { 900 } else { 4 };
        let counts: Vec<(WordCount, u64)> = counts.into_iter().map(|count| (count.clone(), all(&count.word))).collect();
        assert_eq!(telling(&counts, 3, 1000, 2), ["lens", "tower"]);
        assert!(telling(&[], 0, 0, 3).is_empty());
    }
}
