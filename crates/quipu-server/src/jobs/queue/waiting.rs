//! Requests that wait for a job, and documents that queued jobs bring.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::time::Duration;

use quipu::Stop;
use quipu::documents::GIVEN;

use super::super::batch::BatchText;
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
    pub(crate) fn brings(&self, id: &str) -> Option<QueuedDocument> {
        let open = |job: &QueuedJob| matches!(job.state, State::Queued | State::Running | State::Paused);
        let jobs = self.newest(usize::MAX, open);
        let job = jobs.into_iter().find(|job| self.ids(&job.work).contains_key(id))?;
        let known = self.ids(&job.work).remove(id)?;
        Some(QueuedDocument { id: known, job: job.id, paused: job.state == State::Paused })
    }

    /// The ids of documents that a work brings as texts and files, under each name that its sender knows.
    fn ids(&self, work: &JobWork) -> BTreeMap<String, String> {
        match work {
            JobWork::Upload { files, properties, .. } => {
                let named = files.iter().flat_map(|file| {
                    let id = properties.id.clone().unwrap_or_else(|| format!("{GIVEN}/{}", file.name));
                    [(id.clone(), id.clone()), (file.name.clone(), id)]
                });
                named.collect()
            }
            JobWork::Batch { file, .. } => {
                let Ok(file) = File::open(self.originals.path(&file.hash)) else { return BTreeMap::new() };
                let texts = BufReader::new(file).lines().map_while(Result::ok);
                let texts = texts.filter_map(|line| serde_json::from_str::<BatchText>(&line).ok());
                texts.map(|text| (text.document(), text.document())).collect()
            }
            _ => BTreeMap::new(),
        }
    }
}
