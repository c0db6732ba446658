//! The quality of mentions: precision and recall against labels, sentence by sentence.
//!
//! Strict: a found mention is right when its folded form equals a label's that no other has taken (a
//! multiset per sentence). Lenient: when it shares a word with a label that no other has taken.

use quipu_kernel::model::{Kind, Mention};
use quipu_kernel::text::fold_name;

/// True if a mention is one that labels would have: an ordinary word and a concept without a capital are no names.
pub(super) fn is_named(mention: &Mention) -> bool {
    mention.kind != Kind::Word && (mention.kind != Kind::Concept || mention.form.chars().any(char::is_uppercase))
}

/// Counts over sentences, from which the figures follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Score {
    /// Mentions labelled.
    pub(super) labelled: usize,
    /// Mentions found.
    pub(super) found: usize,
    /// Mentions found whose folded form is a label's.
    pub(super) right: usize,
    /// Mentions found that share a word with a label.
    pub(super) overlapping: usize,
}

impl Score {
    /// Adds a sentence: the surfaces labelled and the surfaces found in it. Cost: the product of
    /// their numbers.
    pub(super) fn add<'a>(
        &mut self,
        labels: impl IntoIterator<Item = &'a str>,
        found: impl IntoIterator<Item = &'a str>,
    ) {
        let labels: Vec<String> = labels.into_iter().map(fold_name).collect();
        let found: Vec<String> = found.into_iter().map(fold_name).collect();
        self.labelled += labels.len();
        self.found += found.len();
        self.right += paired(&labels, &found, |label, name| label == name);
        self.overlapping += paired(&labels, &found, shares_word);
    }

    /// Adds the counts of another score.
    pub(super) fn merge(&mut self, other: Self) {
        self.labelled += other.labelled;
        self.found += other.found;
        self.right += other.right;
        self.overlapping += other.overlapping;
    }

    /// The share of found mentions that are right; 0 when nothing was found.
    pub(super) fn precision(&self) -> f64 {
        share(self.right, self.found)
    }

    /// The share of the labels that was found; 0 when there are none.
    pub(super) fn recall(&self) -> f64 {
        share(self.right, self.labelled)
    }

    /// Precision, a shared word being enough.
    pub(super) fn lenient_precision(&self) -> f64 {
        share(self.overlapping, self.found)
    }

    /// Recall, a shared word being enough.
    pub(super) fn lenient_recall(&self) -> f64 {
        share(self.overlapping, self.labelled)
    }
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// Number of `found` that agree with a label each; equal ones first, so that a loose match takes no
/// label from an exact one.
fn paired(labels: &[String], found: &[String], agree: impl Fn(&str, &str) -> bool) -> usize {
    let mut free: Vec<bool> = vec![true; labels.len()];
    let mut open: Vec<&String> = Vec::new();
    let mut count = 0;
    for name in found {
        match (0..labels.len()).find(|at| free[*at] && labels[*at] == *name) {
            Some(at) => {
                free[at] = false;
                count += 1;
            }
            None => open.push(name),
        }
    }
    for name in open {
        if let Some(at) = (0..labels.len()).find(|at| free[*at] && agree(&labels[*at], name)) {
            free[at] = false;
            count += 1;
        }
    }
    count
}

fn shares_word(a: &str, b: &str) -> bool {
    a.split(' ').any(|word| b.split(' ').any(|other| word == other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_taken_once() {
        let mut score = Score::default();
        score.add(["Tesla", "Lion King"], ["tesla", "Tesla", "The Lion King"]);
        assert_eq!(score, Score { labelled: 2, found: 3, right: 1, overlapping: 2 });
        assert!((score.precision() - 1.0 / 3.0).abs() < 1e-12);
        assert!((score.lenient_recall() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_empty_score_is_zero() {
        assert_eq!(Score::default().precision(), 0.0);
    }
}
