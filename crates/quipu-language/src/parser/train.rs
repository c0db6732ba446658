//! Training: from parsed sentences to a file of weights, always the same from the same sentences.
//!
//! First the tagger; then the parser, on the tags of the tagger, following its own steps nine times of ten from the
//! second round on, so that it learns to go on from its own mistakes; then the kinds of names.

use std::collections::BTreeMap;

use super::features::{self, BEFORE, Scene};
use super::hash::hash;
use super::perceptron::Perceptron;
use super::seen::Seen;
use super::state::{State, Step};
use super::vocabulary::{Kept, Vocabulary, table};
use super::weights::{Parts, Weights};
use super::{Label, Lesson, Sort, Tag, best, restrict, tag};

/// Sizes of the tables, in bits of the number of their rows, and the number of passes over the sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Rows for tags.
    pub tags: u32,
    /// Rows for steps.
    pub steps: u32,
    /// Rows for labels.
    pub labels: u32,
    /// Rows for kinds of names.
    pub sorts: u32,
    /// Rounds.
    pub rounds: usize,
}

impl Default for Size {
    fn default() -> Self {
        Self { tags: 14, steps: 17, labels: 14, sorts: 14, rounds: 12 }
    }
}

/// Minimal number of occurrences of a word with a number.
const FREQUENT: u32 = 8;
/// The most words that have numbers.
const MOST: usize = 16_000;
/// Number of occurrences of a word after which only its seen tags are considered.
const WELL_KNOWN: u32 = 30;
/// A tag that comes less than once in this number of a word's occurrences is a mistake.
const MISTAKE: u32 = 300;
/// A tag is a word's only one if all others together come at most once in this number of its occurrences.
const ALWAYS: u32 = 200;

/// Trains a parser, and returns its file; `tell` gets reports of progress.
pub fn train(lessons: &[Lesson], size: Size, tell: &mut dyn FnMut(&str)) -> Vec<u8> {
    let vocabulary = words(lessons);
    let known = Vocabulary::over(&vocabulary);
    let seen = |lesson: &Lesson| lesson.words.iter().map(|word| Seen::of(word, &known)).collect::<Vec<_>>();
    let words: Vec<Vec<Seen>> = lessons.iter().map(seen).collect();
    let class = Class { lessons, words: &words, size };
    let tags = class.tags(tell).rows();
    let mut parts = Parts { vocabulary: vocabulary.clone(), tags, ..Parts::default() };
    parts.steps = vec![[0; 4]];
    parts.labels = vec![[0; 48]];
    parts.sorts = vec![[0; 8]];
    let file = parts.file();
    let mut tagged: Vec<Vec<u8>> = vec![Vec::new(); words.len()];
    if let Some(weights) = Weights::read(&file) {
        words.iter().zip(&mut tagged).for_each(|(words, tags)| tag(&weights, words, tags));
    }
    let (steps, labels) = class.ties(&tagged, tell);
    parts.steps = steps.rows();
    parts.labels = labels.rows();
    parts.sorts = class.sorts(&tagged, tell).rows();
    parts.file()
}

/// The frequent words, and the tags of those that are well known.
fn words(lessons: &[Lesson]) -> Vec<[u8; super::vocabulary::SLOT]> {
    let mut lower: BTreeMap<String, u32> = BTreeMap::new();
    let mut written: BTreeMap<&str, BTreeMap<u8, u32>> = BTreeMap::new();
    for lesson in lessons {
        for (word, tag) in lesson.words.iter().zip(&lesson.tags) {
            *lower.entry(word.to_lowercase()).or_default() += 1;
            *written.entry(word).or_default().entry(*tag).or_default() += 1;
        }
    }
    let mut frequent: Vec<(u32, String)> =
        lower.into_iter().filter(|(_, count)| *count >= FREQUENT).map(|(word, count)| (count, word)).collect();
    frequent.sort_by(|a, b| b.cmp(a));
    frequent.truncate(MOST);
    let numbered =
        frequent.iter().zip(1_u16..).map(|((_, word), number)| Kept::numbered(hash(word.as_bytes()), number));
    let tagged = written.iter().filter_map(|(word, tags)| Some(Kept::written(hash(word.as_bytes()), seen_tags(tags)?)));
    table(&numbered.chain(tagged).collect::<Vec<_>>())
}

/// The tags of a word that is well known.
fn seen_tags(tags: &BTreeMap<u8, u32>) -> Option<u64> {
    let all: u32 = tags.values().sum();
    if all < WELL_KNOWN {
        return None;
    }
    let usual = tags.iter().max_by_key(|(_, count)| **count).filter(|(_, count)| (all - **count) * ALWAYS <= all);
    if let Some((tag, _)) = usual {
        return Some(1 << tag);
    }
    let kept = tags.iter().filter(|(_, count)| **count >= 2 && **count * MISTAKE >= all);
    Some(kept.fold(0, |bits, (tag, _)| bits | 1 << tag)).filter(|bits| *bits != 0)
}

/// The sentences that are learned.
struct Class<'a> {
    lessons: &'a [Lesson],
    words: &'a [Vec<Seen>],
    size: Size,
}

