//! Figures of an evaluation as data: the report of a job `eval`. `quipu-proof` measures them.

use quipu_kernel::rank::measures::mean;
use serde::{Deserialize, Serialize};

/// A selection of questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// Questions at even positions of the file, from 0: settings are chosen on these.
    Even,
    /// Questions at odd positions: figures are reported on these.
    Odd,
    /// All.
    All,
}

impl Half {
    /// The halves, in the order of the table.
    pub const EACH: [Self; 3] = [Self::Even, Self::Odd, Self::All];

    /// True if the question at a position of the file is in it.
    pub fn has(self, position: usize) -> bool {
        match self {
            Self::Even => position.is_multiple_of(2),
            Self::Odd => !position.is_multiple_of(2),
            Self::All => true,
        }
    }
}

/// A 95 % interval of a mean difference to the baseline, in percent points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// One strategy on one half. Recalls, reciprocal ranks and gains are in percent.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct EvalRow {
    /// The strategy.
    pub strategy: String,
    /// The selection of questions.
    pub half: Half,
    /// Their number.
    pub questions: usize,
    /// Share of the gold documents that the first is.
    #[serde(rename = "recall@1")]
    pub recall_1: f64,
    /// Share of them among the first two.
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
    /// The interval of nDCG@10.
    #[serde(rename = "ndcg@10_interval")]
    pub ndcg_10_interval: Option<Interval>,
}

impl EvalRow {
    /// The mean of rows of several sets, each counting alike, without intervals; none of no rows.
    pub fn mean(rows: &[Self]) -> Option<Self> {
        let first = rows.first()?;
        let mean = |value: fn(&Self) -> f64| mean(&rows.iter().map(value).collect::<Vec<_>>());
        Some(Self {
            strategy: first.strategy.clone(),
            half: first.half,
            questions: rows.iter().map(|row| row.questions).sum(),
            recall_1: mean(|row| row.recall_1),
            recall_2: mean(|row| row.recall_2),
            recall_5: mean(|row| row.recall_5),
            recall_10: mean(|row| row.recall_10),
            mrr: mean(|row| row.mrr),
            ndcg_10: mean(|row| row.ndcg_10),
            p50_ms: mean(|row| row.p50_ms),
            p95_ms: mean(|row| row.p95_ms),
            recall_5_interval: None,
            ndcg_10_interval: None,
        })
    }
}

/// A row with the set it belongs to.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[schemars(rename = "EvaluatedSet")]
pub struct SetRow<R = EvalRow> {
    /// Name of the set's folder.
    pub set: String,
    /// The figures.
    #[serde(flatten)]
    pub row: R,
}
