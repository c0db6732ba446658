//! Sets of questions with known answers, each asked of a fresh index.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quipu::Outcome;
pub use quipu::evaluated::SetRow;
use quipu::extend as open;
use quipu::extend::aside;
use quipu::settings::Settings;
use quipu::{Error, Quipu};
use quipu_engine::index::{IndexOptions, Watch, index};
use quipu_engine::query::Query;
use quipu_engine::{Extractor, Workspace};
use quipu_kernel::view::Filter;
use serde::Serialize;
use tempfile::TempDir;

use super::{read, scratch};
use crate::ProofError;
use crate::eval::{
    Ablated, Ablation, AnswerRow, EvalOptions, EvalRow, EvidenceRow, FollowedRow, Half, Labels, Listed, ListedFacts,
    Look, MentionRow, RecordedVectors, Set, StatedRow, Untitled, VectorRow, answers, eval, evidence, followed_rows,
    vectors,
};

/// The file of relations listed by hand, for a set's passages.
const LISTED: &str = "triples.jsonl";
/// Number of resamples for the intervals of differences.
const RESAMPLES: usize = 2_000;

/// Sets of questions, and the measured part of each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sets {
    /// Their folders; files among them are no sets, and left out.
    pub folders: Vec<PathBuf>,
    /// Only the first questions, this many.
    pub questions: Option<usize>,
    /// Only documents that answer these questions, and the first of the other documents up to this many in all.
    pub documents: Option<usize>,
}

/// The results for mentions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct MentionRows {
    /// Against labelled sentences.
    pub mentions: Vec<MentionRow>,
    /// Against the names of gold evidence.
    pub evidence: Vec<SetRow<EvidenceRow>>,
}

/// The results for stated relations.
#[derive(Debug, Clone, Default, Serialize)]
pub struct RelationRows {
    /// Comparison with the facts of gold evidence, and with relations listed by hand.
    pub relations: Vec<SetRow<StatedRow>>,
    /// Comparison by the questions that they answer.
    pub followed: Vec<SetRow<FollowedRow>>,
}

/// The evidence found by strategies on every set; without names, all strategies are measured. Without `titles` no
/// entities are taken from titles.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub async fn retrieval(
    sets: &Sets,
    strategies: &[String],
    titles: bool,
    settings: &Settings,
) -> Result<Vec<SetRow>, Error> {
    let options = looks(strategies, settings);
    let mut rows = Vec::new();
    for folder in sets.folders() {
        rows.extend(measured(folder, titles, &options, sets, settings).await?);
    }
    Ok(rows)
}

/// The strategies to measure, all of them where none is named.
pub(super) fn looks(strategies: &[String], settings: &Settings) -> EvalOptions {
    let known = quipu_kernel::strategies::strategies().iter().map(|way| way.name().to_owned());
    let strategies = if strategies.is_empty() { known.collect() } else { strategies.to_vec() };
    let look = |name: String| Look { strategy: name.clone(), name, options: settings.look.clone() };
    EvalOptions { looks: strategies.into_iter().map(look).collect(), resamples: RESAMPLES }
}

/// The retrieval measured with each part of the alias rules left out (ablation); a set has the name of the missing
/// part.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub async fn ablation(sets: &Sets, strategies: &[String], settings: &Settings) -> Result<Vec<SetRow>, Error> {
    let options = looks(strategies, settings);
    let mut rows = Vec::new();
    for folder in sets.folders() {
        let set = sets.read(folder)?;
        for without in Ablation::ALL {
            let extractor = Arc::new(Ablated(open::extractor(settings), without));
            let (workspace, _scratch) = indexed(&set, settings, extractor).await?;
            let called = super::without(&name(folder), without);
            let found = eval(&workspace, &set, &options).await?;
            rows.extend(found.into_iter().map(|row| SetRow { set: called.clone(), row }));
        }
    }
    Ok(rows)
}

