//! The events of a job: numbered lines in a file that only grows, for clients that follow it or come later.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::job::JobStanding;
use super::reports::JobReport;
use crate::problem::HttpProblem;

/// An event of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum JobEvent {
    /// The job waits for its turn.
    Queued {
        /// Number of jobs before it.
        position: usize,
    },
    /// The job starts.
    Started {
        /// The number of the attempt.
        attempt: u32,
    },
    /// The job begins another stage.
    Stage {
        /// The name of the stage.
        stage: String,
    },
    /// Its progress.
    Progress(JobStanding),
    /// The outcome of a document that is not simply in the workspace.
    Document {
        /// Its id or source.
        id: String,
        /// skipped, partial, replaced, removed, missing, stale or kept.
        state: String,
        /// The reason.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        reason: Option<String>,
    },
    /// Something is worth to be known.
    Note {
        /// A name for programs.
        code: String,
        /// The text for people.
        detail: String,
    },
    /// A client paused the job.
    Paused,
    /// The job waits again, or goes on.
    Resumed,
    /// The job is done.
    Finished {
        /// Its report.
        #[schema(value_type = JobReport)]
        report: Value,
    },
    /// The job failed.
    Failed {
        /// The reason.
        problem: HttpProblem,
    },
    /// A client cancelled the job.
    Cancelled,
}

impl JobEvent {
    /// True if no event follows it, unless the job is retried.
    pub(crate) fn is_last(&self) -> bool {
        matches!(self, Self::Finished { .. } | Self::Failed { .. } | Self::Cancelled)
    }
}

/// An event with its number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Numbered {
    /// The number, from 1 on.
    pub(crate) number: u64,
    /// The event.
    #[serde(flatten)]
    pub(crate) event: JobEvent,
}

/// Interval of progress events: four times a second, and after some minutes more rarely, so that logs stay small.
const SOON: Duration = Duration::from_millis(250);
const LATER: Duration = Duration::from_secs(5);
const MANY: u64 = 2000;
/// The most events of a job.
const MOST: u64 = 10_000;

/// The events of a job.
pub(crate) struct EventLog {
    path: PathBuf,
    written: Mutex<Written>,
    /// The followers of the log.
    more: watch::Sender<()>,
}

#[derive(Default)]
struct Written {
    /// The file with the number of its events, once something is written.
    opened: Option<(File, u64)>,
    progress: Option<Instant>,
}

/// The position of a reader in a log.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LogReader {
    offset: u64,
    /// The number of the last event that was read.
    pub(crate) number: u64,
}

impl LogReader {
    /// Behind the event of a number.
    pub(crate) fn behind(number: u64) -> Self {
        Self { offset: 0, number }
    }
}

impl EventLog {
    /// The log in a job's folder.
    pub(super) fn of(folder: &Path) -> Self {
        Self { path: folder.join("events.jsonl"), written: Mutex::default(), more: watch::Sender::new(()) }
    }

    /// Writes an event. Progress that comes too soon after the last is left out; an event that cannot be
    /// written is dropped: the job's own state is what counts.
    pub(super) fn append(&self, event: JobEvent) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let Written { opened, progress } = &mut *written;
        if opened.is_none() {
            *opened = self.open().ok();
        }
        let Some((file, count)) = opened else { return };
        if matches!(event, JobEvent::Progress(_)) {
            let pause = if *count < MANY { SOON } else { LATER };
            if progress.is_some_and(|last| last.elapsed() < pause) {
                return;
            }
            *progress = Some(Instant::now());
        }
        let may_be_left_out =
            matches!(event, JobEvent::Progress(_) | JobEvent::Document { .. } | JobEvent::Note { .. });
        if *count >= MOST && may_be_left_out {
            return;
        }
        let mut line = serde_json::to_vec(&Numbered { number: *count + 1, event }).unwrap_or_default();
        line.push(b'\n');
        if file.write_all(&line).is_ok() {
            *count += 1;
            self.more.send_replace(());
        }
    }

    /// The file, to be written on, with the number of its events.
    fn open(&self) -> io::Result<(File, u64)> {
        let mut file = File::options().create(true).append(true).read(true).open(&self.path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        Ok((file, text.iter().filter(|byte| **byte == b'\n').count() as u64))
    }

    /// Lets the file go; nothing more is expected.
    pub(super) fn close(&self) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).opened = None;
    }

    /// A subscription to new events.
    pub(crate) fn follow(&self) -> watch::Receiver<()> {
        self.more.subscribe()
    }

    /// The events behind those that were read.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn read(&self, reading: &mut LogReader) -> io::Result<Vec<Numbered>> {
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        file.seek(SeekFrom::Start(reading.offset))?;
        let mut lines = BufReader::new(file);
        let (mut events, mut line) = (Vec::new(), String::new());
        while lines.read_line(&mut line)? > 0 && line.ends_with('\n') {
            reading.offset += line.len() as u64;
            // A line that a kill cut off is no event.
            if let Ok(numbered) = serde_json::from_str::<Numbered>(&line)
                && numbered.number > reading.number
            {
                reading.number = numbered.number;
                events.push(numbered);
            }
            line.clear();
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_from_where_somebody_stopped_also_by_another_process() {
        let folder = tempfile::tempdir().unwrap();
        let log = EventLog::of(folder.path());
        log.append(JobEvent::Queued { position: 0 });
        log.append(JobEvent::Started { attempt: 1 });
        let mut reading = LogReader::default();
        assert_eq!(log.read(&mut reading).unwrap().len(), 2);
        log.append(JobEvent::Paused);
        let more = log.read(&mut reading).unwrap();
        assert_eq!(more, [Numbered { number: 3, event: JobEvent::Paused }]);
        let again = EventLog::of(folder.path());
        again.append(JobEvent::Resumed);
        let mut from = LogReader { number: 2, ..LogReader::default() };
        let numbers: Vec<u64> = again.read(&mut from).unwrap().iter().map(|numbered| numbered.number).collect();
        assert_eq!(numbers, [3, 4]);
    }

    #[test]
    fn progress_that_comes_too_soon_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let log = EventLog::of(folder.path());
        (0..100).for_each(|done| log.append(JobEvent::Progress(JobStanding::of("sources", done, None, 1.0))));
        let told = log.read(&mut LogReader::default()).unwrap();
        assert!(told.len() < 100, "{}", told.len());
        assert_eq!(told[0].event, JobEvent::Progress(JobStanding::of("sources", 0, None, 1.0)));
    }
}
