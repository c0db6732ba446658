//! `quipu eval`: sets of questions with known answers are asked in every strategy.

use std::path::Path;

use anyhow::Context as _;
use quipu_engine::eval::{EvalOptions, EvalRow, Set, eval};
use quipu_engine::index::{IndexOptions, Watch, index};
use serde::Serialize;

use super::Place;
use crate::cli::EvalArgs;
use crate::exit::Outcome;
use crate::settings::Settings;
use crate::{print, wire};

/// How often differences are resampled for their intervals.
const RESAMPLES: usize = 2_000;

/// A row with the set it belongs to.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SetRow {
    /// Name of the set's folder.
    pub(crate) set: String,
    /// The figures.
    #[serde(flatten)]
    pub(crate) row: EvalRow,
}

/// Evaluates every set, and prints the table.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub(crate) async fn run(place: &Place<'_>, args: &EvalArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let mut rows = Vec::new();
    for folder in &args.sets {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        let found = one(folder, args, &loaded.settings).await.with_context(|| folder.display().to_string())?;
        rows.extend(found.into_iter().map(|row| SetRow { set: name.clone(), row }));
    }
    match (place.common.json, args.markdown) {
        (true, _) => print::json(&rows)?,
        (false, markdown) => print::evaluated(&rows, markdown)?,
    }
    Ok(Outcome::Done)
}

async fn one(folder: &Path, args: &EvalArgs, settings: &Settings) -> anyhow::Result<Vec<EvalRow>> {
    let read = |name| std::fs::read_to_string(folder.join(name)).context(name);
    let mut set = Set::parse(&read("corpus.jsonl")?, &read("questions.jsonl")?)?;
    set.questions.truncate(args.questions.unwrap_or(usize::MAX));
    let scratch = tempfile::tempdir()?;
    let workspace = wire::create(scratch.path(), settings)?;
    index(&workspace, set.sources(), &IndexOptions::default(), &Watch::default()).await?;
    let known = quipu_kernel::strategies::strategies().iter().map(|way| way.name().to_owned());
    let strategies = if args.strategy.is_empty() { known.collect() } else { args.strategy.clone() };
    let options = EvalOptions { strategies, options: settings.look.clone(), resamples: RESAMPLES };
    Ok(eval(&workspace, &set, &options).await?)
}
