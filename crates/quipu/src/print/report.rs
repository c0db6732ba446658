//! Reports: what an indexing run, a delete, a check did; what a workspace holds.

use std::io;
use std::path::Path;

use quipu_engine::delete::DeleteReport;
use quipu_engine::exchange::{ExportReport, ImportReport};
use quipu_engine::index::{IndexReport, Skipped};
use quipu_engine::ports::{Held, Lagging, Status, StoreError, Verified};

use super::units::{bytes, count, seconds};
use super::{Style, line, note};

/// The report of an indexing run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn indexed(report: &IndexReport) -> io::Result<()> {
    listed("skipped", &report.skipped)?;
    listed("not whole", &report.partial)?;
    listed("replaced by a later file with its id", &report.replaced)?;
    for moved in &report.moved {
        line(&format!("moved: {} -> {}", moved.from, moved.to))?;
    }
    for id in &report.removed {
        line(&format!("removed: {id}"))?;
    }
    for id in &report.missing {
        line(&format!("missing: {id} (its file is gone; --prune removes it)"))?;
    }
    if let Some(lagging) = &report.lagging {
        line(&self::lagging(lagging))?;
    }
    line(&summary(report))
}

/// What an export wrote, on standard error: standard output may be the export.
///
/// # Errors
/// When standard error is closed.
pub(crate) fn exported(report: &ExportReport) -> io::Result<()> {
    let mut told = vec![count(report.documents, "document"), count(report.chunks, "chunk")];
    if report.entities > 0 {
        let entities =
            if report.entities == 1 { "1 entity".to_owned() } else { format!("{} entities", report.entities) };
        told.extend([entities, count(report.relations, "relation")]);
    }
    note(&format!("Exported {}.", told.join(", ")))?;
    if report.changed {
        note("The workspace was written to meanwhile: parts may be of different moments; export again for one.")?;
    }
    Ok(())
}

/// The report of an import.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn imported(report: &ImportReport) -> io::Result<()> {
    report.refused.iter().try_for_each(|refused| line(&format!("line {}: {}", refused.line, refused.why)))?;
    if report.refused_more > 0 {
        line(&format!("and {} more", count(report.refused_more, "line")))?;
    }
    if let Some(vectors) = &report.vectors {
        line(&format!("vectors: {vectors}"))?;
    }
    let how = if report.stopped { "Stopped after" } else { "Read" };
    line(&format!(
        "{how} {}: {} added, {} changed, {} unchanged; {} came, {} went ({}).",
        count(report.lines, "line"),
        count(report.added, "document"),
        report.changed,
        report.unchanged,
        count(report.chunks_added, "chunk"),
        report.chunks_removed,
        seconds(report.seconds),
    ))
}

fn lagging(lagging: &Lagging) -> String {
    let commits = count(lagging.commits, "commit");
    format!(
        "process {} still reads the state of {commits} ago: until it ends, the space of what was replaced since is kept",
        lagging.process
    )
}

fn listed(what: &str, sources: &[Skipped]) -> io::Result<()> {
    sources.iter().try_for_each(|source| line(&format!("{what}: {} {}", source.path, source.why)))
}

fn summary(report: &IndexReport) -> String {
    if report.stopped {
        let durable = count(report.durable, "document");
        return format!("Stopped: {durable} of this run are durable; the next run goes on from there.");
    }
    let work = report.added + report.changed + report.removed.len() as u64;
    let unchanged = count(report.unchanged, "document");
    if work == 0 {
        return format!("Nothing to do: {unchanged} as they were ({}).", seconds(report.seconds));
    }
    format!(
        "{} added, {} changed, {} removed, {} unchanged; {} came, {} went; {} of text in {}.",
        count(report.added, "document"),
        report.changed,
        report.removed.len(),
        report.unchanged,
        count(report.chunks_added, "chunk"),
        report.chunks_removed,
        bytes(report.bytes),
        seconds(report.seconds),
    )
}

/// The report of a delete.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn deleted(report: &DeleteReport) -> io::Result<()> {
    for id in &report.deleted {
        line(&format!("deleted: {id}"))?;
    }
    for target in &report.unmatched {
        line(&format!("no document: {target}"))?;
    }
    let documents = count(report.deleted.len() as u64, "document");
    line(&format!("{documents} deleted, {} went.", count(report.chunks_removed, "chunk")))
}

/// What a check found.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn verified(verified: &Verified) -> io::Result<()> {
    for problem in &verified.problems {
        let repaired = if problem.repaired { " (repaired)" } else { "" };
        line(&format!("{}: {}{repaired}", problem.part, problem.found))?;
    }
    let remains = verified.problems.iter().filter(|problem| !problem.repaired).count() as u64;
    let advice = if remains > 0 { "; `quipu doctor --repair` rebuilds what is derived" } else { "" };
    let checked = count(verified.checked, "reference");
    line(&format!("{checked} and counts checked, {} remain{advice}.", count(remains, "problem")))
}

/// What a workspace holds.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn status(folder: &Path, status: &Status) -> io::Result<()> {
    let style = Style::of_stdout();
    line(&format!("{} {}", style.bold("workspace"), folder.display()))?;
    let rows = [
        ("documents", status.documents),
        ("chunks", status.chunks),
        ("terms", status.terms),
        ("names", status.names),
        ("relations", status.relations),
        ("vectors", status.vectors),
        ("changes", status.change),
        ("chunks that the word index has still to take in", status.unindexed),
    ];
    for (what, number) in rows {
        line(&format!("{number:>12} {what}"))?;
    }
    if let Some(lagging) = &status.lagging {
        line(&self::lagging(lagging))?;
    }
    if let Some(model) = &status.model {
        line(&format!("embedder {}, {} components", model.name, model.dimension))?;
    }
    for (part, size) in &status.bytes {
        line(&format!("{:>12} {part}", bytes(*size)))?;
    }
    Ok(())
}

/// How much is kept on a shelf beside the truth.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn kept(name: &str, held: &Result<Held, StoreError>) -> io::Result<()> {
    match held {
        Ok(held) => line(&format!("{:>12} {name}, {} of keys and values", held.count, bytes(held.bytes))),
        Err(error) => line(&format!("{:>12} {name}: {error}", "?")),
    }
}
