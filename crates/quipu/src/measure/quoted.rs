//! Questions over real files: quoted answers held against the exact places that answer.

use std::path::Path;

use quipu_adapters::read::{FindOptions, find};
use quipu_engine::eval::{Quoted, QuotedQuestion, QuotedRow, quoted as ask_all};
use quipu_engine::index::{IndexOptions, Skipped, Sources, Watch, index};
use quipu_engine::look::Query;
use quipu_kernel::view::Filter;
use serde::Serialize;

use super::{FILES, SetRow, Sets, name, read, scratch};
use crate::settings::Settings;
use crate::{Access, Error, Workers, documents, open};

/// What the rows of all sets together are called.
const TOGETHER: &str = "all";

/// What is measured: each set, all together, and each kind of questions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct QuotedRows {
    /// Sets, and all together where there are several.
    pub sets: Vec<SetRow<QuotedRow>>,
    /// Kinds of questions, over all sets.
    pub kinds: Vec<QuotedRow>,
    /// Files that could not be read.
    #[serde(skip)]
    pub unread: Vec<Skipped>,
}

/// Indexes the files of every set afresh, and asks its questions.
///
/// # Errors
/// When a set does not read, or its files cannot be indexed.
pub async fn quoted(sets: &Sets, settings: &Settings, workers: &Workers) -> Result<QuotedRows, Error> {
    let (mut rows, mut together) = (QuotedRows::default(), Vec::new());
    for folder in sets.folders() {
        let told = asked(folder, sets, (settings, workers), &mut rows.unread).await?;
        rows.sets.extend(of(&name(folder), &told));
        together.extend(told);
    }
    if sets.folders().count() > 1 {
        rows.sets.extend(of(TOGETHER, &together));
    }
    rows.kinds = QuotedRow::kinds(&together);
    Ok(rows)
}

async fn asked(
    folder: &Path,
    sets: &Sets,
    (settings, workers): (&Settings, &Workers),
    unread: &mut Vec<Skipped>,
) -> Result<Vec<Quoted>, Error> {
    let mut questions = QuotedQuestion::parse(&read(&folder.join("questions.jsonl"))?)?;
    questions.truncate(sets.questions.unwrap_or(usize::MAX));
    let scratch = scratch()?;
    let workspace = open::workspace(&scratch.path().into(), settings, Access::Create)?;
    let sources = files(folder, settings, workers)?;
    let report = index(&workspace, sources, &IndexOptions::default(), &Watch::default()).await?;
    unread.extend(report.skipped);
    if report.added == 0 {
        return Err(Error::EvalNoFiles { folder: folder.join(FILES) });
    }
    let (strategy, options) = (settings.strategy.clone(), settings.look.clone());
    let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
    Ok(ask_all(&workspace, &questions, &query).await?)
}

fn files(folder: &Path, settings: &Settings, workers: &Workers) -> Result<Sources, Error> {
    let options = FindOptions { root_name: Some(FILES.to_owned()), ..FindOptions::default() };
    let finding = find(&[folder.join(FILES)], &[], &options)?;
    Ok(documents::sources(finding, None, open::reader(settings, workers)))
}

fn of(set: &str, told: &[Quoted]) -> impl Iterator<Item = SetRow<QuotedRow>> {
    let set = set.to_owned();
    QuotedRow::halves(TOGETHER, told).into_iter().map(move |row| SetRow { set: set.clone(), row })
}
