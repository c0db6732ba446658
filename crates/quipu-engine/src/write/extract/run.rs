//! A run in progress: the windows to read, the calls under way, the commits.
//!
//! Documents are worked on side by side, each on a task of its own, so that calls go on while others are
//! made durable. The facts of a document's windows are committed together; replies are kept as they come, so
//! that a run that is killed asks for none of them again.

use crate::write::extract::options::ExtractOptions;
use std::ops::Range;
use std::sync::Arc;

use futures::{StreamExt, stream};
use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Chunk, ExtractedBy, Facts, Key};
use quipu_kernel::replies::{Notes, Placed, placed};
use rustc_hash::FxHashSet;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::ask::{Asker, WindowReply};
use super::course::Course;
use super::failed::{self, Failed};
use super::learned::Learned;
use super::report::{ExtractProgress, ExtractReport};
use super::window;
use crate::base::documents::Owners;
use crate::base::gateway::{Ledger, tokens};
use crate::base::ports::{DocumentRow, Kept, LlmError, StoredChunk};
use crate::base::{EngineError, Workspace};
use crate::write::change::{Splits, retold, told};
use crate::write::describe::Overheard;
use crate::write::index::Watch;

/// A window that is to be read.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) range: Range<usize>,
    pub(super) key: Key,
    /// Estimated tokens of its text.
    pub(super) text: u64,
    /// Estimated tokens of its first prompt.
    pub(super) prompt: u64,
}

/// A document with the windows to read, perhaps none.
pub(super) struct Work {
    pub(super) row: DocumentRow,
    pub(super) chunks: Vec<StoredChunk>,
    pub(super) pending: Vec<Pending>,
    pub(super) unchanged: u64,
    left: u64,
    /// Windows that are not chosen.
    passed: u64,
}

/// The documents of a workspace, each body once, with the windows to read.
pub(super) struct Works<'a> {
    owners: Owners<'a>,
    asker: &'a Asker,
    options: &'a ExtractOptions,
    failed: FxHashSet<Key>,
}

/// The windows of a workspace to read.
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
        let mut work = Work { row, chunks, pending: Vec::new(), unchanged: 0, left: 0, passed: 0 };
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
            } else if self.options.chosen.as_ref().is_some_and(|chosen| !chosen.contains(&key)) {
                work.passed += 1;
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

/// The results of a document's windows.
struct Done {
    work: Work,
    results: Vec<(Pending, Result<WindowReply, LlmError>)>,
}

/// A run in progress.
struct Run<'a> {
    course: Course<'a>,
    asker: Arc<Asker>,
    splits: Splits,
    report: ExtractReport,
    learned: Learned,
    said: Option<&'a mut Overheard>,
}

/// Reads every window that is not read; facts become durable document by document. Asked to stop, it
/// waits for the calls under way and begins no other. `said`, if given, receives the facts of all chunks, those
/// read before included, unless the run is stopped. Needs a tokio runtime.
///
/// # Errors
/// When the store fails; the failure of a model is part of the report.
pub async fn extract(
    workspace: &Workspace,
    asker: Arc<Asker>,
    kept: Arc<dyn Kept>,
    ledger: Arc<Ledger>,
    options: &ExtractOptions,
    said: Option<&mut Overheard>,
    watch: &Watch<ExtractProgress>,
) -> Result<ExtractReport, EngineError> {
    let own = asker.clone();
    let mut works = work_of(workspace, &own, &*kept, options).await?;
    let mut run = Run::begin(asker, Course::begin(workspace, kept.clone(), ledger, watch).await?, said).await?;
    let permits = Arc::new(Semaphore::new(options.at_once.max(1)));
    let mut tasks: JoinSet<Done> = JoinSet::new();
    let mut more = true;
    while more || !tasks.is_empty() {
        while more && tasks.len() < options.at_once.max(1) && !run.course.ends() {
            match works.next().await? {
                Some(work) => run.start(work, &permits, options, &mut tasks),
                None => more = false,
            }
        }
        more &= !run.course.ends();
        if let Some(done) = tasks.join_next().await {
            run.take(done.map_err(EngineError::died("asking the model"))?);
        }
        run.course.commit(&own.llm, tasks.is_empty() && !more).await?;
    }
    run.finish().await
}

