//! A small parser of English (part-of-speech tagging, dependency parsing): words in, tags and heads out.
//!
//! A greedy tagger and a greedy arc-hybrid parser, both linear over hashed features (averaged perceptron, Collins 2002;
//! dynamic oracle, Goldberg and Nivre 2013), distilled from a larger freely licensed parser. Cost: linear in the words,
//! a few microseconds each; the weights are one file beside this folder, which [`train`] makes from kept sentences.

mod features;
mod hash;
mod lesson;
mod parse_state;
mod parser_weights;
mod perceptron;
mod tags;
mod train;
mod vocabulary;
mod word_features;

use std::sync::LazyLock;

pub use lesson::{Agreement, Lesson};
pub use tags::{Label, Sort, Tag};
pub use train::{Size, train};

use features::{BEFORE, Scene};
use parse_state::{ParseState, ParseStep};
use parser_weights::ParserWeights;
use word_features::WordFeatures;

/// The weights that are in the binary.
static ENGLISH: LazyLock<Option<ParserWeights<'static>>> =
    LazyLock::new(|| ParserWeights::read(include_bytes!("../../weights/english.bin")));

/// The most words of one sentence that are parsed together.
pub const MOST_WORDS: usize = 120;

/// The tags with which frequent English words were seen in the text that the parser learnt from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeenTags(u64);

impl SeenTags {
    /// The tags of a word as it is written; none of a rare word.
    pub(crate) fn of(word: &str) -> Self {
        let tags = (*ENGLISH).map_or(0, |weights| weights.vocabulary.tags(hash::hash(word.as_bytes())));
        Self(tags)
    }

    /// True if the word is frequent.
    pub(crate) fn is_known(self) -> bool {
        self.0 != 0
    }

    /// True if it was seen with one of `tags`.
    pub(crate) fn any(self, tags: &[Tag]) -> bool {
        tags.iter().any(|tag| self.0 >> (*tag as u8) & 1 == 1)
    }
}

/// True if a word is a frequent one in lower case, and not seen as a name.
pub(crate) fn is_common(word: &str) -> bool {
    let seen = SeenTags::of(&word.to_lowercase());
    seen.is_known() && !seen.any(&[Tag::Nnp, Tag::Nnps])
}

/// A parser, with the room that it works in.
#[derive(Debug)]
pub struct Parser<'a> {
    weights: ParserWeights<'a>,
    words: Vec<WordFeatures>,
    tags: Vec<u8>,
    sorts: Vec<u8>,
    margins: Vec<i32>,
    state: ParseState,
}

impl Parser<'static> {
    /// The parser of English.
    pub fn english() -> Self {
        Self::with((*ENGLISH).expect("the weights in the binary are those that training wrote"))
    }
}

impl<'a> Parser<'a> {
    /// A parser of the weights in a file; none where it is no such file.
    pub fn read(file: &'a [u8]) -> Option<Self> {
        ParserWeights::read(file).map(Self::with)
    }

    fn with(weights: ParserWeights<'a>) -> Self {
        let (words, tags, sorts, margins) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { weights, words, tags, sorts, margins, state: ParseState::default() }
    }

    /// Parses one sentence, of which the first [`MOST_WORDS`] words are read.
    pub fn parse<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        let vocabulary = &self.weights.vocabulary;
        self.words.clear();
        self.words.extend(words.into_iter().take(MOST_WORDS).map(|word| WordFeatures::of(word, vocabulary)));
        tag(&self.weights, &self.words, &mut self.tags);
        self.state.begin(self.words.len());
        self.margins.clear();
        self.margins.resize(self.words.len(), i32::MAX);
        while !self.state.is_done() {
            self.step();
        }
    }

    /// The kind of name of each word of the parsed sentence.
    pub fn sort(&mut self) -> &[u8] {
        self.sorts.clear();
        let (mut one, mut two) = (BEFORE, BEFORE);
        for at in 0..self.words.len() {
            let features = features::of_sort(&self.words, &self.tags, at, one, two);
            let sort = best(&self.weights.sorts.sums(&features)[..Sort::ALL.len()]) as u8;
            self.sorts.push(sort);
            (two, one) = (one, u32::from(sort));
        }
        &self.sorts
    }

    /// The tag of each word.
    pub fn tags(&self) -> &[u8] {
        &self.tags
    }

    /// The head of each word; a head that is no word is the root.
    pub fn heads(&self) -> &[u16] {
        &self.state.heads[..self.words.len()]
    }

    /// The label of each word's tie to its head.
    pub fn labels(&self) -> &[u8] {
        &self.state.labels[..self.words.len()]
    }

    /// The least margin of the steps that were taken in front of each word: by how much the step's sum was greater
    /// than the next one's. The greatest number where there was no choice.
    pub fn margins(&self) -> &[i32] {
        &self.margins
    }

    fn step(&mut self) {
        let scene = Scene { words: &self.words, tags: &self.tags, state: &self.state };
        let sums = |scene: &Scene<'_>| self.weights.steps.sums(&scene.of_step()).map(i32::from);
        let (step, margin) = chosen(&scene, sums);
        let before = self.state.next.min(self.words.len().saturating_sub(1));
        if let Some(least) = self.margins.get_mut(before) {
            *least = margin.min(*least);
        }
        let label = self.state.tie(step).map_or(0, |(head, dependent)| {
            best(&self.weights.labels.sums(&scene.of_label(head, dependent))[..Label::ALL.len()]) as u8
        });
        self.state.apply(step, label);
    }
}

/// The best allowed step and its margin; the sums are computed only where there is a choice.
fn chosen<const C: usize>(scene: &Scene<'_>, sums: impl Fn(&Scene<'_>) -> [i32; C]) -> (ParseStep, i32) {
    let mut allowed = ParseStep::ALL.into_iter().filter(|step| scene.state.allows(*step));
    let first = allowed.next().unwrap_or(ParseStep::Shift);
    let Some(second) = allowed.next() else { return (first, i32::MAX) };
    let sums = sums(scene);
    let sum = |step: ParseStep| sums[step as usize];
    let better = |(best, margin): (ParseStep, i32), other: ParseStep| match sum(other) - sum(best) {
        more @ 1.. => (other, more),
        less => (best, margin.min(-less)),
    };
    allowed.fold(better((first, i32::MAX), second), better)
}

/// Tags words from left to right.
fn tag(weights: &ParserWeights<'_>, words: &[WordFeatures], tags: &mut Vec<u8>) {
    tags.clear();
    let (mut one, mut two) = (BEFORE, BEFORE);
    for (at, word) in words.iter().enumerate() {
        let tag = word.only_tag().unwrap_or_else(|| {
            let mut sums = weights.tags.sums(&features::of_tag(words, at, one, two));
            restrict(&mut sums, word.tags, i16::MIN);
            best(&sums[..Tag::ALL.len()]) as u8
        });
        tags.push(tag);
        (two, one) = (one, u32::from(tag));
    }
}

/// Leaves only the tags that a word was seen with.
fn restrict<T: Copy>(sums: &mut [T], tags: u64, least: T) {
    if tags != 0 {
        let unseen = sums.iter_mut().enumerate().filter(|(tag, _)| tags >> tag & 1 == 0);
        unseen.for_each(|(_, sum)| *sum = least);
    }
}

/// The place of the greatest sum, the first of equal ones.
fn best<T: Copy + PartialOrd>(sums: &[T]) -> usize {
    (1..sums.len()).fold(0, |best, at| if sums[at] > sums[best] { at } else { best })
}

#[cfg(test)]
mod tests;
