//! Reports: the results of an indexing run, a deletion or a check; the content of a workspace.

use std::io;
use std::path::Path;

use quipu::documents::{AmendReport, DeleteReport};
use quipu::documents::{ExportReport, ImportReport};
use quipu::documents::{IndexReport, LanguageCount, LanguageReading, LeftOut, NoDocument, Skipped};
use quipu::workspace::{KeptSize, Lagging, Status, Verified};

use super::units::{bytes, seconds};
use super::{StreamStyle, line, note};
use crate::messages::{Message, heard, language_name, reason, say};

/// The report of an indexing run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn indexed(report: &IndexReport) -> io::Result<()> {
    listed(&report.skipped, |path, why| say!("report-skipped", path = path, why = why))?;
    listed(&report.partial, |path, why| say!("report-partial", path = path, why = why))?;
    listed(&report.replaced, |path, why| say!("report-replaced", path = path, why = why))?;
    for moved in &report.moved {
        line(say!("report-moved", from = &moved.from, to = &moved.to))?;
    }
    for id in &report.removed {
        line(say!("report-removed", id = id))?;
    }
    if let Some(first) = report.kept.first() {
        line(say!("report-kept", count = report.kept.len(), id = first))?;
    }
    if !report.left_out.is_empty() {
        let kinds: Vec<String> = report.left_out.iter().map(|of| left_out(of).to_string()).collect();
        line(say!("report-left-out", kinds = kinds.join(", ")))?;
    }
    for id in &report.stale {
        line(say!("report-stale", id = id))?;
    }
    for id in &report.missing {
        line(say!("report-missing", id = id))?;
    }
    if report.uncovered > 0 {
        line(say!("report-uncovered", count = report.uncovered))?;
    }
    if let Some(told) = languages(&report.languages) {
        line(told)?;
    }
    if let Some(lagging) = &report.lagging {
        line(self::lagging(lagging))?;
    }
    line(summary(report))
}

/// Prints the result of an export, on standard error: standard output may be the export.
///
/// # Errors
/// When standard error is closed.
pub(crate) fn exported(report: &ExportReport) -> io::Result<()> {
    let (documents, chunks) = (report.documents, report.chunks);
    if report.entities > 0 {
        let (entities, relations) = (report.entities, report.relations);
        note(say!("exported-all", documents = documents, chunks = chunks, entities = entities, relations = relations))?;
    } else {
        note(say!("exported", documents = documents, chunks = chunks))?;
    }
    if report.changed {
        note(say!("exported-meanwhile"))?;
    }
    Ok(())
}

/// The report of an import.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn imported(report: &ImportReport) -> io::Result<()> {
    let told = |line: u64, why: &str| say!("imported-refused", line = line, why = heard(why));
    report.refused.iter().try_for_each(|refused| line(told(refused.line, &refused.why)))?;
    if report.refused_more > 0 {
        line(say!("imported-refused-more", count = report.refused_more))?;
    }
    if let Some(vectors) = &report.vectors {
        line(say!("imported-vectors", vectors = heard(vectors)))?;
    }
    if let Some(missing) = &report.missing {
        line(say!("imported-missing", missing = heard(missing)))?;
    }
    if report.stopped {
        line(say!("imported-stopped", lines = report.lines))?;
    }
    line(say!(
        "imported",
        lines = report.lines,
        added = report.added,
        changed = report.changed,
        unchanged = report.unchanged,
        came = report.chunks_added,
        went = report.chunks_removed,
        time = seconds(report.seconds),
    ))
}

fn lagging(lagging: &Lagging) -> Message {
    say!("lagging", process = lagging.process.to_string(), commits = lagging.commits)
}

/// The documents in languages whose sentences are not read; none where there is none.
fn languages(counts: &[LanguageCount]) -> Option<Message> {
    let of = |reading: LanguageReading| {
        let counts = counts.iter().filter(|count| count.reading == reading && !count.language.is_empty());
        let told = counts.map(|count| {
            let language = language_name(&count.language).to_string();
            say!("report-language", documents = count.documents, language = language).to_string()
        });
        told.collect::<Vec<_>>().join(", ")
    };
    let (questions, words) = (of(LanguageReading::QuestionWords), of(LanguageReading::Words));
    let told = [
        (!questions.is_empty()).then(|| say!("report-languages-questions", counts = questions)),
        (!words.is_empty()).then(|| say!("report-languages-words", counts = words)),
    ];
    let told: Vec<String> = told.into_iter().flatten().map(|told| told.to_string()).collect();
    (!told.is_empty()).then(|| say!("report-languages-note", told = told.join("; ")))
}

