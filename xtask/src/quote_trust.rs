//! The weights of trust in quotes, fitted to the answers of `eval/reading/signs.jsonl`: what the signs of each were, and
//! whether it was right.

use anyhow::{Context as _, ensure};
use quipu_language::answer::QuoteSigns;
use quipu_language::trust::LogisticFit;
use serde::Deserialize;

/// The file of the weights.
const WEIGHTS: &str = "crates/quipu-language/weights/quotes.txt";
/// The file of the answers.
const ANSWERS: &str = "eval/reading/signs.jsonl";
/// The penalty on the square of a weight: as much as so many answers.
const PENALTY: f64 = 5.0;
/// An answer, a line of the file.
#[derive(Debug, Deserialize)]
struct Row {
    /// Its signs, as the trace of the answer prints them.
    signs: String,
    /// True if it was right.
    right: bool,
}

/// Does it; with `check` it writes nothing, and fails where the weights are others.
///
/// # Errors
/// When a file does not read.
pub(crate) fn run(check: bool) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(ANSWERS).with_context(|| ANSWERS)?;
    let mut values = Vec::new();
    let mut right = Vec::new();
    for line in text.lines() {
        let row: Row = serde_json::from_str(line).with_context(|| format!("{ANSWERS}: {line}"))?;
        values.push(QuoteSigns::read(&row.signs).with_context(|| format!("{ANSWERS} lacks a sign: {line}"))?);
        right.push(if row.right { 1.0 } else { 0.0 });
    }
    println!("{ANSWERS}: {} answers, {:.1} % right", right.len(), 100.0 * mean(&right));
    let (base, weights) = fit(&values, &right);
    let lines = QuoteSigns::NAMES.iter().zip(&weights).map(|(name, weight)| format!("{name} {weight:.3}\n"));
    let text =
        format!("# Written by `cargo xtask trust`: log-odds of a sign.\nbase {base:.3}\n{}", lines.collect::<String>());
    if check {
        let kept = std::fs::read_to_string(WEIGHTS)?;
        ensure!(kept == text, "{WEIGHTS} is not what the fit gives; run cargo xtask trust");
    } else {
        std::fs::write(WEIGHTS, text)?;
    }
    Ok(())
}

/// A logistic regression over standardised signs: the constant and the weights of the signs as they are.
fn fit(values: &[Vec<f64>], right: &[f64]) -> (f64, Vec<f64>) {
    let column = |at: usize| values.iter().map(|row| row[at]).collect::<Vec<_>>();
    let means: Vec<f64> = (0..QuoteSigns::NAMES.len()).map(|at| mean(&column(at))).collect();
    let spread = |at: usize| {
        let squares: Vec<f64> = column(at).iter().map(|value| (value - means[at]).powi(2)).collect();
        mean(&squares).sqrt().max(1e-9)
    };
    let spreads: Vec<f64> = (0..means.len()).map(spread).collect();
    let scaled: Vec<Vec<f64>> = values
        .iter()
        .map(|row| row.iter().enumerate().map(|(at, value)| (value - means[at]) / spreads[at]).collect())
        .collect();
    let LogisticFit { base, weights } = LogisticFit::of(&scaled, right, PENALTY);
    let raw: Vec<f64> = weights.iter().zip(&spreads).map(|(weight, spread)| weight / spread).collect();
    let shift: f64 = raw.iter().zip(&means).map(|(weight, mean)| weight * mean).sum();
    (base - shift, raw)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
