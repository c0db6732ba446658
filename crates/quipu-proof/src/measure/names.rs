//! Labelled pairs of names, each pair indexed by itself in memory.

use std::path::Path;
use std::sync::Arc;

use quipu::Error;
use quipu::extend as open;
use quipu::settings::Settings;
use quipu_engine::Workspace;
use quipu_kernel::model::{Document, SourceFile};
use quipu_kernel::text::language_of;
use serde::Serialize;

use super::{files, read};
use crate::ProofError;
use crate::eval::{Ablated, Ablation, Judged, LabelledPair, NameRow, Pairs, judged};

/// The results of `--names`.
#[derive(Debug, Clone, Default, Serialize)]
pub struct NameRows {
    /// The figures.
    pub rows: Vec<NameRow>,
    /// The result of each pair.
    pub pairs: Vec<Judged>,
}

/// Judges the pairs of every `.jsonl` file of the folder.
///
/// # Errors
/// When the folder or a file cannot be read, or holds no pairs.
pub async fn names(folder: &Path, settings: &Settings, by_sort: bool) -> Result<NameRows, Error> {
    named(folder, settings, by_sort, Ablation::Nothing).await
}

/// The measurement with each part of the alias rules left out (ablation); a file has the name of the
/// missing part.
///
/// # Errors
/// When the folder or a file cannot be read, or holds no pairs.
pub async fn names_ablation(folder: &Path, settings: &Settings, by_sort: bool) -> Result<NameRows, Error> {
    let mut out = NameRows::default();
    for without in Ablation::ALL {
        let found = named(folder, settings, by_sort, without).await?;
        out.rows.extend(found.rows);
        out.pairs.extend(found.pairs);
    }
    Ok(out)
}

async fn named(folder: &Path, settings: &Settings, by_sort: bool, without: Ablation) -> Result<NameRows, Error> {
    let files = files(folder)?;
    if files.is_empty() {
        return Err(ProofError::NoPairs { folder: folder.to_owned() }.into());
    }
    let mut out = NameRows::default();
    for file in files {
        let text = read(&file)?;
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let pairs = Pairs::parse(&super::without(&name, without), &text)?;
        let mut said = Vec::with_capacity(pairs.pairs.len());
        for pair in &pairs.pairs {
            let extractor = Arc::new(Ablated(open::extractor(settings), without));
            let workspace = Workspace { extractor, ..open::in_memory(settings) };
            said.push(judged(&workspace, pair, documents(pair, settings)?).await?);
        }
        out.rows.extend(pairs.rows(&said, by_sort));
        out.pairs.extend(said);
    }
    Ok(out)
}

/// The texts of a pair, read as files of Markdown are.
fn documents(pair: &LabelledPair, settings: &Settings) -> Result<Vec<Document>, Error> {
    let mut out = Vec::new();
    for text in &pair.texts {
        let path = format!("{}.md", text.id);
        let what = || format!("pair {}, text {}", pair.id, text.id);
        let parsed = open::parsed(&path, text.text.as_bytes(), settings)
            .map_err(|reason| ProofError::Part { what: what(), reason })?;
        out.push(Document {
            id: text.id.clone(),
            source: SourceFile { path, mime: parsed.mime, text_offset: parsed.text_offset },
            title: text.title.clone(),
            metadata: parsed.metadata,
            language: language_of(&parsed.text).to_owned(),
            format: parsed.format,
            text: parsed.text,
            ..Document::default()
        });
    }
    Ok(out)
}
