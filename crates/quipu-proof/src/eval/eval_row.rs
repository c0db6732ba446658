//! A row of an evaluation: one strategy on one half of the questions.

pub use quipu::evaluated::{EvalRow, Half, Interval};
use quipu_kernel::rank::measures::{bootstrap, mean, percentile};

use super::scored_question::QuestionScores;

/// The row of a strategy's questions, held against the same questions of the baseline.
pub(super) fn row(
    strategy: &str,
    half: Half,
    asked: &[QuestionScores],
    baseline: Option<&[QuestionScores]>,
    rounds: usize,
) -> EvalRow {
    let of = |all: &[QuestionScores], value: fn(&QuestionScores) -> f64| -> Vec<f64> {
        all.iter().filter(|asked| half.has(asked.position)).map(value).collect()
    };
    let percent = |value: fn(&QuestionScores) -> f64| 100.0 * mean(&of(asked, value));
    let times = of(asked, |asked| asked.ms);
    let interval = |value: fn(&QuestionScores) -> f64| {
        let pairs = of(asked, value).into_iter().zip(of(baseline?, value));
        let found = bootstrap(&pairs.map(|(ours, theirs)| 100.0 * (ours - theirs)).collect::<Vec<_>>(), rounds);
        Some(Interval { low: found.low, high: found.high })
    };
    EvalRow {
        strategy: strategy.to_owned(),
        half,
        questions: times.len(),
        recall_1: percent(|asked| asked.recall[0]),
        recall_2: percent(|asked| asked.recall[1]),
        recall_5: percent(|asked| asked.recall[2]),
        recall_10: percent(|asked| asked.recall[3]),
        mrr: percent(|asked| asked.reciprocal_rank),
        ndcg_10: percent(|asked| asked.ndcg),
        p50_ms: percentile(&times, 0.5),
        p95_ms: percentile(&times, 0.95),
        recall_5_interval: interval(|asked| asked.recall[2]),
        ndcg_10_interval: interval(|asked| asked.ndcg),
    }
}
