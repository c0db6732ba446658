//! Import of files that `export` wrote as lines, into an empty workspace or beside its contents.
//!
//! A file is untrusted input: keys are computed again, places are checked against texts, and a document with
//! any unreadable line is left out whole, since a document is never half there. The run goes
//! on after it. Documents become durable in groups, as in indexing.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::time::Instant;

use quipu_kernel::model::{Chunk, Decision, Facts, Key};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::bounded::{Taken, take_line};
use super::dump_lines::{DumpLine, FORMAT};
use super::validation::{same_text, wrong};
use crate::base::Stop;
use crate::base::ports::{DocumentRow, ModelCard, NewChunk};
use crate::base::{EngineError, Workspace};
use crate::write::change::{Brought, ImportedChunk, UnusableDocument, bring};
use crate::write::names;

/// The longest line that is read, in bytes.
const LONGEST: usize = 256 << 20;
/// Maximum number of refused lines that are listed.
const TOLD: usize = 1_000;
/// The maximum length of an id in messages, in characters.
const SHOWN: usize = 200;

/// Options of an import.
#[derive(Debug, Clone)]
pub struct ImportOptions {
    /// The most made durable together, in bytes of lines.
    pub group_bytes: usize,
    /// Number of texts processed concurrently.
    pub workers: usize,
    /// Ends the run cleanly.
    pub stop: Stop,
}

/// A line that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RefusedLine")]
pub struct RefusedLine {
    /// Its number, from 1.
    pub line: u64,
    /// The reason.
    pub why: String,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ImportReport {
    /// Lines read.
    pub lines: u64,
    /// Documents that are new.
    pub added: u64,
    /// Documents that took the place of others with their ids.
    pub changed: u64,
    /// Documents that were there as they are.
    pub unchanged: u64,
    /// Chunks added.
    pub chunks_added: u64,
    /// Chunks removed.
    pub chunks_removed: u64,
    /// Decisions about names that are new.
    pub decisions: u64,
    /// The first lines that were not taken; the documents that contain them were left out.
    pub refused: Vec<RefusedLine>,
    /// Number of refused lines beyond those.
    pub refused_more: u64,
    /// The treatment of vectors, where they were not imported unchanged.
    pub vectors: Option<String>,
    /// The reason why the file may be incomplete: it has no last line, or counts more than it holds.
    pub missing: Option<String>,
    /// True if the run was stopped before the end.
    pub stopped: bool,
    /// Seconds of wall time.
    pub seconds: f64,
}

impl ImportReport {
    /// True if all that was exported was taken.
    pub fn is_whole(&self) -> bool {
        self.refused.is_empty() && self.missing.is_none() && !self.stopped
    }
}

/// Imports lines. Needs a tokio runtime.
///
/// # Errors
/// When the input cannot be read or is of a newer format, or the store or the embedding model fails;
/// data that was durable before stays.
pub async fn import(
    workspace: &Workspace,
    input: &mut (dyn BufRead + Send),
    options: &ImportOptions,
) -> Result<ImportReport, EngineError> {
    let began = Instant::now();
    let (report, group) = (ImportReport::default(), Group::default());
    let mut run = Run { workspace, options, report, model: None, open: None, group, counted: (0, 0), ended: false };
    let mut line = Vec::new();
    loop {
        if options.stop.asked() {
            (run.report.stopped, run.open) = (true, None);
            break;
        }
        let taken = take_line(input, &mut line, LONGEST).map_err(EngineError::Read)?;
        if taken == Taken::End {
            break;
        }
        run.report.lines += 1;
        run.group.bytes += line.len();
        match taken {
            Taken::TooLong => run.refuse("is longer than 256 MB".to_owned()),
            _ if line.iter().all(u8::is_ascii_whitespace) => {}
            _ => match serde_json::from_slice(&line) {
                Ok(line) => run.take(line).await?,
                Err(error) => run.refuse(format!("is not a line of an export: {error}; fix the line, or export again")),
            },
        }
    }
    run.close();
    run.flush().await?;
    if !run.ended && !run.report.stopped && run.report.missing.is_none() {
        let why = "the file does not say where it ends: it was cut off, or an older version wrote it";
        run.report.missing = Some(why.to_owned());
    }
    Ok(ImportReport { seconds: began.elapsed().as_secs_f64(), ..run.report })
}

/// The reason for leaving out a document whose text is there with other words.
const OTHER_TEXT: &str = "its text has the key of another text, which is in the file or here";

/// A document whose chunks are being read.
struct Open {
    row: Box<DocumentRow>,
    line: u64,
    wanted: u64,
    chunks: Vec<ImportedChunk>,
    spoiled: bool,
}

/// Documents that become durable together.
#[derive(Default)]
struct Group {
    rows: BTreeMap<Key, (u64, DocumentRow)>,
    bodies: FxHashMap<Key, Vec<ImportedChunk>>,
    /// Documents that own their chunks.
    owners: FxHashSet<Key>,
    /// Bytes of the lines read for it.
    bytes: usize,
}

struct Run<'a> {
    workspace: &'a Workspace,
    options: &'a ImportOptions,
    report: ImportReport,
    /// The model of vectors that may be taken as they are.
    model: Option<ModelCard>,
    open: Option<Open>,
    group: Group,
    /// Documents and chunks since the file's first line.
    counted: (u64, u64),
    /// True if the line read last ended a file.
    ended: bool,
}