impl<'a> Run<'a> {
    async fn begin(
        asker: Arc<Asker>,
        course: Course<'a>,
        said: Option<&'a mut Overheard>,
    ) -> Result<Self, EngineError> {
        let splits = Splits::of(&*course.workspace.store).await?;
        let report = ExtractReport { model: asker.llm.model().to_owned(), ..ExtractReport::default() };
        Ok(Self { course, asker, splits, report, learned: Learned::default(), said })
    }

    fn start(&mut self, work: Work, permits: &Arc<Semaphore>, options: &ExtractOptions, tasks: &mut JoinSet<Done>) {
        self.report.documents += 1;
        self.report.unchanged += work.unchanged;
        self.report.left += work.left;
        self.report.passed += work.passed;
        if work.pending.is_empty() {
            self.course.through(work.chunks.len());
            hear(&mut self.said, &work.chunks);
            return;
        }
        let (asker, permits, stop, at_once) =
            (self.asker.clone(), permits.clone(), self.course.watch.stop.clone(), options.at_once.max(1));
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

    /// Takes the results of a document's windows.
    fn take(&mut self, Done { mut work, results }: Done) {
        self.course.through(work.chunks.len());
        let (mut found, mut whole) = (0, results.len() == work.pending.len() && work.left + work.passed == 0);
        let before: Vec<Option<Facts>> = work.chunks.iter().map(|stored| told(stored).cloned()).collect();
        let mut any = false;
        for (pending, result) in results {
            match result {
                Ok(WindowReply { notes, usage, in_row }) => {
                    self.report.in_row = self.report.in_row.max(in_row);
                    found += notes.count();
                    self.learned.window(pending.prompt, usage);
                    let (chunks, extractor) =
                        (&mut work.chunks[pending.range.clone()], &*self.course.workspace.extractor);
                    self.report.count(&place(chunks, notes, pending.key, extractor));
                    self.course.read(pending.key);
                    any = true;
                }
                Err(error) => {
                    whole = false;
                    self.course.fail(failed(&work, &pending, error), self.asker.llm.has_replied());
                }
            }
        }
        if any {
            self.report.read += 1;
            // The new facts are understood together with those of the rules.
            let heard = |chunks: &[StoredChunk]| hear(&mut self.said, chunks);
            let body = retold(self.course.workspace, &self.splits, &work.row, work.chunks, &before, heard);
            if let Some(body) = body {
                self.course.stage(body);
            }
        } else {
            hear(&mut self.said, &work.chunks);
        }
        if whole && found == 0 && work.unchanged == 0 {
            self.report.empty.push(work.row.id);
        }
        self.course.tell();
    }

    async fn finish(mut self) -> Result<ExtractReport, EngineError> {
        self.course.tell();
        self.course.learn(self.asker.learned(), self.learned).await?;
        let Course { ledger, windows, .. } = &self.course;
        self.report.windows = *windows;
        self.report.spent = ledger.lines();
        self.report.seconds = self.course.seconds();
        (self.report.failed, self.report.stopped) = (self.course.failed, self.course.stopped);
        Ok(self.report)
    }
}

/// Passes the chunks to `said`, if given.
fn hear(said: &mut Option<&mut Overheard>, chunks: &[StoredChunk]) {
    if let Some(said) = said {
        said.hear(chunks);
    }
}

/// A window that failed, and why.
fn failed(work: &Work, pending: &Pending, error: LlmError) -> Failed {
    Failed {
        document: work.row.id.clone(),
        window: pending.key,
        chunk: work.chunks[pending.range.start].chunk.key,
        chunks: pending.range.len(),
        error,
    }
}

/// Gives the chunks of a window the facts in a reply, in place of former facts by a model; returns the fate of
/// its records.
fn place(chunks: &mut [StoredChunk], notes: Notes, key: Key, extractor: &dyn Extractor) -> Placed {
    let window: Vec<(&Chunk, &[Facts])> =
        chunks.iter().map(|stored| (&stored.chunk, stored.facts.as_slice())).collect();
    let (facts, placed) = placed(notes, &window, key, extractor);
    for (stored, facts) in chunks.iter_mut().zip(facts) {
        stored.facts.retain(|old| old.extractor != ExtractedBy::Model);
        stored.facts.push(facts);
    }
    placed
}
