//! Requests that wait for a job, and documents that queued jobs bring.

use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

use quipu::Stop;
use quipu::documents::GIVEN;

use super::super::batch::texts_of_lines;
use super::super::job::{JobWork, QueuedJob, State};
use super::Queue;

/// A document that a job will bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueuedDocument {
    /// Its id.
    pub(crate) id: String,
    /// The job.
    pub(crate) job: String,
    /// True if the job is paused: it brings the document after everything that is asked for now.
    pub(crate) paused: bool,
}

impl Queue {
    /// A job at its end, or as it is after this time.
    pub(crate) async fn waited(&self, id: &str, wait: Duration, ending: &Stop) -> Option<QueuedJob> {
        let until = tokio::time::Instant::now() + wait;
        let mut follow = self.log(id)?.follow();
        loop {
            follow.mark_unchanged();
            let job = self.find(id)?;
            if job.state.is_over() {
                return Some(job);
            }
            let over = tokio::select! {
                changed = follow.changed() => changed.is_err(),
                () = tokio::time::sleep_until(until) => true,
                () = ending.heard() => true,
            };
            if over {
                return self.find(id);
            }
        }
    }

    /// The document of an id that an unfinished job will bring: the newest such job.
    pub(crate) fn brings(&self, name: &str) -> Option<QueuedDocument> {
        let open = |job: &QueuedJob| matches!(job.state, State::Queued | State::Running | State::Paused);
        let jobs = self.newest(usize::MAX, open);
        jobs.into_iter().find_map(|job| {
            let id = self.brought(&job.work, name)?;
            Some(QueuedDocument { id, job: job.id, paused: job.state == State::Paused })
        })
    }

    /// The id of a document that a work brings, by its id or the name of its file.
    fn brought(&self, work: &JobWork, name: &str) -> Option<String> {
        match work {
            JobWork::Upload { files, properties, .. } => files.iter().find_map(|file| {
                let id = properties.id.clone().unwrap_or_else(|| format!("{GIVEN}/{}", file.name));
                (id == name || file.name == name).then_some(id)
            }),
            JobWork::Batch { file, .. } => {
                let lines = BufReader::new(File::open(self.originals.path(&file.hash)).ok()?);
                texts_of_lines(lines).flatten().map(|text| text.document()).find(|id| id == name)
            }
            _ => None,
        }
    }
}
