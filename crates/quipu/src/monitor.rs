//! Counts of a workspace's questions (usage monitoring): their kinds, the kinds of answers, and answers
//! that users rated as good or bad. They are kept beside the workspace and sent nowhere; no word of a question is kept.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use quipu_engine::answer::Answer;
use quipu_language::plan::{RouteKind, route};
use serde::{Deserialize, Serialize};

use crate::job::{Outcome, aside};
use crate::{Error, Quipu};

/// A file of counts that is larger becomes the old one, whose place it takes.
const MOST: u64 = 4 << 20;

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
enum Counted {
    /// A question was answered, or not.
    Asked(AskedLine),
    /// A user rated an answer.
    Marked {
        /// Seconds since 1970.
        at: u64,
        /// The kind of its question.
        kind: RouteKind,
        /// True if it was good.
        good: bool,
    },
}

/// A question that was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct AskedLine {
    /// Seconds since 1970.
    at: u64,
    kind: RouteKind,
    effort: String,
    strategy: String,
    refused: bool,
    from_cache: bool,
    written: bool,
    ms: u64,
    calls: u64,
    tokens: u64,
}

/// Questions of one kind.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct KindCount {
    /// The kind, as the router calls it.
    pub kind: String,
    /// Number of questions.
    pub asked: u64,
    /// Number of questions that the documents did not answer.
    pub refused: u64,
    /// Answers marked as good.
    pub good: u64,
    /// Answers marked as bad.
    pub bad: u64,
    /// The median duration, in milliseconds.
    pub median_ms: u64,
}

/// The counts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct Monitored {
    /// The start of counting, in seconds since 1970.
    pub since: Option<u64>,
    /// Number of questions.
    pub asked: u64,
    /// Number of answers from the cache.
    pub from_cache: u64,
    /// Number of answers written by a model.
    pub written: u64,
    /// Number of questions that the documents did not answer.
    pub refused: u64,
    /// Number of unreadable lines, which are not counted.
    pub unread: u64,
    /// Calls of models.
    pub calls: u64,
    /// Their tokens.
    pub tokens: u64,
    /// By kind, the commonest first.
    pub kinds: Vec<KindCount>,
}

impl Quipu {
    /// The counts of the workspace's questions so far.
    ///
    /// # Errors
    /// When the counts cannot be read.
    pub fn monitored(&self) -> Outcome<Monitored> {
        let files = self.monitor_files();
        aside(move || async move {
            let mut counted = Counting::default();
            for file in files.iter().rev() {
                match fs::File::open(file) {
                    Ok(open) => counted.read(io::BufReader::new(open)).map_err(Error::at(file))?,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(Error::at(file)(error)),
                }
            }
            Ok(counted.done())
        })
    }

    /// Marks the answer to a question as good or bad.
    ///
    /// # Errors
    /// When the mark cannot be kept.
    pub fn mark(&self, question: &str, good: bool) -> Outcome<()> {
        let (quipu, kind) = (self.clone(), route(question, &[]).kind);
        aside(move || async move {
            let file = quipu.monitor_files()[0].clone();
            quipu.note_down(&Counted::Marked { at: seconds(), kind, good }).map_err(Error::at(&file))
        })
    }

