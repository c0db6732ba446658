//! A row of figures of judged answers: even or odd corpora, or all.

use quipu_kernel::rank::measures::{bootstrap, mean};
use quipu_language::answer::TrustClass;
use serde::Serialize;

use super::{AnswerVerdict, JudgedAnswer};
use crate::eval::{Half, Interval};

/// Number of resamples for the intervals.
const RESAMPLES: usize = 2_000;
/// Number of bins of the calibration error, of equal size.
const BINS: usize = 5;

/// Judged answers, counted; shares are in percent of the answers with a verdict, and missing where there are none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgedRow {
    /// The corpora: even, odd or all.
    pub half: Half,
    /// Number of questions.
    pub questions: usize,
    /// Number of answers that have a verdict.
    pub judged: usize,
    /// Share of right answers.
    pub right: Option<f64>,
    /// Its 95 % interval.
    pub right_interval: Option<Interval>,
    /// Share of answers that are half right.
    pub half_right: Option<f64>,
    /// Share of wrong answers.
    pub wrong: Option<f64>,
    /// Share of right answers before the work began.
    pub start_right: Option<f64>,
    /// Share of wrong answers before the work began.
    pub start_wrong: Option<f64>,
    /// The 95 % interval of the difference in right answers to the start, question by question.
    pub difference: Option<Interval>,
    /// Number of questions that the documents do not answer.
    pub unanswerable: usize,
    /// Number of those that are answered by a refusal or by what is near.
    pub unanswerable_right: usize,
    /// Share of the other questions that is refused.
    pub refused_wrongly: Option<f64>,
    /// Number of answers that are called stated.
    pub stated: usize,
    /// Share of them that is right.
    pub stated_right: Option<f64>,
    /// Expected calibration error of the confidence, from 0 to 1, in five bins of equal size.
    pub calibration_error: Option<f64>,
}

impl JudgedRow {
    /// The rows of even corpora, odd ones, and all; `numbers` are the numbers of their sets.
    pub fn halves(answers: &[(usize, JudgedAnswer)]) -> Vec<Self> {
        let of = |half: Half| {
            let some = answers.iter().filter(|(number, _)| half.has(*number)).map(|(_, answer)| answer);
            Self::of(half, &some.collect::<Vec<_>>())
        };
        Half::EACH.map(of).into()
    }

    fn of(half: Half, all: &[&JudgedAnswer]) -> Self {
        let verdicts: Vec<AnswerVerdict> = all.iter().filter_map(|one| one.verdict).collect();
        let starts: Vec<AnswerVerdict> = all.iter().filter_map(|one| one.start).collect();
        let right = |verdict: AnswerVerdict| percent(verdict == AnswerVerdict::Right);
        let pairs = all.iter().filter_map(|one| Some(right(one.verdict?) - right(one.start?))).collect::<Vec<_>>();
        let unanswerable = || all.iter().filter(|one| one.is_unanswerable());
        let answerable: Vec<bool> =
            all.iter().filter(|one| !one.is_unanswerable()).map(|one| one.class == TrustClass::NotFound).collect();
        let stated: Vec<AnswerVerdict> =
            all.iter().filter(|one| one.class == TrustClass::Stated).filter_map(|one| one.verdict).collect();
        Self {
            half,
            questions: all.len(),
            judged: verdicts.len(),
            right: share(&verdicts, AnswerVerdict::Right),
            right_interval: interval(&verdicts.iter().map(|verdict| right(*verdict)).collect::<Vec<_>>()),
            half_right: share(&verdicts, AnswerVerdict::Half),
            wrong: share(&verdicts, AnswerVerdict::Wrong),
            start_right: share(&starts, AnswerVerdict::Right),
            start_wrong: share(&starts, AnswerVerdict::Wrong),
            difference: interval(&pairs),
            unanswerable: unanswerable().count(),
            unanswerable_right: unanswerable().filter(|one| one.class != TrustClass::Stated).count(),
            refused_wrongly: average(&answerable.into_iter().map(percent).collect::<Vec<_>>()),
            stated: stated.len(),
            stated_right: share(&stated, AnswerVerdict::Right),
            calibration_error: calibration(all.iter().copied()),
        }
    }
}

/// The expected calibration error of the confidence in judged answers (Naeini et al., 2015), with bins of equal size.
fn calibration<'a>(answers: impl Iterator<Item = &'a JudgedAnswer>) -> Option<f64> {
    let mut told: Vec<(f64, f64)> = answers
        .filter_map(|one| Some((one.confidence, percent(one.verdict? == AnswerVerdict::Right) / 100.0)))
        .collect();
    told.sort_by(|a, b| a.0.total_cmp(&b.0));
    let size = told.len().div_ceil(BINS).max(1);
    let off = told.chunks(size).map(|bin| {
        let of = |value: fn(&(f64, f64)) -> f64| bin.iter().map(value).sum::<f64>() / bin.len() as f64;
        (of(|one| one.0) - of(|one| one.1)).abs() * bin.len() as f64
    });
    (!told.is_empty()).then(|| off.sum::<f64>() / told.len() as f64)
}

fn percent(yes: bool) -> f64 {
    if yes { 100.0 } else { 0.0 }
}

fn average(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| mean(values))
}

fn share(verdicts: &[AnswerVerdict], of: AnswerVerdict) -> Option<f64> {
    average(&verdicts.iter().map(|verdict| percent(*verdict == of)).collect::<Vec<_>>())
}

fn interval(values: &[f64]) -> Option<Interval> {
    let found = bootstrap(values, RESAMPLES);
    (!values.is_empty()).then_some(Interval { low: found.low, high: found.high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(
        kind: &str,
        verdict: AnswerVerdict,
        start: AnswerVerdict,
        (class, confidence): (TrustClass, f64),
    ) -> JudgedAnswer {
        JudgedAnswer {
            set: "2-mill".to_owned(),
            id: "1".to_owned(),
            question: String::new(),
            kind: kind.to_owned(),
            wanted: String::new(),
            answer: String::new(),
            hash: String::new(),
            class,
            confidence,
            verdict: Some(verdict),
            start: Some(start),
        }
    }

    #[test]
    fn shares_are_of_judged_answers_and_halves_of_corpora() {
        let all = [
            (2, answer("who", AnswerVerdict::Right, AnswerVerdict::Wrong, (TrustClass::Stated, 0.9))),
            (2, answer("who", AnswerVerdict::Wrong, AnswerVerdict::Wrong, (TrustClass::NotFound, 0.1))),
            (3, answer("unanswerable", AnswerVerdict::Right, AnswerVerdict::Wrong, (TrustClass::Near, 0.4))),
        ];
        let rows = JudgedRow::halves(&all);
        let [even, odd, whole] = rows.as_slice() else { panic!("three rows") };
        assert_eq!((even.right, even.wrong, even.start_right), (Some(50.0), Some(50.0), Some(0.0)));
        assert_eq!((even.refused_wrongly, even.stated, even.stated_right), (Some(50.0), 1, Some(100.0)));
        assert_eq!((odd.unanswerable, odd.unanswerable_right, odd.refused_wrongly), (1, 1, None));
        assert_eq!((whole.questions, whole.judged), (3, 3));
        let off = whole.calibration_error.expect("there are verdicts");
        assert!((off - (0.1 + 0.1 + 0.6) / 3.0).abs() < 1e-9, "{off}");
    }
}
