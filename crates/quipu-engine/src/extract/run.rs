//! A run in progress: which windows are to be read, the calls under way, what becomes durable when.
//!
//! Documents are worked on side by side, each on a task of its own, so that calls go on while others are
//! made durable. What a document's windows give is committed together; replies are kept as they come, so
//! that a run that is killed asks for none of them again.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{StreamExt, stream};
use quipu_kernel::model::{Chunk, Extractor, Facts, Key};
use quipu_kernel::replies::{Notes, placed};
use rustc_hash::FxHashSet;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::ask::Asker;
use super::estimate::Learned;
use super::failed::{self, Failed};
use super::owners::Owners;
use super::report::{ExtractReport, Standing, Stopped};
use super::window;
use crate::change::{Splits, facts_of, restated};
use crate::gateway::{Ledger, Line, tokens};
use crate::index::Watch;
use crate::ports::{BodyChange, Change, DocumentRow, Kept, LlmError, StoredChunk};
use crate::{EngineError, Workspace};

/// The most documents that are committed together.
pub(super) const GROUP: usize = 64;
/// How long a document waits at most to be committed.
pub(super) const COMMIT_EVERY: Duration = Duration::from_secs(1);

/// How to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtractOptions {
    /// The most tokens of a window, but where one chunk alone is longer.
    pub window: u64,
    /// How many windows are asked about at once, at most; the gateway may ask for less.
    pub at_once: usize,
    /// Whether windows that failed before are asked again.
    pub again: bool,
    /// Only chunks below a heading that has this name; the first chunk where a document has none such.
    pub only: Option<String>,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self { window: 1200, at_once: 16, again: false, only: None }
    }
}

/// A window that is to be read.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    range: Range<usize>,
    key: Key,
    /// Tokens of its text, nearly.
    pub(super) text: u64,
    /// Tokens of its first prompt, nearly.
    pub(super) prompt: u64,
}

/// A document of which something is to be read, or nothing.
pub(super) struct Work {
    row: DocumentRow,
    chunks: Vec<StoredChunk>,
    pub(super) pending: Vec<Pending>,
    unchanged: u64,
    left: u64,
}

/// The documents of a workspace, each body once, with what is to be read of them.
pub(super) struct Works<'a> {
    owners: Owners<'a>,
    asker: &'a Asker,
    options: &'a ExtractOptions,
    failed: FxHashSet<Key>,
}

/// What is to be read of a workspace.
pub(super) async fn work_of<'a>(
    workspace: &'a Workspace,
    asker: &'a Asker,
    kept: &dyn Kept,
    options: &'a ExtractOptions,
) -> Result<Works<'a>, EngineError> {
    let failed = failed::left_alone(kept, options.again).await?;
    Ok(Works { owners: Owners::of(&*workspace.store), asker, options, failed })
}

impl Works<'_> {
    pub(super) async fn next(&mut self) -> Result<Option<Work>, EngineError> {
        let next = self.owners.next().await?;
        Ok(next.map(|(row, chunks)| self.work(row, chunks)))
    }

    fn work(&self, row: DocumentRow, chunks: Vec<StoredChunk>) -> Work {
        let mut work = Work { row, chunks, pending: Vec::new(), unchanged: 0, left: 0 };
        let part = part(&work.chunks, self.options.only.as_deref());
        let of: Vec<&Chunk> = work.chunks[part.clone()].iter().map(|stored| &stored.chunk).collect();
        for range in window::windows(&of, self.options.window) {
            let text = window::text(&of[range.clone()]);
            let key = self.asker.key(&work.row.title, &text);
            let range = part.start + range.start..part.start + range.end;
            let is_read = |stored: &StoredChunk| stored.facts.iter().any(|facts| facts.window == Some(key));
            if work.chunks[range.clone()].iter().all(is_read) {
                work.unchanged += 1;
            } else if self.failed.contains(&key) {
                work.left += 1;
            } else {
                let prompt = self.asker.near(&work.row.title, &text);
                work.pending.push(Pending { range, key, text: tokens::near(&text), prompt });
            }
        }
        work
    }
}

/// The stretch of a document that is read at all.
pub(super) fn part(chunks: &[StoredChunk], only: Option<&str>) -> Range<usize> {
    let Some(only) = only else { return 0..chunks.len() };
    let wanted = only.to_lowercase();
    let below = |at: &usize| chunks[*at].chunk.headings.iter().any(|heading| heading.to_lowercase().trim() == wanted);
    let found: Vec<usize> = (0..chunks.len()).filter(below).collect();
    match (found.first(), found.last()) {
        (Some(first), Some(last)) => *first..last + 1,
        _ => 0..chunks.len().min(1),
    }
}

