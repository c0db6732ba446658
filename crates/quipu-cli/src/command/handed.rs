//! Work of a running server: it alone writes to its workspaces, so commands hand their work over and watch.

use anyhow::Context as _;
use futures::StreamExt as _;
use quipu::{Quipu, Stop};
use quipu_server::{Client, JobEvent, JobStanding, JobWork, QueuedJob, Running, State};
use serde::de::DeserializeOwned;

use crate::interrupt::Interrupts;
use crate::messages::say;
use crate::print::{self, ProgressLine};

/// The server that has a workspace, if one runs.
pub(super) async fn server(quipu: &Quipu) -> Option<Client> {
    let client = Client::of(Running::find(&quipu.location().store())?);
    client.is_there().await.then_some(client)
}

/// Lets the server do a work, and shows its progress; Ctrl-C cancels it. It returns the report, or nothing where the
/// work was stopped.
///
/// # Errors
/// When the server refuses, is gone, or fails.
pub(super) async fn work<T: DeserializeOwned>(client: &Client, work: &JobWork) -> anyhow::Result<Option<T>> {
    let job = client.add(work).await?;
    followed(client, job).await
}

/// Shows the progress of a server's job; as [`work`].
///
/// # Errors
/// When the server is gone, or the job fails.
pub(super) async fn followed<T: DeserializeOwned>(client: &Client, job: QueuedJob) -> anyhow::Result<Option<T>> {
    print::note(say!("handed", job = &job.id))?;
    let stop = Stop::default();
    let _interrupts = Interrupts::ask(stop.clone());
    let mut line = ProgressLine::default();
    let mut events = client.events(&job.id).await?;
    let mut cancelled = false;
    loop {
        tokio::select! {
            event = events.next() => match event {
                Some(Ok(JobEvent::Progress(at))) => line.draw(|| standing(&at)),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => break,
            },
            () = stop.heard(), if !cancelled => {
                cancelled = true;
                // One that ended meanwhile needs no stop.
                let _ = client.cancel(&job.id).await;
            }
        }
    }
    line.finish();
    let QueuedJob { state, report, problem, .. } = client.job(&job.id).await?;
    match state {
        State::Done => {
            let report = serde_json::from_value(report.unwrap_or_default());
            Ok(Some(report.with_context(|| say!("handed-broken").to_string())?))
        }
        State::Failed => {
            let detail = problem.map(|problem| problem.detail).unwrap_or_default();
            Err(anyhow::anyhow!(detail))
        }
        _ => Ok(None),
    }
}

fn standing(at: &JobStanding) -> String {
    let total = at.total.map_or_else(String::new, |total| format!("/{total}"));
    let left = at.left_s.map_or_else(String::new, |left| format!(", {left:.0} s"));
    format!("{}{total} {}{left}", at.done, at.unit)
}
