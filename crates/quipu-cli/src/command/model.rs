//! `quipu model`: the folders of models on this machine, and their sources.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use quipu::Quipu;
use quipu::errors::PullError;
use quipu::model_folders as places;
use quipu::models::{Fetching, KNOWN, KnownModel, ModelKind, is_here, known};
use serde_json::json;

use super::model_check::check;
use crate::cli::{ModelArgs, ModelWhat};
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::interrupt::Interrupts;
use crate::messages::{Message, reason, say};
use crate::print;
use crate::print::units::bytes;

/// Interval of progress messages of a download.
const SAY_EVERY: Duration = Duration::from_secs(5);

/// Runs the command on models.
///
/// # Errors
/// When a model is unknown or missing, or cannot be fetched or removed.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &ModelArgs) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&[])?;
    let models = places::folder(quipu.settings())?;
    match &args.what {
        ModelWhat::Pull { name, mirror } => fetch(&quipu, name, mirror.as_deref()).await,
        ModelWhat::Check => check(place, &quipu).await,
        ModelWhat::List => list(&models, place.common.json),
        ModelWhat::Path { name } => {
            let folder = places::there(&models, name)?;
            print::line(folder.display())?;
            Ok(CommandOutcome::Done)
        }
        ModelWhat::Remove { name } => {
            let folder = places::to_remove(&models, name)?;
            std::fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
            print::note(say!("model-removed", folder = &folder))?;
            Ok(CommandOutcome::Done)
        }
    }
}

async fn fetch(quipu: &Quipu, name: &str, mirror: Option<&str>) -> anyhow::Result<CommandOutcome> {
    let mut job = quipu.fetch_model(name, mirror);
    let _interrupts = Interrupts::ask(job.stopper());
    let mut said = Instant::now();
    while let Some(at) = job.next().await {
        if said.elapsed() > SAY_EVERY {
            said = Instant::now();
            // Without a reader, the download goes on.
            let _ = print::note(standing_of(&at));
        }
    }
    match job.await {
        Err(quipu::Error::Pull(stopped @ PullError::Stopped)) => {
            print::note(reason(&stopped))?;
            Ok(CommandOutcome::Stopped)
        }
        fetched => {
            print::line(fetched?.display())?;
            Ok(CommandOutcome::Done)
        }
    }
}

fn standing_of(at: &Fetching) -> Message {
    let (path, done) = (&at.path, bytes(at.done));
    match at.total {
        Some(total) => say!("model-standing-of", path = path, done = done, total = bytes(total)),
        None => say!("model-standing", path = path, done = done),
    }
}

fn list(models: &Path, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let mut others: Vec<String> = std::fs::read_dir(models)
        .map(|found| found.flatten().map(|found| found.file_name().to_string_lossy().into_owned()).collect())
        .unwrap_or_default();
    others.retain(|name| known(name).is_none() && is_here(models, name));
    others.sort();
    if as_json {
        let known = KNOWN.iter().map(|known| {
            json!({ "name": known.name, "alias": known.alias, "kind": known.kind.name(), "dimension": known.dimension,
                    "megabytes": known.megabytes, "languages": known.languages, "licence": known.licence,
                    "here": is_here(models, known.name) })
        });
        let others = others.iter().map(|name| json!({ "name": name, "here": true }));
        print::json(&known.chain(others).collect::<Vec<_>>())?;
        return Ok(CommandOutcome::Done);
    }
    let mut rows = Vec::new();
    for known in KNOWN {
        let here = if is_here(models, known.name) { say!("model-here").to_string() } else { String::new() };
        let KnownModel { name, megabytes, dimension, languages, licence, kind, .. } = known;
        let size = bytes(u64::from(*megabytes) * 1_000_000);
        // A score has no components.
        let gives = match kind {
            ModelKind::Encoder => dimension.to_string(),
            ModelKind::Reader => say!("model-reader").to_string(),
        };
        let texts = [*name, &here, &size, &gives, *licence, *languages];
        rows.push(texts.map(str::to_owned));
    }
    rows.extend(others.into_iter().map(|name| {
        let [size, dimension, licence, languages] = [const { String::new() }; 4];
        [name, say!("model-here").to_string(), size, dimension, licence, languages]
    }));
    print::models(&rows)?;
    Ok(CommandOutcome::Done)
}