/// What a document's windows gave.
struct Done {
    work: Work,
    results: Vec<(Pending, Result<Notes, LlmError>)>,
}

/// A run in progress.
struct Run<'a> {
    workspace: &'a Workspace,
    asker: Arc<Asker>,
    kept: Arc<dyn Kept>,
    ledger: Arc<Ledger>,
    splits: Splits,
    watch: &'a Watch<Standing>,
    began: Instant,
    report: ExtractReport,
    learned: Learned,
    before: Line,
    standing: Standing,
    refusals: u32,
    staged: Vec<BodyChange>,
    failed: Vec<Failed>,
    read: Vec<Key>,
    committed: Instant,
}

/// Reads every window that is not read; what is read becomes durable document by document. Asked to stop, it
/// waits for the calls under way and begins no other. Needs a tokio runtime.
///
/// # Errors
/// When the store fails; a model that fails is told in the report.
pub async fn extract(
    workspace: &Workspace,
    asker: Arc<Asker>,
    (kept, ledger): (Arc<dyn Kept>, Arc<Ledger>),
    options: &ExtractOptions,
    watch: &Watch<Standing>,
) -> Result<ExtractReport, EngineError> {
    let total = workspace.store.status().await?.chunks;
    let own = asker.clone();
    let mut works = work_of(workspace, &own, &*kept, options).await?;
    let mut run = Run::begin(workspace, asker, kept.clone(), ledger, watch).await?;
    run.standing.chunks = total;
    let permits = Arc::new(Semaphore::new(options.at_once.max(1)));
    let mut tasks: JoinSet<Done> = JoinSet::new();
    let mut more = true;
    while more || !tasks.is_empty() {
        while more && tasks.len() < options.at_once.max(1) && !run.ends() {
            match works.next().await? {
                Some(work) => run.start(work, &permits, options, &mut tasks),
                None => more = false,
            }
        }
        more &= !run.ends();
        if let Some(done) = tasks.join_next().await {
            let died = |error: tokio::task::JoinError| EngineError::Worker {
                at: "asking the model".into(),
                reason: error.to_string(),
            };
            run.take(done.map_err(died)?);
        }
        run.commit(tasks.is_empty() && !more).await?;
    }
    run.finish().await
}

impl<'a> Run<'a> {
    async fn begin(
        workspace: &'a Workspace,
        asker: Arc<Asker>,
        kept: Arc<dyn Kept>,
        ledger: Arc<Ledger>,
        watch: &'a Watch<Standing>,
    ) -> Result<Self, EngineError> {
        let splits = Splits::of(&*workspace.store).await?;
        let report = ExtractReport { model: asker.llm.model().to_owned(), ..ExtractReport::default() };
        Ok(Self {
            workspace,
            asker,
            kept,
            before: ledger.total(),
            ledger,
            splits,
            watch,
            began: Instant::now(),
            report,
            learned: Learned::default(),
            standing: Standing::default(),
            refusals: 0,
            staged: Vec::new(),
            failed: Vec::new(),
            read: Vec::new(),
            committed: Instant::now(),
        })
    }

    /// Whether no other window is begun.
    fn ends(&mut self) -> bool {
        if self.watch.stop.asked() && self.report.stopped.is_none() {
            self.report.stopped = Some(Stopped::Asked);
        }
        self.report.stopped.is_some()
    }

    fn start(&mut self, work: Work, permits: &Arc<Semaphore>, options: &ExtractOptions, tasks: &mut JoinSet<Done>) {
        self.report.documents += 1;
        self.report.unchanged += work.unchanged;
        self.report.left += work.left;
        if work.pending.is_empty() {
            self.standing.done += work.chunks.len() as u64;
            return;
        }
        let (asker, permits, stop, at_once) =
            (self.asker.clone(), permits.clone(), self.watch.stop.clone(), options.at_once.max(1));
        tasks.spawn(async move {
            let ask = |pending: Pending| {
                let (asker, permits, stop, work) = (&asker, &permits, &stop, &work);
                async move {
                    let _place = permits.acquire().await;
                    if stop.asked() {
                        return None;
                    }
                    let of = work.chunks[pending.range.clone()].iter();
                    let of: Vec<&Chunk> = of.map(|stored| &stored.chunk).collect();
                    let read = asker.window(&work.row.title, &of).await;
                    Some((pending, read))
                }
            };
            let results = stream::iter(work.pending.clone()).map(ask).buffer_unordered(at_once);
            let results = results.filter_map(|done| async { done }).collect().await;
            Done { work, results }
        });
    }

