//! `quipu eval --names`: labelled pairs of names, each pair indexed by itself in memory.

use std::path::Path;

use anyhow::Context as _;
use quipu_engine::eval::{Judged, NameRow, Pair, Pairs, judged};
use quipu_kernel::model::{Document, SourceFile};
use quipu_kernel::text::language_of;
use serde::Serialize;

use crate::exit::Usage;
use crate::messages::say;
use crate::settings::Settings;
use crate::wire;

/// What `--names` measures.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct NameRows {
    /// The figures.
    pub(crate) rows: Vec<NameRow>,
    /// What is said of each pair.
    pub(crate) pairs: Vec<Judged>,
}

/// Judges the pairs of every `.jsonl` file of the folder.
///
/// # Errors
/// When the folder or a file cannot be read, or holds no pairs.
pub(crate) async fn measured(folder: &Path, settings: &Settings, by_sort: bool) -> anyhow::Result<NameRows> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    if files.is_empty() {
        return Err(Usage(say!("eval-no-pairs", folder = folder)).into());
    }
    let mut out = NameRows::default();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let name = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let pairs = Pairs::parse(&name, &text)?;
        let mut said = Vec::with_capacity(pairs.pairs.len());
        for pair in &pairs.pairs {
            said.push(judged(&wire::in_memory(settings), pair, documents(pair, settings)?).await?);
        }
        out.rows.extend(pairs.rows(&said, by_sort));
        out.pairs.extend(said);
    }
    Ok(out)
}

/// The texts of a pair, read as files of Markdown are.
fn documents(pair: &Pair, settings: &Settings) -> anyhow::Result<Vec<Document>> {
    let mut out = Vec::new();
    for text in &pair.texts {
        let path = format!("{}.md", text.id);
        let parsed = wire::parsed(&path, text.text.as_bytes(), settings)
            .with_context(|| say!("eval-pair", pair = &pair.id, text = &text.id))?;
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
