//! `quipu index`: files become a graph.

use quipu::Files;
use quipu::documents::IndexEvent;
use quipu::settings::Work;

use super::extract;
use crate::cli::{IndexAllArgs, IndexArgs};
use crate::exit::Outcome;
use crate::interrupt::Interrupts;
use crate::place::Place;
use crate::print::{self, ProgressLine};

/// Indexes what the arguments name, and says how that went.
///
/// # Errors
/// When a path is not there, or the workspace cannot be written.
pub(crate) async fn run(
    place: &Place<'_>,
    IndexAllArgs { files, offline, dry_run, budget }: &IndexAllArgs,
) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&files.flags())?;
    let estimates = *dry_run && !offline && quipu.settings().llm(Work::Extract).is_some();
    let mut job = quipu.index(Files { offline: *offline || *dry_run, budget: *budget, ..meant(files) });
    let interrupts = Interrupts::ask(job.stopper());
    let mut line = ProgressLine::default();
    while let Some(event) = job.next().await {
        match event {
            IndexEvent::Found(total) => line = ProgressLine::new(total),
            IndexEvent::Progress(at) => line.show(&at),
            IndexEvent::Indexed(report) => {
                line.finish();
                if !place.common.json {
                    print::indexed(&report)?;
                }
            }
            IndexEvent::Reading(at) => line.draw(|| print::reading(&at)),
        }
    }
    let done = job.await;
    drop(interrupts);
    line.finish();
    let indexed = done?;
    if estimates && !indexed.index.stopped {
        return extract::dry(place, &quipu).await;
    }
    match &indexed.model {
        _ if place.common.json => print::json(&indexed)?,
        Some(read) => print::extracted(read)?,
        None => {}
    }
    Ok(match indexed.model {
        _ if indexed.index.stopped => Outcome::Stopped,
        Some(read) => extract::outcome(&read),
        // Nothing of what was named is there to be read.
        None if !indexed.any && indexed.index.removed.is_empty() => Outcome::Nothing,
        None => Outcome::Done,
    })
}

/// What the flags say of files.
pub(super) fn meant(args: &IndexArgs) -> Files {
    Files {
        prune: args.prune,
        force: args.force,
        root_name: args.root_name.clone(),
        hidden: args.hidden,
        id: args.id.clone(),
        ..Files::of(&args.paths)
    }
}
