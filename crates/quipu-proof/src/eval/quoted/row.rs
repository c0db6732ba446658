//! A row of figures of quoted answers: one half of the questions of one set or one kind.

use quipu_kernel::rank::measures::mean;
use serde::Serialize;

use super::{Quoted, QuotedQuestion};
use crate::eval::Half;

/// The kinds of long answers: their length does not count as noise.
const WHOLE: [&str; 2] = ["steps", "command"];

/// Quoted answers, counted; shares are in percent, and missing where nothing was asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuotedRow {
    /// The questions: `all`, or a kind of them.
    pub asked: String,
    /// The half of the questions.
    pub half: Half,
    /// Number of questions that the documents answer.
    pub questions: usize,
    /// Share of these whose answer is given.
    pub answered: Option<f64>,
    /// Mean share of an answer's letters that stand outside the evidence, without refusals; steps and commands
    /// are left out.
    pub noise: Option<f64>,
    /// Share whose first citation is of a gold document.
    pub cited_first: Option<f64>,
    /// Share whose evidence stands in the first five hits.
    pub found: Option<f64>,
    /// Share that is refused, wrongly.
    pub refused: Option<f64>,
    /// Number of questions that the documents do not answer.
    pub unanswerable: usize,
    /// Share of those that is refused, rightly.
    pub rightly_refused: Option<f64>,
}

impl QuotedRow {
    /// The rows of the halves.
    pub fn halves(asked: &str, told: &[Quoted]) -> Vec<Self> {
        Half::EACH.map(|half| Self::of(asked, half, told.iter().filter(|told| half.has(told.position)))).into()
    }

    /// A row of each kind of questions, in the order of their names.
    pub fn kinds(told: &[Quoted]) -> Vec<Self> {
        let mut kinds: Vec<&str> = told.iter().map(|told| told.kind.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.retain(|kind| *kind != QuotedQuestion::UNANSWERABLE);
        let row = |kind: &str| Self::of(kind, Half::All, told.iter().filter(|told| told.kind == kind));
        kinds.into_iter().map(row).collect()
    }

    fn of<'a>(asked: &str, half: Half, told: impl Iterator<Item = &'a Quoted>) -> Self {
        let (no, can): (Vec<&Quoted>, Vec<&Quoted>) = told.partition(|told| told.kind == QuotedQuestion::UNANSWERABLE);
        let share = |of: &[&Quoted], counts: fn(&Quoted) -> bool| {
            let counted: Vec<f64> = of.iter().map(|told| f64::from(u8::from(counts(told)))).collect();
            percent(&counted)
        };
        let noise = can.iter().filter(|told| !WHOLE.contains(&told.kind.as_str())).filter_map(|told| told.noise);
        Self {
            asked: asked.to_owned(),
            half,
            questions: can.len(),
            answered: share(&can, |told| told.answered),
            noise: percent(&noise.collect::<Vec<_>>()),
            cited_first: share(&can, |told| told.cited_first),
            found: share(&can, |told| told.found),
            refused: share(&can, |told| told.refused),
            unanswerable: no.len(),
            rightly_refused: share(&no, |told| told.refused),
        }
    }
}

fn percent(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| 100.0 * mean(values))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(position: usize, kind: &str, answered: bool, noise: Option<f64>) -> Quoted {
        let refused = noise.is_none();
        Quoted { position, kind: kind.to_owned(), cited_first: answered, found: true, answered, noise, refused }
    }

    #[test]
    fn unanswerable_questions_are_counted_apart_and_steps_make_no_noise() {
        let all = [
            told(0, "why", true, Some(0.5)),
            told(1, "steps", true, Some(1.0)),
            told(2, "why", false, None),
            told(3, QuotedQuestion::UNANSWERABLE, false, None),
        ];
        let rows = QuotedRow::halves("all", &all);
        let [even, odd, whole] = rows.as_slice() else { panic!("three halves") };
        assert_eq!((even.questions, even.answered, even.noise, even.refused), (2, Some(50.0), Some(50.0), Some(50.0)));
        assert_eq!((odd.questions, odd.noise, odd.unanswerable, odd.rightly_refused), (1, None, 1, Some(100.0)));
        assert_eq!((whole.questions, whole.half), (3, Half::All));
        let kinds: Vec<String> = QuotedRow::kinds(&all).into_iter().map(|row| row.asked).collect();
        assert_eq!(kinds, ["steps", "why"]);
    }
}
