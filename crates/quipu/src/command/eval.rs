//! `quipu eval`: sets of questions with known answers are asked, of a fresh index each.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use quipu_engine::Workspace;
use quipu_engine::eval::{
    AnswerRow, EvalOptions, EvalRow, EvidenceRow, Half, Labels, Look, MentionRow, Recorded, Set, VectorRow, answers,
    eval, evidence, vectors,
};
use quipu_engine::index::{IndexOptions, Watch, index};
use quipu_engine::look::Query;
use quipu_kernel::view::Filter;
use serde::Serialize;
use tempfile::TempDir;

use super::{Place, eval_loaders, eval_names, eval_quoted, eval_replies, eval_report};
use crate::cli::EvalArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::settings::Settings;
use crate::{print, wire};

/// How often differences are resampled for their intervals.
const RESAMPLES: usize = 2_000;

/// A row with the set it belongs to.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SetRow<R = EvalRow> {
    /// Name of the set's folder.
    pub(crate) set: String,
    /// The figures.
    #[serde(flatten)]
    pub(crate) row: R,
}

/// What `--mentions` measures.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct MentionRows {
    /// Against labelled sentences.
    pub(crate) mentions: Vec<MentionRow>,
    /// Against the names of gold evidence.
    pub(crate) evidence: Vec<SetRow<EvidenceRow>>,
}

/// Evaluates every set, and prints the table.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub(crate) async fn run(place: &Place<'_>, args: &EvalArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let (settings, json) = (&loaded.settings, place.common.json);
    if let Some(folder) = &args.loaders {
        let rows = eval_loaders::measured(folder, settings)?;
        if json { print::json(&rows)? } else { print::loaders(&rows, args.markdown)? }
    } else if let Some(folder) = &args.names {
        let rows = eval_names::measured(folder, settings, args.by_sort).await?;
        if json { print::json(&rows)? } else { print::names(&rows.rows, args.markdown)? }
    } else if let Some(file) = &args.replies {
        let read = eval_replies::measured(file)?;
        if json { print::json(&read)? } else { print::replies(&read, args.markdown)? }
    } else if let Some(labels) = &args.mentions {
        let rows = mentions(labels, args, settings).await?;
        if json { print::json(&rows)? } else { print::mentions(&rows, args.markdown)? }
    } else if args.evidence {
        let rows = eval_quoted::measured(args, settings).await?;
        if json { print::json(&rows)? } else { print::quoted(&rows, args.markdown)? }
    } else if args.answers {
        let rows = all_answers(args, settings).await?;
        if json { print::json(&rows)? } else { print::answers(&rows, args.markdown)? }
    } else if let (Some(to), Some(from)) = (&args.report, &args.configurations) {
        eval_report::write(to, from, args, settings).await?;
    } else if args.shuffled_vectors {
        let mut rows = Vec::new();
        for folder in folders(args) {
            rows.extend(shuffled(folder, args, settings).await?);
        }
        if json { print::json(&rows)? } else { print::vectors(&rows, args.markdown)? }
    } else {
        let rows = retrieval(args, settings).await?;
        if json { print::json(&rows)? } else { print::evaluated(&rows, args.markdown)? }
    }
    Ok(Outcome::Done)
}

async fn retrieval(args: &EvalArgs, settings: &Settings) -> anyhow::Result<Vec<SetRow>> {
    let known = quipu_kernel::strategies::strategies().iter().map(|way| way.name().to_owned());
    let strategies = if args.strategy.is_empty() { known.collect() } else { args.strategy.clone() };
    let look = |name: String| Look { strategy: name.clone(), name, options: settings.look.clone() };
    let options = EvalOptions { looks: strategies.into_iter().map(look).collect(), resamples: RESAMPLES };
    let mut rows = Vec::new();
    for folder in folders(args) {
        rows.extend(measured(folder, !args.no_titles, &options, args, settings).await?);
    }
    if !args.markdown {
        rows.extend(means(&rows));
    }
    Ok(rows)
}

/// The rows of one set, of a fresh index.
pub(super) async fn measured(
    folder: &Path,
    titles: bool,
    options: &EvalOptions,
    args: &EvalArgs,
    settings: &Settings,
) -> anyhow::Result<Vec<SetRow>> {
    let set = read(folder, args)?;
    let (workspace, _scratch) = indexed(&set, settings, titles).await?;
    let rows = eval(&workspace, &set, options).await.with_context(|| folder.display().to_string())?;
    Ok(of(folder, rows).collect())
}