    /// Forgets all that was counted.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn forget_monitored(&self) -> Outcome<()> {
        let files = self.monitor_files();
        aside(move || async move {
            for file in &files {
                match fs::remove_file(file) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Error::at(file)(error)),
                    _ => {}
                }
            }
            Ok(())
        })
    }

    /// Counts an answer. A failure here does not fail the answer.
    pub(crate) fn count_answer(&self, answer: &Answer, took: std::time::Duration) {
        if self.settings().answer_monitor != "yes" {
            return;
        }
        let spent = answer.spent.unwrap_or_default();
        let line = AskedLine {
            at: seconds(),
            kind: route(&answer.question, &[]).kind,
            effort: self.settings().effort.clone(),
            strategy: answer.strategy.clone(),
            refused: answer.refused,
            from_cache: answer.from_cache,
            written: answer.written_by.is_some(),
            ms: took.as_millis() as u64,
            calls: spent.calls,
            tokens: spent.input + spent.output,
        };
        let _uncounted = self.note_down(&Counted::Asked(line));
    }

    /// The file of counts, and the one before it.
    fn monitor_files(&self) -> [PathBuf; 2] {
        let store = self.location().store();
        [store.join("monitor.jsonl"), store.join("monitor.old.jsonl")]
    }

    /// Adds a line: one write, so that lines of several processes do not mix.
    fn note_down(&self, counted: &Counted) -> io::Result<()> {
        let [file, old] = self.monitor_files();
        if fs::metadata(&file).is_ok_and(|known| known.len() > MOST) {
            fs::rename(&file, &old)?;
        }
        let line = format!("{}\n", serde_json::to_string(counted)?);
        fs::File::options().append(true).create(true).open(&file)?.write_all(line.as_bytes())
    }
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Counts on their way.
#[derive(Default)]
struct Counting {
    all: Monitored,
    kinds: BTreeMap<String, (KindCount, Vec<u64>)>,
}

impl Counting {
    fn read(&mut self, lines: impl io::BufRead) -> io::Result<()> {
        for line in lines.lines() {
            match serde_json::from_str(&line?) {
                Ok(counted) => self.add(counted),
                Err(_) => self.all.unread += 1,
            }
        }
        Ok(())
    }

    fn add(&mut self, counted: Counted) {
        let (at, kind) = match &counted {
            Counted::Asked(line) => (line.at, line.kind),
            Counted::Marked { at, kind, .. } => (*at, *kind),
        };
        self.all.since = Some(self.all.since.map_or(at, |since| since.min(at)));
        let (of, times) = self.kinds.entry(kind.name().to_owned()).or_default();
        match counted {
            Counted::Asked(line) => {
                of.asked += 1;
                of.refused += u64::from(line.refused);
                times.push(line.ms);
                self.all.asked += 1;
                self.all.from_cache += u64::from(line.from_cache);
                self.all.written += u64::from(line.written);
                self.all.refused += u64::from(line.refused);
                self.all.calls += line.calls;
                self.all.tokens += line.tokens;
            }
            Counted::Marked { good: true, .. } => of.good += 1,
            Counted::Marked { good: false, .. } => of.bad += 1,
        }
    }

    fn done(self) -> Monitored {
        let mut kinds: Vec<KindCount> = Vec::new();
        for (kind, (of, mut times)) in self.kinds {
            times.sort_unstable();
            let median_ms = times.get(times.len().saturating_sub(1) / 2).copied().unwrap_or_default();
            kinds.push(KindCount { kind, median_ms, ..of });
        }
        kinds.sort_by(|a, b| b.asked.cmp(&a.asked).then_with(|| a.kind.cmp(&b.kind)));
        Monitored { kinds, ..self.all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_kind_and_what_is_none_is_told() {
        let asked = |kind: RouteKind, ms: u64, refused: bool| {
            let line = AskedLine {
                at: ms,
                kind,
                effort: "quick".into(),
                strategy: "walk".into(),
                refused,
                from_cache: false,
                written: false,
                ms,
                calls: 1,
                tokens: 10,
            };
            serde_json::to_string(&Counted::Asked(line)).expect("it is JSON")
        };
        let mark =
            serde_json::to_string(&Counted::Marked { at: 1, kind: RouteKind::Count, good: false }).expect("it is JSON");
        let lines = [
            asked(RouteKind::Lookup, 5, false),
            asked(RouteKind::Lookup, 9, true),
            asked(RouteKind::Count, 7, false),
            mark,
            "half a li".to_owned(),
        ];
        let mut counting = Counting::default();
        counting.read(lines.join("\n").as_bytes()).expect("they are read");
        let all = counting.done();
        assert_eq!((all.asked, all.refused, all.unread, all.tokens, all.since), (3, 1, 1, 30, Some(1)));
        let kinds: Vec<(&str, u64, u64, u64)> =
            all.kinds.iter().map(|of| (of.kind.as_str(), of.asked, of.bad, of.median_ms)).collect();
        assert_eq!(kinds, [("lookup", 2, 0, 5), ("count", 1, 1, 7)]);
    }
}