/// The retrieval measured without and with the relations that a set's `triples.jsonl` lists of its passages: a set
/// has the name of the added part.
///
/// # Errors
/// When a set does not read or lists none, or a strategy is unknown.
pub async fn with_listed(sets: &Sets, strategies: &[String], settings: &Settings) -> Result<Vec<SetRow>, Error> {
    let options = looks(strategies, settings);
    let mut rows = Vec::new();
    for folder in sets.folders() {
        rows.extend(measured(folder, true, &options, sets, settings).await?);
        let (set, listed) = (sets.read(folder)?, Listed::parse(&read(&folder.join(LISTED))?)?);
        let extractor = Arc::new(ListedFacts::new(open::extractor(settings), listed));
        let (workspace, _scratch) = indexed(&set, settings, extractor).await?;
        let called = format!("{} with triples", name(folder));
        let found = eval(&workspace, &set, &options).await?;
        rows.extend(found.into_iter().map(|row| SetRow { set: called.clone(), row }));
    }
    Ok(rows)
}

/// The evidence found by strategies on sets, each asked of a fresh index beside the workspace, by its settings; without
/// names, all strategies are measured. The means stand at the end.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub fn evaluate(quipu: &Quipu, sets: Sets, strategies: Vec<String>) -> Outcome<Vec<SetRow>> {
    let settings = quipu.settings().clone();
    aside(move || async move {
        let mut rows = retrieval(&sets, &strategies, true, &settings).await?;
        rows.extend(means(&rows));
        Ok(rows)
    })
}

/// The extractor of a measured workspace, with or without entities of titles.
fn titled(titles: bool, settings: &Settings) -> Arc<dyn Extractor> {
    if titles { open::extractor(settings) } else { Arc::new(Untitled(open::extractor(settings))) }
}

/// The rows of one set, of a fresh index.
///
/// # Errors
/// When the set does not read, or a strategy is unknown.
pub async fn measured(
    folder: &Path,
    titles: bool,
    options: &EvalOptions,
    sets: &Sets,
    settings: &Settings,
) -> Result<Vec<SetRow>, Error> {
    let set = sets.read(folder)?;
    let (workspace, _scratch) = indexed(&set, settings, titled(titles, settings)).await?;
    let rows = eval(&workspace, &set, options).await?;
    Ok(of(folder, rows).collect())
}