/// For each strategy and half the mean over the sets, where there are several.
pub(super) fn means(rows: &[SetRow]) -> Vec<SetRow> {
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

/// The folders given; files beside them, which a glob of a shell brings along, are no sets.
pub(super) fn folders(args: &EvalArgs) -> impl Iterator<Item = &Path> {
    args.sets.iter().map(|folder| folder.as_path()).filter(|folder| !folder.is_file())
}

async fn all_answers(args: &EvalArgs, settings: &Settings) -> anyhow::Result<Vec<SetRow<AnswerRow>>> {
    let (strategy, options) = (settings.strategy.clone(), settings.look.clone());
    let query = Query { text: String::new(), filter: Filter::default(), strategy, options };
    let mut rows = Vec::new();
    for folder in folders(args) {
        let set = read(folder, args)?;
        let others = args.foreign.iter().filter(|other| name(other) != name(folder));
        let foreign: Vec<(String, Set)> =
            others.map(|other| Ok((name(other), read(other, args)?))).collect::<anyhow::Result<_>>()?;
        let (workspace, _scratch) = indexed(&set, settings, true).await?;
        rows.extend(of(folder, answers(&workspace, &set, &foreign, &query).await?));
    }
    Ok(rows)
}

async fn mentions(labels: &Path, args: &EvalArgs, settings: &Settings) -> anyhow::Result<MentionRows> {
    let mut rows = MentionRows::default();
    for folder in folders(args) {
        let set = read(folder, args)?;
        let (workspace, _scratch) = indexed(&set, settings, true).await?;
        rows.evidence.extend(of(folder, evidence(&workspace, &set).await?));
    }
    let shown = || labels.display().to_string();
    let mut files = Vec::new();
    for entry in std::fs::read_dir(labels).with_context(shown)? {
        files.push(entry.with_context(shown)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        rows.mentions.extend(Labels::parse(&stem, &text)?.score(&*wire::extractor()));
    }
    Ok(rows)
}

/// What vectors add on one set, against words alone and against vectors of other chunks.
pub(super) async fn shuffled(
    folder: &Path,
    args: &EvalArgs,
    settings: &Settings,
) -> anyhow::Result<Vec<SetRow<VectorRow>>> {
    let set = read(folder, args)?;
    let scratch = tempfile::tempdir()?;
    let embedder = |made: &Workspace| made.embedder.clone().context(say!("eval-no-vectors"));
    let real = wire::measured(&scratch.path().join("real"), settings, true)?;
    let recorded = Arc::new(Recorded::new(embedder(&real)?));
    let real = filled(Workspace { embedder: Some(Arc::<Recorded>::clone(&recorded)), ..real }, &set).await?;
    let other = wire::measured(&scratch.path().join("shuffled"), settings, true)?;
    let other = filled(Workspace { embedder: Some(Arc::new(recorded.shuffled())), ..other }, &set).await?;
    let rows = vectors([&real, &other], &set, &settings.look, RESAMPLES).await?;
    Ok(of(folder, rows).collect())
}

/// A set's documents, indexed in a folder that lives as long as what is returned.
async fn indexed(set: &Set, settings: &Settings, titles: bool) -> anyhow::Result<(Workspace, TempDir)> {
    let scratch = tempfile::tempdir()?;
    let workspace = filled(wire::measured(scratch.path(), settings, titles)?, set).await?;
    Ok((workspace, scratch))
}

async fn filled(workspace: Workspace, set: &Set) -> anyhow::Result<Workspace> {
    index(&workspace, set.sources(), &IndexOptions::default(), &Watch::default()).await?;
    Ok(workspace)
}

fn read(folder: &Path, args: &EvalArgs) -> anyhow::Result<Set> {
    let text = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    let parsed = Set::parse(&text("corpus.jsonl")?, &text("questions.jsonl")?);
    let set = parsed.with_context(|| folder.display().to_string())?;
    Ok(set.first(args.questions.unwrap_or(usize::MAX), args.documents.unwrap_or(usize::MAX)))
}

/// The name of a set's folder.
pub(super) fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned()
}

fn of<R>(folder: &Path, rows: Vec<R>) -> impl Iterator<Item = SetRow<R>> {
    let set = name(folder);
    rows.into_iter().map(move |row| SetRow { set: set.clone(), row })
}
