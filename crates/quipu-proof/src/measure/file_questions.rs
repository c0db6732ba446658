//! Questions over real files: quoted answers compared with the exact places of the answers.

use std::path::Path;

use quipu::documents::{StatedProperties, sources};
use quipu::extend as open;
use quipu::settings::Settings;
use quipu::{Error, Workers};
use quipu_adapters::read::{FindOptions, find};
use quipu_engine::Workspace;
use quipu_engine::index::{IndexOptions, Skipped, Sources, Watch, index};
use quipu_engine::query::Query;
use quipu_kernel::view::Filter;
use serde::Serialize;
use tempfile::TempDir;

use super::{FILES, SetRow, Sets, name, read, scratch};
use crate::ProofError;
use crate::eval::{QuotedQuestion, QuotedRow, QuotedScore, quoted as ask_all};

/// The name of the rows of all sets together.
const TOGETHER: &str = "all";

/// The results: each set, all together, and each kind of questions.
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
        let way = std::slice::from_ref(&settings.strategy);
        let told = asked(folder, (sets, way), (settings, workers), &mut rows.unread)
            .await?
            .into_iter()
            .flatten()
            .collect::<Vec<_>>();
        rows.sets.extend(of(&name(folder), &told));
        together.extend(told);
    }
    if sets.folders().count() > 1 {
        rows.sets.extend(of(TOGETHER, &together));
    }
    rows.kinds = QuotedRow::kinds(&together);
    Ok(rows)
}

/// The measurement in several strategies, of one index each set: for each strategy the results of all questions,
/// numbered through.
///
/// # Errors
/// As [`quoted`].
pub(super) async fn by_way(
    sets: &Sets,
    ways: &[String],
    settings: &Settings,
    workers: &Workers,
) -> Result<Vec<Vec<QuotedScore>>, Error> {
    let mut all = vec![Vec::new(); ways.len()];
    for folder in sets.folders() {
        let told = asked(folder, (sets, ways), (settings, workers), &mut Vec::new()).await?;
        all.iter_mut().zip(told).for_each(|(all, told)| all.extend(told));
    }
    Ok(all)
}

/// The results of a set's questions in each of some strategies.
async fn asked(
    folder: &Path,
    (sets, ways): (&Sets, &[String]),
    (settings, workers): (&Settings, &Workers),
    unread: &mut Vec<Skipped>,
) -> Result<Vec<Vec<QuotedScore>>, Error> {
    let mut questions = QuotedQuestion::parse(&read(&folder.join("questions.jsonl"))?)?;
    questions.truncate(sets.questions.unwrap_or(usize::MAX));
    let (workspace, _scratch) = indexed_files(folder, settings, workers, unread).await?;
    let mut all = Vec::new();
    for way in ways {
        let (strategy, options) = (way.clone(), settings.look.clone());
        let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
        all.push(ask_all(&workspace, &questions, &query).await?);
    }
    Ok(all)
}

/// A fresh index of a set's files.
///
/// # Errors
/// When they cannot be read, or there are none.
pub(super) async fn indexed_files(
    folder: &Path,
    settings: &Settings,
    workers: &Workers,
    unread: &mut Vec<Skipped>,
) -> Result<(Workspace, TempDir), Error> {
    let scratch = scratch()?;
    let workspace = open::measured(scratch.path(), settings, open::extractor(settings))?;
    let sources = files(folder, settings, workers)?;
    let report = index(&workspace, sources, &IndexOptions::default(), &Watch::default()).await?;
    unread.extend(report.skipped);
    if report.added == 0 {
        return Err(ProofError::NoFiles { folder: folder.join(FILES) }.into());
    }
    Ok((workspace, scratch))
}

fn files(folder: &Path, settings: &Settings, workers: &Workers) -> Result<Sources, Error> {
    let options = FindOptions { root_name: Some(FILES.to_owned()), ..FindOptions::default() };
    let finding = find(&[folder.join(FILES)], &[], &options)?;
    Ok(sources(finding, StatedProperties::default(), open::reader(settings, workers)))
}

fn of(set: &str, told: &[QuotedScore]) -> impl Iterator<Item = SetRow<QuotedRow>> {
    let set = set.to_owned();
    QuotedRow::halves(TOGETHER, told).into_iter().map(move |row| SetRow { set: set.clone(), row })
}
