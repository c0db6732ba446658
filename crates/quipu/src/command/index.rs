//! `quipu index`: files become a graph.

use std::sync::Arc;
use std::time::Duration;

use quipu_engine::extract::ExtractReport;
use quipu_engine::index::{IndexOptions, IndexReport, Progress, Stop, Watch, index};
use serde::Serialize;

use super::{Place, extract};
use crate::cli::{IndexAllArgs, IndexArgs};
use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::print::{self, ProgressLine};
use crate::settings::{Settings, Work};
use crate::{sources, wire};

/// Indexes what the arguments name, and says how that went.
///
/// # Errors
/// When a path is not there, or the workspace cannot be written.
pub(crate) async fn run(
    place: &Place<'_>,
    IndexAllArgs { files, offline, dry_run, budget }: &IndexAllArgs,
) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&files.flags())?;
    let stop = Stop::default();
    let interrupts = Interrupts::ask(stop.clone());
    let workspace = wire::create(&place.folder, &loaded.settings)?;
    let found = sources::find(files, &place.folder, &loaded.settings)?;
    let any = found.any;
    let options = IndexOptions { scope: found.scope, unreached: found.unreached, ..options(files, &loaded.settings) };
    let line = Arc::new(ProgressLine::new(found.total));
    let shown = line.clone();
    let watch = Watch { progress: Some(Arc::new(move |progress: &Progress| shown.show(progress))), stop };
    let report = index(&workspace, found.sources, &options, &watch).await;
    drop(interrupts);
    line.finish();
    let report = report?;
    let reads = !offline && !report.stopped && loaded.settings.llm(Work::Extract).is_some();
    if !place.common.json {
        print::indexed(&report)?;
    }
    if reads && *dry_run {
        drop(workspace);
        return extract::dry(place, &loaded.settings).await;
    }
    let read = match reads {
        true => {
            Some(extract::Desk::new(place, &loaded.settings, *budget)?.read(&workspace, &loaded.settings, false).await?)
        }
        false => None,
    };
    match &read {
        _ if place.common.json => print::json(&Both { index: &report, model: read.as_ref() })?,
        Some(read) => print::extracted(read)?,
        None => {}
    }
    Ok(match read {
        _ if report.stopped => Outcome::Stopped,
        Some(read) => extract::outcome(&read),
        // Nothing of what was named is there to be read.
        None if !any && report.removed.is_empty() => Outcome::Nothing,
        None => Outcome::Done,
    })
}

/// What a run did, and what a model read of it.
#[derive(Serialize)]
pub(super) struct Both<'a> {
    #[serde(flatten)]
    pub(super) index: &'a IndexReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<&'a ExtractReport>,
}

pub(super) fn options(args: &IndexArgs, settings: &Settings) -> IndexOptions {
    IndexOptions {
        group_bytes: (settings.sync_megabytes * (1 << 20) as f64) as usize,
        sync_every: Duration::from_secs(settings.sync_every as u64),
        workers: std::thread::available_parallelism().map_or(2, usize::from),
        prune: args.prune,
        ..IndexOptions::default()
    }
}
