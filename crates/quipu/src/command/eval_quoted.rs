//! `quipu eval --evidence`: questions over real files, quoted answers held against the exact places that answer.

use std::path::Path;

use anyhow::Context as _;
use quipu_engine::eval::{Quoted, QuotedQuestion, QuotedRow, quoted};
use quipu_engine::index::{IndexOptions, Sources, Watch, index};
use quipu_engine::look::Query;
use quipu_kernel::view::Filter;
use serde::Serialize;

use super::SetRow;
use super::eval::{folders, name};
use crate::cli::EvalArgs;
use crate::messages::say;
use crate::settings::Settings;
use crate::wire::{self, FindOptions};
use crate::{print, sources};

/// The folder of a set that holds its files; ids of documents begin with its name.
const FILES: &str = "docs";
/// What the rows of all sets together are called.
const TOGETHER: &str = "all";

/// What is measured: each set, all together, and each kind of questions.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct QuotedRows {
    /// Sets, and all together where there are several.
    pub(crate) sets: Vec<SetRow<QuotedRow>>,
    /// Kinds of questions, over all sets.
    pub(crate) kinds: Vec<QuotedRow>,
}

/// Indexes the files of every set afresh, and asks its questions.
///
/// # Errors
/// When a set does not read, or its files cannot be indexed.
pub(crate) async fn measured(args: &EvalArgs, settings: &Settings) -> anyhow::Result<QuotedRows> {
    let (mut rows, mut together) = (QuotedRows::default(), Vec::new());
    for folder in folders(args) {
        let told = asked(folder, args, settings).await.with_context(|| folder.display().to_string())?;
        rows.sets.extend(of(&name(folder), &told));
        together.extend(told);
    }
    if folders(args).count() > 1 {
        rows.sets.extend(of(TOGETHER, &together));
    }
    rows.kinds = QuotedRow::kinds(&together);
    Ok(rows)
}

async fn asked(folder: &Path, args: &EvalArgs, settings: &Settings) -> anyhow::Result<Vec<Quoted>> {
    let path = folder.join("questions.jsonl");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut questions = QuotedQuestion::parse(&text)?;
    questions.truncate(args.questions.unwrap_or(usize::MAX));
    let scratch = tempfile::tempdir()?;
    let workspace = wire::create(scratch.path(), settings)?;
    let report = index(&workspace, files(folder, settings)?, &IndexOptions::default(), &Watch::default()).await?;
    for skipped in &report.skipped {
        print::note(say!("eval-unread", path = &skipped.path, why = skipped.why.as_str()))?;
    }
    anyhow::ensure!(report.added > 0, say!("eval-no-files", folder = folder.join(FILES).display().to_string()));
    let (strategy, options) = (settings.strategy.clone(), settings.look.clone());
    let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
    Ok(quoted(&workspace, &questions, &query).await?)
}

fn files(folder: &Path, settings: &Settings) -> anyhow::Result<Sources> {
    let options = FindOptions { root_name: Some(FILES.to_owned()), ..FindOptions::default() };
    let finding = wire::find(&[folder.join(FILES)], &[], &options)?;
    Ok(sources::sources(finding, None, settings))
}

fn of(set: &str, told: &[Quoted]) -> impl Iterator<Item = SetRow<QuotedRow>> {
    let set = set.to_owned();
    QuotedRow::halves(TOGETHER, told).into_iter().map(move |row| SetRow { set: set.clone(), row })
}