impl Run<'_> {
    async fn take(&mut self, line: DumpLine) -> Result<(), EngineError> {
        self.ended = matches!(line, DumpLine::End { .. });
        match line {
            DumpLine::Workspace { format, .. } if format > FORMAT => {
                return Err(EngineError::Import { found: format, known: FORMAT });
            }
            DumpLine::Workspace { model, .. } => {
                self.counted = (0, 0);
                self.settle_vectors(model);
            }
            DumpLine::End { documents, chunks } => self.end(documents, chunks),
            DumpLine::Decision(decision) => self.decision(decision).await?,
            DumpLine::Document { document, chunks } => {
                self.counted.0 += 1;
                self.close();
                if self.group.bytes >= self.options.group_bytes {
                    self.flush().await?;
                }
                self.begin(document, chunks);
            }
            DumpLine::Chunk { chunk, facts, vector } => {
                self.counted.1 += 1;
                self.chunk(*chunk, facts, vector);
            }
        }
        Ok(())
    }

    /// Compares the counts in a file with those read.
    fn end(&mut self, documents: u64, chunks: u64) {
        self.close();
        let (read, read_chunks) = self.counted;
        if (documents, chunks) != self.counted {
            self.report.missing = Some(format!(
                "the file ends with a count of {documents} documents and {chunks} chunks, and {read} and {read_chunks} \
                 of them were read"
            ));
        }
    }

    /// Takes a decision that is not known here, under its number where that is free.
    async fn decision(&mut self, decision: Decision) -> Result<(), EngineError> {
        self.close();
        self.flush().await?;
        if names::brought(self.workspace, decision).await? {
            self.report.decisions += 1;
        }
        Ok(())
    }

    /// Records the treatment of vectors, by comparing the models.
    fn settle_vectors(&mut self, model: Option<ModelCard>) {
        let ours = self.workspace.embedder.as_ref().map(|embedder| embedder.card().clone());
        self.report.vectors = match (&ours, &model) {
            (Some(ours), Some(theirs)) if ours == theirs => None,
            (Some(ours), Some(theirs)) => {
                Some(format!("computed again by {}; the file has those of {}", ours.name, theirs.name))
            }
            (Some(ours), None) => Some(format!("computed again by {}; the file has none", ours.name)),
            (None, Some(theirs)) => Some(format!("of {} left out: the settings name no embedding model", theirs.name)),
            (None, None) => None,
        };
        self.model = model.filter(|model| ours.as_ref() == Some(model));
    }

    fn begin(&mut self, mut row: Box<DocumentRow>, wanted: u64) {
        row.key = Key::document(&row.id);
        let (line, spoiled) = (self.report.lines, row.id.is_empty());
        self.open = Some(Open { row, line, wanted, chunks: Vec::new(), spoiled: false });
        if spoiled {
            self.refuse("is a document without an id".to_owned());
        }
    }

    fn chunk(&mut self, chunk: Chunk, facts: Vec<Facts>, vector: Option<Option<Vec<f32>>>) {
        let why = match &self.open {
            None => Some("is a chunk without a document above it"),
            Some(open) if chunk.document != open.row.key => {
                Some("is a chunk of another document than the one above it")
            }
            Some(_) => wrong(&chunk, &facts),
        };
        if let Some(why) = why {
            return self.refuse(why.to_owned());
        }
        let vector = vector.filter(|vector| {
            let fits = |dimension: usize| {
                vector.as_ref().is_none_or(|own| own.len() == dimension && own.iter().all(|x| x.is_finite()))
            };
            self.model.as_ref().is_some_and(|model| fits(model.dimension))
        });
        let settled = vector.is_some();
        if let Some(open) = &mut self.open {
            open.chunks.push(ImportedChunk { chunk: NewChunk { chunk, facts, vector: vector.flatten() }, settled });
        }
    }

    /// Does not take the line just read, nor the document that it belongs to.
    fn refuse(&mut self, why: String) {
        let line = self.report.lines;
        self.report_line(line, why);
        // One below a document that has all its chunks is not of it.
        if let Some(open) = &mut self.open {
            open.spoiled |= (open.chunks.len() as u64) < open.wanted || open.row.id.is_empty();
        }
    }

    fn report_line(&mut self, line: u64, why: String) {
        if self.report.refused.len() < TOLD {
            self.report.refused.push(RefusedLine { line, why });
        } else {
            self.report.refused_more += 1;
        }
    }

    /// Ends the document whose chunks were read.
    fn close(&mut self) {
        let Some(Open { row, line, wanted, chunks, spoiled }) = self.open.take() else { return };
        if spoiled || chunks.len() as u64 != wanted {
            let found = if spoiled {
                "a line of it cannot be read".to_owned()
            } else {
                format!("it has {} of its {wanted} chunks", chunks.len())
            };
            return self.left_out(line, &row.id, &found);
        }
        if !chunks.is_empty() {
            self.group.owners.insert(row.key);
            match self.group.bodies.get(&row.text) {
                Some(other) if !same_text(other, &chunks) => return self.left_out(line, &row.id, OTHER_TEXT),
                Some(_) => {}
                None => drop(self.group.bodies.insert(row.text, chunks)),
            }
        }
        self.group.rows.insert(row.key, (line, *row));
    }

    fn left_out(&mut self, line: u64, id: &str, why: &str) {
        let id: String = id.chars().take(SHOWN).collect();
        self.report_line(line, format!("document {id:?} is left out: {why}"));
    }

    /// Makes the group durable.
    async fn flush(&mut self) -> Result<(), EngineError> {
        let Group { rows, bodies, owners, .. } = std::mem::take(&mut self.group);
        if rows.is_empty() {
            return Ok(());
        }
        let lines: FxHashMap<String, u64> = rows.values().map(|(line, row)| (row.id.clone(), *line)).collect();
        let all = rows.len() as u64;
        let rows = rows.into_values().map(|(_, row)| row).collect();
        let (ready, lost) = bring(self.workspace, Brought { rows, bodies, owners }, self.options.workers).await?;
        let left_out = lost.len() as u64;
        for UnusableDocument { id, differs } in lost {
            let why = if differs { OTHER_TEXT } else { "its text is neither in the file nor here" };
            let line = lines.get(&id).copied().unwrap_or_default();
            self.left_out(line, &id, why);
        }
        let (added, changed) = (ready.plan.add.len() as u64, ready.plan.edit.len() as u64);
        self.report.added += added;
        self.report.changed += changed;
        self.report.unchanged += all - added - changed - left_out;
        if !ready.change.is_empty() {
            let receipt = self.workspace.store.commit(ready.change).await?;
            self.report.chunks_added += receipt.added;
            self.report.chunks_removed += receipt.removed;
        }
        Ok(())
    }
}