/// For each strategy and half the mean over the sets, where there are several.
pub fn means(rows: &[SetRow]) -> Vec<SetRow> {
    let mut kinds: Vec<(&str, Half)> = Vec::new();
    for row in rows {
        let kind = (row.row.strategy.as_str(), row.row.half);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let mean = |(strategy, half): (&str, Half)| {
        let same = |row: &&SetRow| row.row.strategy == strategy && row.row.half == half;
        let of: Vec<EvalRow> = rows.iter().filter(same).map(|row| row.row.clone()).collect();
        let row = EvalRow::mean(&of).filter(|_| of.len() > 1)?;
        Some(SetRow { set: "mean".to_owned(), row })
    };
    kinds.into_iter().filter_map(mean).collect()
}

/// The answers to every set, and the refusals of its questions and of those of the `foreign` sets, in the strategy of
/// the settings.
///
/// # Errors
/// When a set does not read.
pub async fn all_answers(
    sets: &Sets,
    foreign: &[PathBuf],
    settings: &Settings,
) -> Result<Vec<SetRow<AnswerRow>>, Error> {
    let (strategy, options) = (settings.strategy.clone(), settings.look.clone());
    let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
    let mut rows = Vec::new();
    for folder in sets.folders() {
        let set = sets.read(folder)?;
        let others = foreign.iter().filter(|other| name(other) != name(folder));
        let foreign: Vec<(String, Set)> =
            others.map(|other| Ok((name(other), sets.read(other)?))).collect::<Result<_, Error>>()?;
        let (workspace, _scratch) = indexed(&set, settings, open::extractor(settings)).await?;
        rows.extend(of(folder, answers(&workspace, &set, &foreign, &query).await?));
    }
    Ok(rows)
}

/// The mentions found in the labelled sentences of a folder, and in the sets.
///
/// # Errors
/// When a file or a set does not read.
pub async fn mentions(labels: &Path, sets: &Sets, settings: &Settings) -> Result<MentionRows, Error> {
    let mut rows = MentionRows::default();
    for folder in sets.folders() {
        let set = sets.read(folder)?;
        let (workspace, _scratch) = indexed(&set, settings, open::extractor(settings)).await?;
        rows.evidence.extend(of(folder, evidence(&workspace, &set).await?));
    }
    for file in super::files(labels)? {
        let text = read(&file)?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        rows.mentions.extend(Labels::parse(&stem, &text)?.score(&*open::extractor(settings)));
    }
    Ok(rows)
}

/// The stated relations found in every set, and the questions that they answer; without `titles`, where documents
/// have none.
///
/// # Errors
/// When a set does not read.
pub async fn relations(sets: &Sets, titles: bool, settings: &Settings) -> Result<RelationRows, Error> {
    let extractor = titled(titles, settings);
    let mut rows = RelationRows::default();
    for folder in sets.folders() {
        let set = sets.read(folder)?;
        let list = folder.join(LISTED);
        let listed = if list.is_file() { Some(Listed::parse(&read(&list)?)?) } else { None };
        let found = crate::eval::relations(&settings.cut(), &*extractor, &set, listed.as_ref());
        rows.relations.extend(of(folder, found));
        if set.questions.iter().any(|question| !question.facts.is_empty()) {
            let (workspace, _scratch) = indexed(&set, settings, extractor.clone()).await?;
            rows.followed.extend(of(folder, followed_rows(&workspace, &set).await?));
        }
    }
    Ok(rows)
}

/// The benefit of vectors on one set, against words alone and against vectors of other chunks.
///
/// # Errors
/// When the set does not read, or there are no vectors.
pub async fn shuffled(folder: &Path, sets: &Sets, settings: &Settings) -> Result<Vec<SetRow<VectorRow>>, Error> {
    let set = sets.read(folder)?;
    let scratch = scratch()?;
    let embedder = |made: &Workspace| made.embedder.clone().ok_or(ProofError::NoVectors);
    let real = open::measured(&scratch.path().join("real"), settings, open::extractor(settings))?;
    let recorded = Arc::new(RecordedVectors::new(embedder(&real)?));
    let real = filled(Workspace { embedder: Some(Arc::<RecordedVectors>::clone(&recorded)), ..real }, &set).await?;
    let other = open::measured(&scratch.path().join("shuffled"), settings, open::extractor(settings))?;
    let other = filled(Workspace { embedder: Some(Arc::new(recorded.shuffled())), ..other }, &set).await?;
    let rows = vectors([&real, &other], &set, &settings.look, RESAMPLES).await?;
    Ok(of(folder, rows).collect())
}

/// A set's documents, indexed in a folder that lives as long as the returned value.
async fn indexed(set: &Set, settings: &Settings, extractor: Arc<dyn Extractor>) -> Result<(Workspace, TempDir), Error> {
    let scratch = scratch()?;
    let workspace = filled(open::measured(scratch.path(), settings, extractor)?, set).await?;
    Ok((workspace, scratch))
}

async fn filled(workspace: Workspace, set: &Set) -> Result<Workspace, Error> {
    index(&workspace, set.sources(), &IndexOptions::default(), &Watch::default()).await?;
    Ok(workspace)
}

impl Sets {
    /// The folders.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(PathBuf::as_path).filter(|folder| !folder.is_file())
    }

    fn read(&self, folder: &Path) -> Result<Set, Error> {
        let text = |name: &str| read(&folder.join(name));
        let set = Set::parse(&text("corpus.jsonl")?, &text("questions.jsonl")?)?;
        Ok(set.first(self.questions.unwrap_or(usize::MAX), self.documents.unwrap_or(usize::MAX)))
    }
}

/// The name of a set's folder.
pub fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

fn of<R>(folder: &Path, rows: Vec<R>) -> impl Iterator<Item = SetRow<R>> {
    let set = name(folder);
    rows.into_iter().map(move |row| SetRow { set: set.clone(), row })
}
