//! A row of an evaluation: one strategy on one half of the questions.

use serde::Serialize;

/// Which questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// Those at even positions of the file, from 0: settings are chosen on these.
    Even,
    /// Those at odd positions: figures are reported on these.
    Odd,
    /// All.
    All,
}

/// A 95 % interval of a mean difference to the baseline, in percent points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One strategy on one half. Recalls, reciprocal ranks and gains are in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EvalRow {
    /// The strategy.
    pub strategy: String,
    /// Which questions.
    pub half: Half,
    /// How many.
    pub questions: usize,
    /// Share of the gold documents among the first two.
    #[serde(rename = "recall@2")]
    pub recall_2: f64,
    /// Among the first five.
    #[serde(rename = "recall@5")]
    pub recall_5: f64,
    /// Among the first ten.
    #[serde(rename = "recall@10")]
    pub recall_10: f64,
    /// Mean reciprocal rank of the first gold document.
    pub mrr: f64,
    /// Normalised discounted cumulative gain of the first ten.
    #[serde(rename = "ndcg@10")]
    pub ndcg_10: f64,
    /// Median time of a question, in milliseconds.
    pub p50_ms: f64,
    /// 95th percentile of it.
    pub p95_ms: f64,
    /// Difference in recall@5 to the baseline, paired bootstrap; none for the baseline itself.
    #[serde(rename = "recall@5_interval")]
    pub recall_5_interval: Option<Interval>,
    /// The same for nDCG@10.
    #[serde(rename = "ndcg@10_interval")]
    pub ndcg_10_interval: Option<Interval>,
}