    /// Takes what a document's windows gave.
    fn take(&mut self, Done { mut work, results }: Done) {
        self.standing.done += work.chunks.len() as u64;
        let (mut found, mut whole) = (0, results.len() == work.pending.len() && work.left == 0);
        let before = facts_of(&work.chunks);
        let mut any = false;
        for (pending, result) in results {
            match result {
                Ok(mut notes) => {
                    self.refusals = 0;
                    found += notes.count();
                    self.learned.windows += 1;
                    self.learned.counted += pending.prompt;
                    place(&mut work.chunks[pending.range.clone()], &mut notes, pending.key);
                    self.report.count(&notes);
                    self.report.windows += 1;
                    self.read.push(pending.key);
                    any = true;
                }
                Err(error) => {
                    whole = false;
                    self.fail(&work, &pending, &error);
                }
            }
        }
        if any {
            self.report.read += 1;
            // The new facts are understood together with those of the rules.
            self.staged.extend(restated(self.workspace, &self.splits, &work.row, work.chunks, &before));
        }
        if whole && found == 0 && work.unchanged == 0 {
            self.report.empty.push(work.row.id);
        }
        self.tell();
    }

    /// What a failure means: that of a window is noted, that of the server ends the run.
    fn fail(&mut self, work: &Work, pending: &Pending, error: &LlmError) {
        if failed::is_of_all(error, &mut self.refusals) {
            self.report.stopped.get_or_insert_with(|| Stopped::Model(error.clone()));
            return;
        }
        let failed = Failed {
            document: work.row.id.clone(),
            window: pending.key,
            chunk: work.chunks[pending.range.start].chunk.key,
            chunks: pending.range.len(),
            error: error.clone(),
        };
        self.report.failed.push(failed.clone());
        self.failed.push(failed);
    }

    /// Makes durable what waits, if it is time.
    async fn commit(&mut self, last: bool) -> Result<(), EngineError> {
        let waits = !self.staged.is_empty() || !self.failed.is_empty();
        let time = self.staged.len() >= GROUP || self.committed.elapsed() >= COMMIT_EVERY || last;
        if !waits || !time {
            return Ok(());
        }
        let bodies = std::mem::take(&mut self.staged);
        if !bodies.is_empty() {
            self.workspace.store.commit(Change { bodies, ..Change::default() }).await?;
        }
        let (failed, read) = (std::mem::take(&mut self.failed), std::mem::take(&mut self.read));
        failed::note(&*self.kept, &failed, &read).await?;
        self.committed = Instant::now();
        Ok(())
    }

    fn tell(&mut self) {
        self.standing.spent = self.ledger.total();
        self.standing.windows = self.report.windows;
        self.standing.failed = self.report.failed.len() as u64;
        self.standing.seconds = self.began.elapsed().as_secs_f64();
        if let Some(progress) = &self.watch.progress {
            progress(&self.standing);
        }
    }

    async fn finish(mut self) -> Result<ExtractReport, EngineError> {
        self.tell();
        let (spent, before) = (self.ledger.total(), self.before);
        // Replies that were known say nothing of what calls are like.
        if spent.known == before.known && self.report.failed.is_empty() {
            let run = Learned {
                calls: spent.calls - before.calls,
                input: spent.input - before.input,
                output: spent.output - before.output,
                ..self.learned
            };
            Learned::learn(&*self.kept, &self.asker, run).await?;
        }
        self.report.spent = self.ledger.lines().into_iter().map(|(work, line)| (work.to_owned(), line)).collect();
        self.report.seconds = self.began.elapsed().as_secs_f64();
        Ok(self.report)
    }
}

/// Gives the chunks of a window what a reply says of them, in the place of what a model said before.
fn place(chunks: &mut [StoredChunk], notes: &mut Notes, key: Key) {
    let window: Vec<(&Chunk, &[Facts])> =
        chunks.iter().map(|stored| (&stored.chunk, stored.facts.as_slice())).collect();
    let facts = placed(notes, &window, key);
    for (stored, facts) in chunks.iter_mut().zip(facts) {
        stored.facts.retain(|old| old.extractor != Extractor::Model);
        stored.facts.push(facts);
    }
}
