//! Papers as a job: found, added by their abstracts, their texts read afterwards; each reports its state.

use std::time::Instant;

use quipu::{Error, Quipu};
use quipu_research::{PaperCard, PaperState, PapersEvent, papers};

use super::job::JobStanding;
use super::log::JobEvent;
use super::means::Performed;
use super::queue::RunningJob;
use super::wanted_papers::WantedPapers;

/// The states of a paper in progress, and of one that is simply present.
pub(crate) const UNDER_WAY: [&str; 4] = ["abstract", "fetching", "reading", "read"];

/// Adds papers. The report of those of a session is their graph.
pub(super) async fn papers_added(quipu: &Quipu, wanted: &WantedPapers, run: &RunningJob) -> Result<Performed, Error> {
    if wanted.refresh {
        run.stage("search");
        let job = papers(quipu).refresh();
        run.stops_with(job.stopper());
        return Ok(Performed::of(&job.await?, false));
    }
    let mut job = papers(quipu).add(wanted.read()?);
    run.stops_with(job.stopper());
    let began = Instant::now();
    let (mut done, mut total) = (0, None);
    run.stage("search");
    while let Some(event) = job.next().await {
        match event {
            PapersEvent::Found(count, of) => note(run, "found", format!("{count} of {of} papers")),
            PapersEvent::Waiting(wait) => {
                let seconds = wait.span.as_secs();
                note(run, "source-busy", format!("the source is busy ({}); asked again in {seconds} s", wait.status));
                continue;
            }
            PapersEvent::Ready(cards) => {
                cards.iter().for_each(|card| told(run, &card.id, standing(card), None));
                run.stage("texts");
            }
            PapersEvent::Fetching { id, of, .. } => {
                total = Some(of as u64);
                told(run, &id, "fetching", None);
            }
            PapersEvent::Reading { id, .. } => {
                told(run, &id, "reading", None);
                continue;
            }
            PapersEvent::Done(card) => {
                done += 1;
                let reason = card.reason.as_ref().map(|reason| format!("{}: {}", reason.code, reason.detail));
                told(run, &card.id, if reason.is_some() { "failed" } else { "read" }, reason);
            }
        }
        run.stands(JobStanding::of("papers", done, total, began.elapsed().as_secs_f64()), done);
    }
    let report = job.await?;
    let stopped = report.stopped;
    match &wanted.session_id {
        Some(session) => Ok(Performed::of(&papers(quipu).graph(session, report).await?, stopped)),
        None => Ok(Performed::of(&report, stopped)),
    }
}

fn standing(card: &PaperCard) -> &'static str {
    if card.status == Some(PaperState::Read) { "read" } else { "abstract" }
}

fn note(run: &RunningJob, code: &str, detail: String) {
    run.emit(JobEvent::Note { code: code.to_owned(), detail });
}

fn told(run: &RunningJob, id: &str, state: &str, reason: Option<String>) {
    run.emit(JobEvent::Document { id: id.to_owned(), state: state.to_owned(), reason });
}
