//! The result of a benchmark: one line a figure, for people and as JSON.

use serde::Serialize;

use super::SpanTable;

/// A figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchLine {
    /// The measured quantity.
    pub what: String,
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// The target, where there is one, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// True if the target is met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<bool>,
}

/// The figures of one run.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct BenchReport {
    /// Chunks of the workspace.
    pub chunks: u64,
    /// The figures.
    pub lines: Vec<BenchLine>,
    /// The parts of the rows' times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<SpanTable>,
    /// Notes for the reader.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl BenchReport {
    pub(super) fn push(&mut self, what: &str, value: f64, unit: &str) {
        self.lines.push(BenchLine { what: what.into(), value, unit: unit.into(), target: None, met: None });
    }

    pub(super) fn at_most(&mut self, what: &str, value: f64, unit: &str, most: f64) {
        let target = Some(format!("<= {most}"));
        self.lines.push(BenchLine { what: what.into(), value, unit: unit.into(), target, met: Some(value <= most) });
    }

    pub(super) fn at_least(&mut self, what: &str, value: f64, unit: &str, least: f64) {
        let target = Some(format!(">= {least}"));
        self.lines.push(BenchLine { what: what.into(), value, unit: unit.into(), target, met: Some(value >= least) });
    }

    pub(super) fn within(&mut self, what: &str, value: f64, unit: &str, least: f64, most: f64) {
        let (target, met) = (Some(format!("{least} to {most}")), Some((least..=most).contains(&value)));
        self.lines.push(BenchLine { what: what.into(), value, unit: unit.into(), target, met });
    }

    /// The figures as a Markdown table.
    pub fn table(&self) -> String {
        let mut out = String::from("| what | figure | target | met |\n|---|---|---|---|\n");
        for line in &self.lines {
            let value = if line.value >= 100.0 { format!("{:.0}", line.value) } else { format!("{:.2}", line.value) };
            let met = line.met.map_or("", |met| if met { "yes" } else { "NO" });
            let target = line.target.as_deref().unwrap_or_default();
            out.push_str(&format!("| {} | {value} {} | {target} | {met} |\n", line.what, line.unit));
        }
        out
    }

    /// The notes, the figures, and the parts of their times, as Markdown.
    pub fn markdown(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("{note}.\n\n")).collect();
        let spans: Vec<String> = self.spans.iter().map(SpanTable::markdown).collect();
        format!("{notes}{}\n## Where the time goes\n\n{}", self.table(), spans.join("\n"))
    }
}
