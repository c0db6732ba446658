//! `quipu reembed`: another embedding model for a workspace.

use std::path::Path;
use std::sync::Arc;

use quipu_engine::index::{Stop, Watch};
use quipu_engine::reembed::{Standing, fill, switch};

use super::Place;
use super::config_file::change;
use crate::cli::ReembedArgs;
use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::print::{self, ProgressLine, Total};
use crate::wire;
use crate::workspace::FILE;

/// Gives every chunk a vector of the model, and remembers it in the workspace's settings.
///
/// # Errors
/// When there is no workspace or no such model, or one of them fails; what was done is kept.
pub(crate) async fn run(place: &Place<'_>, args: &ReembedArgs) -> anyhow::Result<Outcome> {
    let settings = place.settings(&args.flags())?.settings;
    let stop = Stop::default();
    let interrupts = Interrupts::ask(stop.clone());
    let (store, embedder) = wire::open_to_reembed(&place.folder, &settings)?;
    let line = Arc::new(ProgressLine::new(Total::default()));
    let shown = line.clone();
    let watch = Watch { progress: Some(Arc::new(move |at: &Standing| shown.draw(|| print::standing(at)))), stop };
    let report = fill(&*store, &embedder, &watch).await;
    drop(interrupts);
    line.finish();
    let mut report = report?;
    if !report.stopped {
        // First, so that whatever happens between the two is mended by running this again.
        remember(place, args)?;
        switch(&*store, &embedder, &mut report).await?;
    }
    if place.common.json {
        print::json(&report)?;
    } else {
        print::reembedded(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
}

/// Writes what this run was told of the model into the workspace's settings: without it the next command
/// would name another.
fn remember(place: &Place<'_>, args: &ReembedArgs) -> anyhow::Result<()> {
    let path = place.folder.join(FILE);
    let told = place.common.set.iter().filter(|(key, _)| key.starts_with("embed."));
    let told = told.map(|(key, value)| (key.as_str(), value.as_str()));
    let model = args.model.as_deref().map(whole);
    for (key, value) in told.chain(model.as_deref().map(|model| ("embed.model", model))) {
        change(&path, key, Some(value))?;
    }
    Ok(())
}

/// A model's folder as it is found from everywhere; a name as it is.
fn whole(model: &str) -> String {
    let folder = Path::new(model);
    let found = folder.join("config.json").is_file().then(|| folder.canonicalize().ok()).flatten();
    found.map_or_else(|| model.to_owned(), |found| found.display().to_string())
}
