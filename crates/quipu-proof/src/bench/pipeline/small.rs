//! Small corpora: about 612 documents of ten real passages each (2.7 MB), indexed, opened and asked.

use std::path::Path;

use super::measured::{Measured, PhasePlace};
use super::phase::{Phase, spawn};
use super::templates::{SetText, rows};
use super::{BenchError, BenchReport};

/// The sets whose passages they are.
const SETS: [&str; 2] = ["2wiki", "musique"];
/// Passages a document.
const PASSAGES: usize = 10;
/// Number of measured questions, after as many others.
const QUESTIONS: usize = 100;

/// Makes the documents, indexes and asks; rows and spans go into the report.
pub(super) fn run(sentences: &Path, folder: &Path, report: &mut BenchReport) -> Result<(), BenchError> {
    let place = PhasePlace::new(folder);
    let (mut passages, mut questions): (Vec<SetText>, Vec<SetText>) = (Vec::new(), Vec::new());
    for set in SETS {
        passages.extend(rows(&sentences.join(set).join("corpus.jsonl"))?);
        questions.extend(rows(&sentences.join(set).join("questions.jsonl"))?);
    }
    write(&passages, &place.text())?;
    let texts: Vec<String> = questions.into_iter().map(|row| row.text).collect();
    // Every other one, so that both sets are in both.
    let half = |from: usize| texts.iter().skip(from).step_by(2).take(QUESTIONS).cloned().collect::<Vec<_>>();
    PhasePlace::keep(&place.questions(), &half(1))?;
    PhasePlace::keep(&place.warming(), &half(0))?;
    let indexed = spawn(Phase::Index, folder, None)?;
    let asked = spawn(Phase::AskWalk, folder, None)?;
    rows_of(&indexed, &asked, report);
    let of = |phase: Measured, name: &'static str| {
        phase.spans.into_iter().map(move |table| super::SpanTable { what: format!("{name}: {}", table.what), ..table })
    };
    report.spans.extend(of(indexed, "small corpora").chain(of(asked, "small corpora")));
    Ok(())
}

/// Writes ten passages a file.
fn write(passages: &[SetText], folder: &Path) -> Result<(), BenchError> {
    std::fs::create_dir_all(folder).map_err(|error| BenchError::file(folder, &error))?;
    for (number, ten) in passages.chunks(PASSAGES).enumerate() {
        let texts: Vec<String> = ten.iter().map(|row| format!("{}\n{}", row.title, row.text)).collect();
        let file = folder.join(format!("{number:04}.txt"));
        std::fs::write(&file, texts.join("\n\n")).map_err(|error| BenchError::file(&file, &error))?;
    }
    Ok(())
}

fn rows_of(indexed: &Measured, asked: &Measured, report: &mut BenchReport) {
    let what = |figure: &str| {
        let text = indexed.get("text") / 1e6;
        format!("{} documents, {text:.1} MB: {figure}", indexed.get("documents") as u64)
    };
    report.at_most(&what("offline indexing, CPU"), indexed.get("cpu"), "s", 1.5);
    report.push(&what("offline indexing, wall"), indexed.get("wall"), "s");
    report.at_most(&what("open"), asked.get("open"), "ms", 20.0);
    report.push(&what("first question"), asked.get("first question"), "ms");
    report.at_most(&what("question, walk, context only, p50"), asked.get("walk, p50"), "ms", 2.0);
    report.push(&what("question, walk, context only, p99"), asked.get("walk, p99"), "ms");
    let most = indexed.get("resident").max(asked.get("resident")) / 1e6;
    report.at_most(&what("peak memory, mapped files counted"), most, "MB", 150.0);
    report.push(&what("private memory while indexing, largest"), indexed.get("memory") / 1e6, "MB");
    report.push(&what("private memory while asking"), asked.get("memory") / 1e6, "MB");
    report.at_most(&what("bytes written / size"), indexed.get("written") / indexed.get("size"), "x", 5.0);
}
