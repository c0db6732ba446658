//! Whether the documents seem to answer at all, judged by shares of the question, each between 0
//! and 1: a weighted sum, fitted once on questions of which it is known.

use super::asked::Asked;
use super::read::{Read, Sentence, Weighed, merge};
use crate::text::{fold_name, is_stop_word};
use crate::view::{Question, View};

/// What the decision is made from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// Share of the question's weight that the first passage says.
    pub first: f64,
    /// Share that the five best passages say together.
    pub together: f64,
    /// Share that no document says.
    pub unknown: f64,
    /// Share of the question's names that some passage says in full; 1 when it has none.
    pub names: f64,
    /// Share of the question's pairs of words that stand close together in one passage.
    pub near: f64,
    /// Share that a few words in a row of one sentence say: a line of thousands of words says
    /// everything somewhere.
    pub window: f64,
    /// Share that one sentence and what tells of it say, the sentence holding what is asked for.
    pub held: f64,
    /// One over the number of words with weight: one of two words is soon found anywhere.
    pub short: f64,
}

impl Signals {
    /// Whether to say that nothing answers.
    pub fn refuse(&self) -> bool {
        self.doubt() > 0.0
    }

    /// How much speaks against an answer; above zero it is refused.
    ///
    /// The weights come from a logistic regression on the even-numbered questions of `2wiki`,
    /// `musique`, `hotpotqa` and `xquad` in two languages, each asked of its own documents, of
    /// foreign ones, and of its own without the passages that answer; the constant is set for few
    /// refusals of real questions, in either language.
    pub fn doubt(&self) -> f64 {
        6.87 - 4.65 * self.first
            - 0.99 * self.together
            - 1.57 * self.unknown
            - 4.03 * self.names
            - 1.07 * self.near
            - 1.45 * self.window
            - 0.80 * self.held
            + 3.72 * self.short
    }
}

/// How many passages count as the evidence taken together.
const TOGETHER: usize = 5;

pub(super) fn signals(question: &Question, view: &View, weighed: &Weighed, read: &[Read]) -> Signals {
    let unknown: Vec<bool> =
        (0..question.words.len()).map(|at| view.word_chunks.get(at).is_none_or(|chunks| *chunks == 0)).collect();
    let mut together = vec![false; question.words.len()];
    read.iter().take(TOGETHER).for_each(|read| merge(&mut together, &read.said));
    let most = |shares: &mut dyn Iterator<Item = f64>| shares.fold(0.0, f64::max);
    let weighty = weighed.weights.iter().filter(|weight| **weight > 0.0).count();
    Signals {
        first: read.first().map_or(0.0, |read| weighed.share(&read.said)),
        together: weighed.share(&together),
        unknown: weighed.share(&unknown),
        names: names(weighed, question, read),
        near: most(&mut read.iter().map(|read| {
            let near = read.sentences.iter().map(|sentence| sentence.near).max().unwrap_or(0);
            near as f64 / weighed.pairs.len().max(1) as f64
        })),
        window: most(&mut read.iter().flat_map(|read| &read.sentences).map(|sentence| sentence.window)),
        held: most(
            &mut read.iter().flat_map(|read| read.sentences.iter().map(|sentence| held(weighed, read, sentence))),
        ),
        short: 1.0 / weighty.max(1) as f64,
    }
}

/// Share that a sentence and its passage's title and headings say; 0 when it does not hold what is asked
/// for.
fn held(weighed: &Weighed, read: &Read, sentence: &Sentence) -> f64 {
    if weighed.asked != Asked::Anything && !sentence.answers {
        return 0.0;
    }
    let mut said = read.about.clone();
    merge(&mut said, &sentence.said);
    weighed.share(&said)
}

/// Share of the question's names (runs of words with capitals or digits) whose words all stand in
/// one passage.
fn names(weighed: &Weighed, question: &Question, read: &[Read]) -> f64 {
    let names = marked_runs(&question.text);
    let names: Vec<Vec<usize>> =
        names.iter().map(|name| weighed.positions(name)).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return 1.0;
    }
    let known = |name: &&Vec<usize>| read.iter().any(|read| name.iter().all(|at| read.said[*at]));
    names.iter().filter(known).count() as f64 / names.len() as f64
}

/// Runs of words that begin with a capital or a digit, punctuation between them left aside.
pub(super) fn marked_runs(text: &str) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    for piece in text.split_whitespace() {
        let marked = piece.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric());
        match out.last_mut() {
            Some(run) if marked && !is_stop_word(&fold_name(piece)) => *run = format!("{run} {piece}"),
            _ => out.push(String::new()),
        }
        if piece.ends_with([',', '?', '.', ';', ':']) {
            out.push(String::new());
        }
    }
    out.retain(|run| !run.is_empty());
    out
}
