//! `quipu delete`: documents go, with exactly what they said.

use std::path::Path;

use quipu_engine::delete::delete;

use super::Place;
use super::query::standard_input;
use crate::cli::DeleteArgs;
use crate::exit::Outcome;
use crate::wire::Root;
use crate::{print, roots, wire};

/// Deletes, and says what went.
///
/// # Errors
/// When the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DeleteArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open_to_write(&place.folder, &loaded.settings)?;
    let documents = documents(&args.documents)?;
    let mut report = delete(&workspace, &documents).await?;
    let sources = sources(&report.unmatched, &roots::load(&place.folder)?);
    if !sources.is_empty() {
        // What is no id may be the path of a file, which may be gone.
        let more = delete(&workspace, &sources.iter().map(|(_, source)| source.clone()).collect::<Vec<_>>()).await?;
        let found = |target: &String| {
            let source = sources.iter().find(|(named, _)| named == target);
            source.is_some_and(|(_, source)| !more.unmatched.contains(source))
        };
        report.unmatched.retain(|target| !found(target));
        report.deleted.extend(more.deleted);
        report.chunks_removed += more.chunks_removed;
    }
    if place.common.json {
        print::json(&report)?;
    } else {
        print::deleted(&report)?;
    }
    Ok(if report.deleted.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

/// What was named, with the lines of standard input in the place of `-`.
fn documents(named: &[String]) -> anyhow::Result<Vec<String>> {
    let mut documents = Vec::new();
    for name in named {
        if name == "-" {
            let lines = standard_input()?;
            documents.extend(lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
        } else {
            documents.push(name.clone());
        }
    }
    Ok(documents)
}

/// Those of `targets` that are paths below a root, each with the source path that it means.
fn sources(targets: &[String], roots: &[Root]) -> Vec<(String, String)> {
    let source = |target: &String| Some((target.clone(), roots::source_of(Path::new(target), roots)?));
    targets.iter().filter_map(source).filter(|(target, source)| target != source).collect()
}
