//! `quipu index`: files become a graph.

use std::io::IsTerminal as _;

use quipu::documents::{IndexEvent, Indexed};
use quipu::settings::Work as Asked;
use quipu::{Files, Quipu};
use quipu_server::{Client, JobWork};

use super::{extract, handed};
use crate::cli::{IndexAllArgs, IndexArgs};
use crate::command_place::CommandPlace;
use crate::exit::{CommandOutcome, WrongUsage};
use crate::interrupt::Interrupts;
use crate::messages::say;
use crate::print::{self, ProgressLine};

/// Of more documents the overview takes too long to follow every run.
const TOLD_AT_ONCE: u64 = 10_000;

/// Indexes the arguments, and reports the result.
///
/// # Errors
/// When a path is missing, or the workspace cannot be written.
pub(crate) async fn run(
    place: &CommandPlace<'_>,
    IndexAllArgs { files, offline, dry_run, budget }: &IndexAllArgs,
) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&files.flags())?;
    if let Some(server) = handed::server(&quipu).await.filter(|_| !dry_run) {
        return by_server(place, &server, files, *offline, *budget).await;
    }
    let estimates = *dry_run && !offline && quipu.settings().llm(Asked::Extract).is_some();
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
        return extract::dry(place, &quipu, *budget).await;
    }
    let outcome = ended(place, &indexed)?;
    in_brief(place, &quipu, &indexed).await?;
    Ok(outcome)
}

/// Tells a person at a terminal what the documents are about, where they changed.
async fn in_brief(place: &CommandPlace<'_>, quipu: &Quipu, indexed: &Indexed) -> anyhow::Result<()> {
    let changed = indexed.index.added + indexed.index.changed > 0 && !indexed.index.stopped;
    if !changed || place.common.json || !std::io::stdout().is_terminal() {
        return Ok(());
    }
    if quipu.status().await?.status.documents > TOLD_AT_ONCE {
        return Ok(());
    }
    Ok(print::overview_in_brief(&quipu.overview().await?)?)
}

/// Reports the model's reading, or the whole result as JSON, and returns the outcome.
fn ended(place: &CommandPlace<'_>, indexed: &Indexed) -> anyhow::Result<CommandOutcome> {
    match &indexed.model {
        _ if place.common.json => print::json(indexed)?,
        Some(read) => print::extracted(read)?,
        None => {}
    }
    Ok(match &indexed.model {
        _ if indexed.index.stopped => CommandOutcome::Stopped,
        Some(read) => extract::outcome(read),
        // None of the arguments holds anything to read.
        None if !indexed.any && indexed.index.removed.is_empty() => CommandOutcome::Nothing,
        None => CommandOutcome::Done,
    })
}

/// Lets the server read the files, which has the workspace.
async fn by_server(
    place: &CommandPlace<'_>,
    server: &Client,
    files: &IndexArgs,
    offline: bool,
    budget: Option<f64>,
) -> anyhow::Result<CommandOutcome> {
    let mut paths = Vec::new();
    for path in &files.paths {
        if path.as_os_str() == "-" {
            return Err(WrongUsage(say!("handed-no-input")).into());
        }
        let whole = std::path::absolute(path)?;
        paths.push(whole.to_str().ok_or_else(|| WrongUsage(say!("handed-path", path = path)))?.to_owned());
    }
    let IndexArgs { prune, force, root_name, hidden, id, .. } = files;
    let (root_name, id, force) = (root_name.clone(), id.clone(), *force);
    let work =
        JobWork::Index { paths, prune: *prune, force, root_name, hidden: *hidden, document: id, offline, budget };
    let Some(mut indexed) = handed::work::<Indexed>(server, &work).await? else { return Ok(CommandOutcome::Stopped) };
    let index = &indexed.index;
    indexed.any = index.added + index.changed + index.unchanged > 0;
    indexed.any |= !index.skipped.is_empty() || !index.left_out.is_empty();
    if !place.common.json {
        print::indexed(&indexed.index)?;
    }
    ended(place, &indexed)
}

/// The options for files, from the flags.
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
