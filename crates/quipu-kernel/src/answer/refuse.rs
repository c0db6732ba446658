//! Whether the documents seem to answer at all, judged by shares of the question, each between 0
//! and 1: a weighted sum, fitted once on questions of which it is known.

use super::read::{Read, Weighed, merge};
use crate::text::{fold_name, is_stop_word};
use crate::view::{Question, View};

/// What the decision is made from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// Share of the question's weight that the best passage says.
    pub best: f64,
    /// Share that the five best passages say together.
    pub together: f64,
    /// Share that no document says.
    pub unknown: f64,
    /// Share of the question's names that some passage says in full; 1 when it has none.
    pub names: f64,
    /// Share that one sentence says.
    pub sentence: f64,
}

impl Signals {
    /// Whether to say that nothing answers.
    pub fn refuse(&self) -> bool {
        self.doubt() > 0.0
    }

    /// How much speaks against an answer; above zero it is refused.
    pub fn doubt(&self) -> f64 {
        1.0 - self.best - self.names
    }
}

/// How many passages count as the evidence taken together.
const TOGETHER: usize = 5;

pub(super) fn signals(question: &Question, view: &View, weighed: &Weighed, read: &[Read]) -> Signals {
    let unknown: Vec<bool> = (0..question.words.len()).map(|at| view.word_chunks.get(at).is_none_or(|chunks| *chunks == 0)).collect();
    let mut together = vec![false; question.words.len()];
    read.iter().take(TOGETHER).for_each(|read| merge(&mut together, &read.said));
    let most = |shares: &mut dyn Iterator<Item = f64>| shares.fold(0.0, f64::max);
    Signals {
        best: most(&mut read.iter().map(|read| weighed.share(&read.said))),
        together: weighed.share(&together),
        unknown: weighed.share(&unknown),
        names: names(question, read),
        sentence: most(&mut read.iter().flat_map(|read| &read.sentences).map(|sentence| weighed.share(&sentence.said))),
    }
}

/// Share of the question's names (runs of words with capitals or digits) that stand in some passage.
fn names(question: &Question, read: &[Read]) -> f64 {
    let names = marked_runs(&question.text);
    if names.is_empty() {
        return 1.0;
    }
    let known = |name: &&String| read.iter().any(|read| read.folded.contains(name.as_str()));
    names.iter().filter(known).count() as f64 / names.len() as f64
}

/// Runs of words that begin with a capital or a digit, folded, a space on both sides.
fn marked_runs(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut run = String::new();
    for piece in text.split_whitespace() {
        let marked = piece.chars().find(|c| c.is_alphanumeric()).is_some_and(|c| c.is_uppercase() || c.is_numeric());
        let folded = fold_name(piece);
        if marked && !is_stop_word(&folded) && !folded.is_empty() {
            run = if run.is_empty() { folded } else { format!("{run} {folded}") };
        } else if !run.is_empty() {
            out.push(format!(" {} ", std::mem::take(&mut run)));
        }
        if piece.ends_with([',', '?', '.', ';', ':']) && !run.is_empty() {
            out.push(format!(" {} ", std::mem::take(&mut run)));
        }
    }
    if !run.is_empty() {
        out.push(format!(" {run} "));
    }
    out.sort_unstable();
    out.dedup();
    out
}
