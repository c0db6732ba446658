//! `quipu index`: files become a graph.

use std::sync::Arc;
use std::time::Duration;

use quipu_engine::index::{IndexOptions, Stop, Watch, index};

use super::Place;
use crate::cli::IndexArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::print::{self, ProgressLine};
use crate::settings::Settings;
use crate::{sources, wire};

/// Indexes what the arguments name, and says how that went.
///
/// # Errors
/// When a path is not there, or the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &IndexArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&args.flags())?;
    let stop = Stop::default();
    let waiting = tokio::spawn(stop_on_interrupt(stop.clone()));
    let workspace = wire::create(&place.folder, &loaded.settings)?;
    let found = sources::find(args, &place.folder, &loaded.settings)?;
    let options = IndexOptions { scope: found.scope, ..options(args, &loaded.settings) };
    let line = Arc::new(ProgressLine::new(found.total));
    let shown = line.clone();
    let watch = Watch { progress: Some(Arc::new(move |progress| shown.show(progress))), stop };
    let report = index(&workspace, found.sources, &options, &watch).await;
    waiting.abort();
    line.finish();
    let report = report?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::indexed(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
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

/// The first Ctrl-C ends the run cleanly, the second one at once.
pub(super) async fn stop_on_interrupt(stop: Stop) {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.ask();
        // A run stops even when nobody can be told.
        let _ = print::note(format!("\n{}", say!("stopping")));
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}
