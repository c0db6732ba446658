//! `quipu eval --report`: every configuration of a file measured on every set, its verdict, and the benefit of
//! vectors, as a Markdown page.
//!
//! Each set is indexed once with titles and, where the file says so, once without; every configuration asks
//! both.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;
use quipu::settings::{LoadedSettings, Origin, Settings};
use quipu_proof::measure::{
    EvalOptions, EvalRow, Half, Interval, Look, SetRow, Sets, VectorRow, means, measured, name, shuffled,
};
use serde::Deserialize;

use crate::messages::say;
use crate::print::{VECTORS, vector_cells};

/// Number of resamples for the intervals of differences.
const RESAMPLES: usize = 1_000;

/// The configurations to measure, and the texts around their tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// The text above the tables.
    #[serde(default)]
    about: String,
    /// The text below them: experiments outside of the options.
    #[serde(default)]
    remarks: String,
    /// Sets that are measured without titles too, and whose mean is shown.
    #[serde(default)]
    untitled: Vec<String>,
    configuration: Vec<Configuration>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Configuration {
    name: String,
    strategy: String,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    /// Its verdict.
    became: String,
}

/// The rows of one set, with or without titles.
struct Measured {
    title: String,
    rows: Vec<SetRow>,
}

/// Measures the configurations of `from` and writes the page `to`.
///
/// # Errors
/// When the file or a set does not read, or the page cannot be written.
pub(super) async fn write(to: &Path, from: &Path, sets: &Sets, settings: &Settings) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(from).with_context(|| from.display().to_string())?;
    let file: File = toml::from_str(&text).with_context(|| from.display().to_string())?;
    let looks = file.configuration.iter().map(|each| each.look(settings)).collect::<anyhow::Result<_>>()?;
    let options = EvalOptions { looks, resamples: RESAMPLES };
    let mut measures = Vec::new();
    for titles in [true, false] {
        let with = if titles { "" } else { ", no titles" };
        let mut several = Vec::new();
        for folder in sets.folders().filter(|folder| titles || file.untitled.contains(&name(folder))) {
            let rows = measured(folder, titles, &options, sets, settings).await?;
            if file.untitled.contains(&name(folder)) {
                several.extend(rows.iter().cloned());
            }
            measures.push(Measured { title: format!("{}{with}", name(folder)), rows });
        }
        measures.push(Measured { title: format!("mean of {}{with}", file.untitled.join(", ")), rows: means(&several) });
    }
    measures.retain(|measured| !measured.rows.is_empty());
    let mut vectors = Vec::new();
    for folder in sets.folders() {
        vectors.extend(shuffled(folder, sets, settings).await?);
    }
    std::fs::write(to, page(&file, &measures, &vectors)?).with_context(|| to.display().to_string())
}

impl Configuration {
    fn look(&self, settings: &Settings) -> anyhow::Result<Look> {
        let shown = |value: &toml::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let set: Vec<_> = self.options.iter().map(|(name, value)| (format!("look.{name}"), shown(value))).collect();
        let set = set.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let loaded = LoadedSettings::from(settings.clone()).with(set, &Origin::Flag("--configurations".to_owned()));
        let options = loaded.with_context(|| say!("eval-configuration", name = &self.name))?.settings.look;
        Ok(Look { name: self.name.clone(), strategy: self.strategy.clone(), options })
    }

    fn shown(&self) -> String {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let options = if options.is_empty() { String::new() } else { format!(": {}", options.join(", ")) };
        format!("`{}`{options}", self.strategy)
    }
}

fn page(file: &File, measures: &[Measured], vectors: &[SetRow<VectorRow>]) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "<!-- written by quipu eval --report; the words are in the file of --configurations -->")?;
    writeln!(out, "# Configurations tried\n\n{}\n", file.about.trim())?;
    writeln!(out, "| configuration | what it is | what became of it |\n|---|---|---|")?;
    for each in &file.configuration {
        writeln!(out, "| {} | {} | {} |", each.name, each.shown(), each.became.trim())?;
    }
    for half in [Half::Even, Half::Odd] {
        let name =
            if half == Half::Even { "Even questions: settings are chosen here" } else { "Odd questions: to report" };
        writeln!(out, "\n## {name}")?;
        for measured in measures {
            table(&mut out, measured, half)?;
        }
    }
    worth(&mut out, vectors)?;
    let remarks = file.remarks.trim();
    if !remarks.is_empty() {
        writeln!(out, "\n## Tried and not kept as an option\n\n{remarks}")?;
    }
    Ok(out)
}

/// The benefit of vectors.
fn worth(out: &mut String, rows: &[SetRow<VectorRow>]) -> std::fmt::Result {
    writeln!(out, "\n## What the vectors add: nDCG@10\n")?;
    writeln!(out, "| {} |\n|{}", VECTORS.join(" | "), "---|".repeat(VECTORS.len()))?;
    rows.iter().try_for_each(|row| writeln!(out, "| {} |", vector_cells(row).join(" | ")))
}

/// One table: a set, a half, a row a configuration.
fn table(out: &mut String, measured: &Measured, half: Half) -> std::fmt::Result {
    writeln!(out, "\n### {}\n", measured.title)?;
    writeln!(out, "| configuration | recall@1 | recall@2 | recall@5 | recall@10 | nDCG@10 | recall@5 to `lexical` |")?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for SetRow { row, .. } in measured.rows.iter().filter(|row| row.row.half == half) {
        let EvalRow { strategy, recall_1, recall_2, recall_5, recall_10, ndcg_10, .. } = row;
        let interval = |Interval { low, high }: Interval| format!("{low:+.1} to {high:+.1}");
        let against = row.recall_5_interval.map(interval).unwrap_or_default();
        writeln!(
            out,
            "| {strategy} | {recall_1:.1} | {recall_2:.1} | {recall_5:.1} | {recall_10:.1} | {ndcg_10:.1} | {against} |"
        )?;
    }
    Ok(())
}