/// The number of sources of one kind that are no documents.
fn left_out(of: &LeftOut) -> Message {
    match of.kind {
        NoDocument::Drawing => say!("left-out-drawing", count = of.count),
        NoDocument::Minified => say!("left-out-minified", count = of.count),
        NoDocument::SourceMap => say!("left-out-source-map", count = of.count),
        NoDocument::Lock => say!("left-out-lock", count = of.count),
        NoDocument::Leftover => say!("left-out-leftover", count = of.count),
        NoDocument::Unfinished => say!("left-out-unfinished", count = of.count),
        NoDocument::Key => say!("left-out-key", count = of.count),
        NoDocument::Template => say!("left-out-template", count = of.count),
        NoDocument::Query => say!("left-out-query", count = of.count),
        NoDocument::Wiki => say!("left-out-wiki", count = of.count),
        NoDocument::Data => say!("left-out-data", count = of.count),
    }
}

fn listed(sources: &[Skipped], told: fn(&str, String) -> Message) -> io::Result<()> {
    sources.iter().try_for_each(|source| line(told(&source.path, heard(&source.why))))
}

fn summary(report: &IndexReport) -> Message {
    if report.stopped {
        return say!("report-stopped", durable = report.durable);
    }
    let work = report.added + report.changed + report.removed.len() as u64;
    if work == 0 {
        return say!("report-nothing", unchanged = report.unchanged, time = seconds(report.seconds));
    }
    say!(
        "report-done",
        added = report.added,
        changed = report.changed,
        removed = report.removed.len(),
        unchanged = report.unchanged,
        came = report.chunks_added,
        went = report.chunks_removed,
        size = bytes(report.bytes),
        time = seconds(report.seconds),
    )
}

/// The report of a delete.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn deleted(report: &DeleteReport) -> io::Result<()> {
    for id in &report.deleted {
        line(say!("report-deleted", id = id))?;
    }
    for target in &report.unmatched {
        line(say!("report-unmatched", target = target))?;
    }
    line(say!("report-deleted-all", documents = report.deleted.len(), chunks = report.chunks_removed))
}

/// The report of an amendment.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn amended(report: &AmendReport) -> io::Result<()> {
    for id in &report.amended {
        line(say!("report-amended", id = id))?;
    }
    for target in &report.unmatched {
        line(say!("report-unmatched", target = target))?;
    }
    line(say!("report-amended-all", documents = report.amended.len(), unchanged = report.unchanged.len()))
}

/// Prints the result of a check.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn verified(verified: &Verified) -> io::Result<()> {
    for problem in &verified.problems {
        let (part, found) = (heard(&problem.part), heard(&problem.found));
        match problem.repaired {
            true => line(say!("doctor-repaired", part = part, found = found))?,
            false => line(format!("{part}: {found}"))?,
        }
    }
    let remains = verified.problems.iter().filter(|problem| !problem.repaired).count() as u64;
    match remains {
        0 => line(say!("doctor-well", checked = verified.checked)),
        remains => line(say!("doctor-remains", checked = verified.checked, problems = remains)),
    }
}

/// Prints the content of a workspace.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn status(folder: &Path, status: &Status) -> io::Result<()> {
    let style = StreamStyle::of_stdout();
    line(format!("{} {}", style.bold(&say!("status-workspace").to_string()), folder.display()))?;
    let rows = [
        (say!("status-documents", count = status.documents), status.documents),
        (say!("status-chunks", count = status.chunks), status.chunks),
        (say!("status-terms", count = status.terms), status.terms),
        (say!("status-names", count = status.names), status.names),
        (say!("status-relations", count = status.relations), status.relations),
        (say!("status-vectors", count = status.vectors), status.vectors),
        (say!("status-changes", count = status.change), status.change),
        (say!("status-unindexed", count = status.unindexed), status.unindexed),
    ];
    for (what, number) in rows {
        line(format!("{number:>12} {what}"))?;
    }
    if let Some(lagging) = &status.lagging {
        line(self::lagging(lagging))?;
    }
    if let Some(model) = &status.model {
        line(say!("status-embedder", name = &model.name, dimension = model.dimension))?;
    }
    for (part, size) in &status.bytes {
        line(format!("{:>12} {}", bytes(*size), heard(part)))?;
    }
    Ok(())
}

/// Prints the size of an environment beside the truth.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn kept(name: &str, held: &Result<KeptSize, quipu::Error>) -> io::Result<()> {
    match held {
        Ok(held) => {
            let size = bytes(held.bytes);
            let told = match name {
                // Its rows are of many kinds.
                "communities" => say!("status-beside", size = size),
                _ => say!("status-kept", name = name, count = held.count, size = size),
            };
            line(format!("{:>12} {told}", held.count))
        }
        Err(error) => line(format!("{:>12} {name}: {}", "?", reason(error))),
    }
}
