//! The output of loaders beside the text that a person wrote down for them.

use std::path::{Path, PathBuf};

use quipu::extend as open;
use quipu::settings::Settings;
use quipu::{Error, Workers};
use quipu_adapters::read::{FindOptions, find};
use quipu_engine::index::Source;
use serde::Serialize;

use super::read;
use crate::ProofError;
use crate::eval::TextLikeness;

/// The quality of one document's reading.
#[derive(Debug, Clone, Serialize)]
pub struct LoaderRow {
    /// The format, by the file's extension.
    pub format: String,
    /// The file, as ids name it.
    pub file: String,
    /// Pairs of neighbouring words, from 0 to 1.
    pub words: f64,
    /// Cells of tables, where some are expected.
    pub cells: Option<f64>,
    /// The error where nothing was read.
    pub failed: Option<String>,
}

/// Reads every document of the folder that has its text beside it.
///
/// # Errors
/// When the folder or a text cannot be read, or none has one.
pub fn loaders(folder: &Path, settings: &Settings, workers: &Workers) -> Result<Vec<LoaderRow>, Error> {
    let reader = open::reader(settings, workers);
    let found = find(&[folder.to_owned()], &[], &FindOptions::default())?.found;
    let mut rows = Vec::new();
    for found in found {
        let Some(beside) = expected_of(&found.path) else { continue };
        let expected = read(&beside)?;
        let format = found.path.extension().map(|end| end.to_string_lossy().into_owned()).unwrap_or_default();
        let file = found.source.clone();
        let (text, failed) = whole(reader(found));
        let likeness = TextLikeness::of(&text, &expected);
        rows.push(LoaderRow { format, file, words: likeness.words, cells: likeness.cells, failed });
    }
    if rows.is_empty() {
        return Err(ProofError::NoTexts { folder: folder.to_owned() }.into());
    }
    rows.sort_by(|a, b| (&a.format, &a.file).cmp(&(&b.format, &b.file)));
    Ok(rows)
}

/// The text of all documents of a source, and a note on its missing parts.
fn whole(source: Source) -> (String, Option<String>) {
    let (mut texts, mut failed) = (Vec::new(), Vec::new());
    let mut rest = Some(source);
    while let Some(source) = rest {
        let given = source();
        for read in given.read {
            match read {
                Ok(document) => texts.push(document.text),
                Err(skipped) => failed.push(skipped.why),
            }
        }
        rest = given.rest;
    }
    (texts.join("\n\n"), (!failed.is_empty()).then(|| failed.join("; ")))
}

/// The text that stands beside a document: `a.csv.md` or `a.md` for `a.csv`.
fn expected_of(path: &Path) -> Option<PathBuf> {
    if path.extension().is_some_and(|end| end == "md") {
        return None;
    }
    let mut longer = path.as_os_str().to_owned();
    longer.push(".md");
    [PathBuf::from(longer), path.with_extension("md")].into_iter().find(|beside| beside.is_file())
}