impl Class<'_> {
    /// The order of the sentences in each round.
    fn rounds(&self, seed: u64, rounds: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut chance = Chance(seed);
        let mut order: Vec<usize> = (0..self.lessons.len()).collect();
        (0..rounds).map(move |_| {
            chance.shuffle(&mut order);
            order.clone()
        })
    }

    fn tags(&self, tell: &mut dyn FnMut(&str)) -> Perceptron {
        let mut learned = Perceptron::new(self.size.tags, Tag::ALL.len());
        let mut sums = vec![0; Tag::ALL.len()];
        for (round, order) in self.rounds(1, self.size.rounds).enumerate() {
            let (mut right, mut all) = (0, 0);
            for at in order {
                let words = &self.words[at];
                let (mut one, mut two) = (BEFORE, BEFORE);
                for (place, gold) in self.lessons[at].tags.iter().enumerate() {
                    let word = &words[place];
                    let tag = word.only_tag().unwrap_or_else(|| {
                        let features = features::of_tag(words, place, one, two);
                        learned.sums(&features, &mut sums);
                        if word.tags >> gold & 1 == 1 {
                            restrict(&mut sums, word.tags, i32::MIN);
                        }
                        let found = best(&sums);
                        learned.learn(&features, usize::from(*gold), found);
                        (right, all) = (right + u32::from(found == usize::from(*gold)), all + 1);
                        found as u8
                    });
                    (two, one) = (one, u32::from(tag));
                }
            }
            tell(&format!("tags, round {}: {:.2} % of {all}", round + 1, share(right, all)));
        }
        learned
    }

    fn ties(&self, tags: &[Vec<u8>], tell: &mut dyn FnMut(&str)) -> (Perceptron, Perceptron) {
        let mut learner = Ties {
            steps: Perceptron::new(self.size.steps, Step::ALL.len()),
            labels: Perceptron::new(self.size.labels, Label::ALL.len()),
            chance: Chance(7),
            state: State::default(),
            sums: vec![0; Label::ALL.len()],
            right: 0,
            all: 0,
        };
        for (round, order) in self.rounds(3, self.size.rounds).enumerate() {
            (learner.right, learner.all) = (0, 0);
            for at in order {
                learner.read(&self.lessons[at], &self.words[at], &tags[at], round > 0);
            }
            tell(&format!("steps, round {}: {:.2} % of {}", round + 1, share(learner.right, learner.all), learner.all));
        }
        (learner.steps, learner.labels)
    }

    fn sorts(&self, tags: &[Vec<u8>], tell: &mut dyn FnMut(&str)) -> Perceptron {
        let mut learned = Perceptron::new(self.size.sorts, Sort::ALL.len());
        let mut sums = vec![0; Sort::ALL.len()];
        for (round, order) in self.rounds(5, self.size.rounds.div_ceil(2)).enumerate() {
            let (mut right, mut all) = (0, 0);
            for at in order {
                let (mut one, mut two) = (BEFORE, BEFORE);
                for (place, gold) in self.lessons[at].sorts.iter().enumerate() {
                    let features = features::of_sort(&self.words[at], &tags[at], place, one, two);
                    learned.sums(&features, &mut sums);
                    let found = best(&sums);
                    learned.learn(&features, usize::from(*gold), found);
                    (right, all) = (right + u32::from(found == usize::from(*gold)), all + 1);
                    (two, one) = (one, found as u32);
                }
            }
            tell(&format!("sorts, round {}: {:.2} % of {all}", round + 1, share(right, all)));
        }
        learned
    }
}

/// The learner of dependencies.
struct Ties {
    steps: Perceptron,
    labels: Perceptron,
    chance: Chance,
    state: State,
    sums: Vec<i32>,
    right: u32,
    all: u32,
}

impl Ties {
    /// Reads a sentence; one that `explores` goes mostly on from its own steps.
    fn read(&mut self, lesson: &Lesson, words: &[Seen], tags: &[u8], explores: bool) {
        self.state.begin(words.len());
        while !self.state.is_done() {
            let step = self.step(lesson, words, tags, explores);
            let label = self.state.tie(step).map_or(0, |tie| self.label(lesson, words, tags, tie));
            self.state.apply(step, label);
        }
    }

    fn step(&mut self, lesson: &Lesson, words: &[Seen], tags: &[u8], explores: bool) -> Step {
        let scene = Scene { words, tags, state: &self.state };
        let features = scene.of_step();
        let mut sums = [0; 3];
        self.steps.sums(&features, &mut sums);
        let losses = self.state.losses(&lesson.heads);
        let allowed = || Step::ALL.into_iter().filter(|step| self.state.allows(*step));
        let least = allowed().map(|step| losses[step as usize]).min().unwrap_or(0);
        let greatest = |steps: &mut dyn Iterator<Item = Step>| {
            steps.reduce(|one, other| if sums[other as usize] > sums[one as usize] { other } else { one })
        };
        let found = greatest(&mut allowed()).unwrap_or(Step::Shift);
        let right = greatest(&mut allowed().filter(|step| losses[*step as usize] == least)).unwrap_or(found);
        let is_right = losses[found as usize] == least;
        self.steps.learn(&features, right as usize, if is_right { right as usize } else { found as usize });
        (self.right, self.all) = (self.right + u32::from(is_right), self.all + 1);
        if explores && !self.chance.next().is_multiple_of(10) { found } else { right }
    }

    fn label(&mut self, lesson: &Lesson, words: &[Seen], tags: &[u8], (head, dependent): (usize, usize)) -> u8 {
        let scene = Scene { words, tags, state: &self.state };
        let features = scene.of_label(head, dependent);
        self.labels.sums(&features, &mut self.sums);
        let found = best(&self.sums);
        if usize::from(lesson.heads[dependent]) == head {
            self.labels.learn(&features, usize::from(lesson.labels[dependent]), found);
        }
        found as u8
    }
}

/// Chance that is always the same (a linear congruence, Knuth's constants).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    fn shuffle(&mut self, list: &mut [usize]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.next() as usize % (at + 1));
        }
    }
}

fn share(part: u32, whole: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(whole.max(1))
}
