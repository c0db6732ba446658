//! `quipu watch`: folders are indexed again whenever something in them changes.

use quipu::Files;
use quipu::documents::WatchEvent;

use super::index::meant;
use crate::cli::WatchArgs;
use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::messages::{heard, say};
use crate::place::Place;
use crate::print::{self, ProgressLine};

/// Indexes, then waits for changes until it is interrupted.
///
/// # Errors
/// When a path is not there, the workspace cannot be written, or the system does not watch.
pub(crate) async fn run(
    place: &Place<'_>,
    WatchArgs { files, offline, budget }: &WatchArgs,
) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&files.flags())?;
    let mut job = quipu.watch(Files { offline: *offline, budget: *budget, ..meant(files) });
    let _interrupts = Interrupts::ask(job.stopper());
    let (json, mut line) = (place.common.json, ProgressLine::default());
    while let Some(event) = job.next().await {
        match event {
            WatchEvent::Waiting { holder, path } => {
                // Without a reader, the watch goes on.
                let _ = print::note(say!("watch-waiting", holder = heard(&holder), path = path));
            }
            WatchEvent::Indexed(report) if !json => print::indexed(&report)?,
            WatchEvent::Indexed(_) => {}
            WatchEvent::Reading(at) => line.draw(|| print::reading(&at)),
            WatchEvent::Round(round) => {
                line.finish();
                match &round.model {
                    _ if json => print::json_line(&*round)?,
                    Some(read) => print::extracted(read)?,
                    None => {}
                }
            }
        }
    }
    job.await?;
    Ok(Outcome::Done)
}
