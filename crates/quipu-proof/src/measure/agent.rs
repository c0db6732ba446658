//! The accuracy of routes of questions and of conflicts of statements, on labelled lines: even ones are for tuning,
//! odd ones are reported.

use std::path::Path;

use quipu::Error;
use quipu::extend;
use quipu::settings::Settings;
use quipu_kernel::model::Day;
use quipu_kernel::text::sentences;
use quipu_language::answer::{QuestionedText, contradicted};
use quipu_language::clauses::conflict::{Clash, Dated, compared};
use quipu_language::plan::route;
use serde::{Deserialize, Serialize};

use super::read;
use crate::ProofError;
use crate::eval::Half;

/// A labelled question.
#[derive(Deserialize)]
struct RoutedLine {
    text: String,
    route: String,
    #[serde(default)]
    also: Vec<String>,
}

/// A labelled pair of statements.
#[derive(Deserialize)]
struct PairLine {
    a: PairSide,
    b: PairSide,
    label: String,
    /// The question that both answer, for texts.
    #[serde(default)]
    question: Option<String>,
}

/// One statement of it.
#[derive(Deserialize)]
struct PairSide {
    text: String,
    #[serde(default)]
    date: Option<String>,
}

/// The number of right lines of a half.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AgentRow {
    /// `routes`, `contradictions` or `contradictions in texts`.
    pub what: &'static str,
    /// The half of the lines.
    pub half: Half,
    /// Number of lines.
    pub lines: usize,
    /// Number of right lines.
    pub right: usize,
    /// Precision of conflicts, for pairs.
    pub precision: Option<f64>,
}

/// Measures `routes.jsonl` (`text`, `route`, `also`), `contradictions.jsonl` and `texts.jsonl` (`a`, `b`, `label`) of a folder.
///
/// # Errors
/// When a file cannot be read, or holds other lines.
pub fn agent(folder: &Path) -> Result<Vec<AgentRow>, Error> {
    let routed: Vec<RoutedLine> = lines(&folder.join("routes.jsonl"))?;
    let pairs: Vec<PairLine> = lines(&folder.join("contradictions.jsonl"))?;
    let right = |line: &RoutedLine| {
        let kind = route(&line.text, &[]).kind;
        line.route == kind.name() || line.also.iter().any(|also| also == kind.name())
    };
    let routed: Vec<bool> = routed.iter().map(right).collect();
    let texts: Vec<PairLine> = lines(&folder.join("texts.jsonl"))?;
    let mut rows = Vec::new();
    for half in Half::EACH {
        let of: Vec<bool> =
            routed.iter().enumerate().filter(|(at, _)| half.has(*at)).map(|(_, right)| *right).collect();
        let right = of.iter().filter(|right| **right).count();
        rows.push(AgentRow { what: "routes", half, lines: of.len(), right, precision: None });
    }
    for (what, pairs) in [("contradictions", &pairs), ("contradictions in texts", &texts)] {
        rows.extend(of_pairs(what, pairs));
    }
    Ok(rows)
}

/// The rows of labelled pairs.
fn of_pairs(what: &'static str, pairs: &[PairLine]) -> Vec<AgentRow> {
    let judged: Vec<(String, &str)> = pairs.iter().map(|pair| (called(pair), pair.label.as_str())).collect();
    let mut rows = Vec::new();
    for half in Half::EACH {
        let of: Vec<&(String, &str)> =
            judged.iter().enumerate().filter(|(at, _)| half.has(*at)).map(|(_, judged)| judged).collect();
        let right = of.iter().filter(|(called, label)| called == label).count();
        let called: Vec<_> = of.iter().filter(|(called, _)| called == "conflict").collect();
        let sure = called.iter().filter(|(_, label)| *label == "conflict").count();
        let precision = (!called.is_empty()).then(|| sure as f64 / called.len() as f64);
        rows.push(AgentRow { what, half, lines: of.len(), right, precision });
    }
    rows
}

/// The class of a pair, `conflict`, `change` or `none`: that of the first two of their sentences that are not both true,
/// else that of their answers to its question.
fn called(pair: &PairLine) -> String {
    let extractor = extend::extractor(&Settings::default());
    let day = |side: &PairSide| -> Option<Day> { extractor.day(side.date.as_deref()?) };
    let (a, b) = (dated(&pair.a, day(&pair.a)), dated(&pair.b, day(&pair.b)));
    let mut clashes = a.iter().flat_map(|one| b.iter().map(|other| compared(*one, *other, &[]).clash));
    let aligned = clashes.find(|clash| *clash != Clash::None);
    let asked = || {
        let (one, other) = (questioned(&pair.a, day(&pair.a)), questioned(&pair.b, day(&pair.b)));
        contradicted(pair.question.as_deref()?, one, other).map(|found| found.clash)
    };
    match aligned.or_else(asked).unwrap_or(Clash::None) {
        Clash::Conflict => "conflict",
        Clash::Change => "change",
        Clash::None => "none",
    }
    .to_owned()
}

/// A side as an answer to a question.
fn questioned(side: &PairSide, day: Option<Day>) -> QuestionedText<'_> {
    QuestionedText { text: &side.text, headed: "", day }
}

/// The sentences of a side, each with its day.
fn dated(side: &PairSide, day: Option<Day>) -> Vec<Dated<'_>> {
    sentences(&side.text).into_iter().map(|span| Dated { text: &side.text[span.range()], day }).collect()
}

fn lines<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>, Error> {
    let text = read(path)?;
    let wrong = |at: usize, error: serde_json::Error| ProofError::Part {
        what: format!("{}, line {}", path.display(), at + 1),
        reason: error.to_string(),
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|error| wrong(at, error).into())).collect()
}
