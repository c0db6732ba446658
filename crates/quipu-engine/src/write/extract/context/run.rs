//! A run that places chunks: documents side by side, the sentences of a document's windows made durable together, with
//! new vectors of their chunks.

use crate::write::extract::report::ContextReport;
use std::ops::Range;
use std::sync::Arc;

use futures::stream::FuturesUnordered;
use futures::{StreamExt as _, stream};
use quipu_kernel::model::{Chunk, Context, Key};
use rustc_hash::FxHashSet;
use tokio::sync::Semaphore;

use super::ask::{ContextAsker, ContextDocument};
use crate::base::documents::Owners;
use crate::base::gateway::Ledger;
use crate::base::ports::{Body, BodyChange, BodyChunk, DocumentRow, Kept, LlmError, NewChunk, StoredChunk, Usage};
use crate::base::{EngineError, Workspace};
use crate::write::extract::course::Course;
use crate::write::extract::failed::{self, Failed};
use crate::write::extract::learned::Learned;
use crate::write::extract::options::ExtractOptions;
use crate::write::extract::report::ExtractProgress;
use crate::write::extract::run::part;
use crate::write::extract::window;
use crate::write::index::Watch;

/// A window with a request: its chunks, and the key of the request.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub(super) range: Range<usize>,
    key: Key,
    /// Estimated tokens of its prompt.
    pub(super) prompt: u64,
}

/// The results of a document's windows.
struct Done {
    row: DocumentRow,
    chunks: Vec<StoredChunk>,
    results: Vec<(Pending, Result<(Vec<String>, Usage), LlmError>)>,
}

/// A run in progress.
struct Run<'a> {
    course: Course<'a>,
    asker: &'a ContextAsker,
    options: &'a ExtractOptions,
    skipped: FxHashSet<Key>,
    learned: Learned,
    report: ContextReport,
}

/// Lets a model place every chunk in its document, except those placed before. Asked to stop, it waits for the
/// calls under way and begins no other. Needs a tokio runtime.
///
/// # Errors
/// When the store fails; the failure of a model is part of the report.
pub async fn enrich(
    workspace: &Workspace,
    asker: &ContextAsker,
    kept: &Arc<dyn Kept>,
    ledger: &Arc<Ledger>,
    options: &ExtractOptions,
    watch: &Watch<ExtractProgress>,
) -> Result<ContextReport, EngineError> {
    let mut run = Run {
        course: Course::begin(workspace, kept.clone(), ledger.clone(), watch).await?,
        asker,
        options,
        skipped: failed::left_alone(&**kept, options.again).await?,
        learned: Learned::default(),
        report: ContextReport { model: asker.llm.model().to_owned(), ..ContextReport::default() },
    };
    let at_once = options.at_once.max(1);
    let permits = Semaphore::new(at_once);
    let mut owners = Owners::of(&*workspace.store);
    let mut under_way = FuturesUnordered::new();
    let mut more = true;
    while more || !under_way.is_empty() {
        while more && under_way.len() < at_once && !run.course.ends() {
            match owners.next().await? {
                Some((row, chunks)) => {
                    let pending = run.pending(&row, &chunks);
                    if pending.is_empty() {
                        run.course.through(chunks.len());
                    } else {
                        under_way.push(answered(asker, row, chunks, pending, &permits, watch));
                    }
                }
                None => more = false,
            }
        }
        more &= !run.course.ends();
        if let Some(done) = under_way.next().await {
            run.take(done);
        }
        run.course.commit(&asker.llm, under_way.is_empty() && !more).await?;
    }
    run.course.tell();
    run.course.learn(asker.learned(), run.learned).await?;
    let Course { windows, failed, stopped, .. } = run.course;
    Ok(ContextReport { windows, failed, stopped, ..run.report })
}

/// Asks about the windows of a document.
async fn answered(
    asker: &ContextAsker,
    row: DocumentRow,
    chunks: Vec<StoredChunk>,
    pending: Vec<Pending>,
    permits: &Semaphore,
    watch: &Watch<ExtractProgress>,
) -> Done {
    let told = ContextDocument::of(&row.title, &chunks);
    let ask = |pending: Pending| {
        let told = &told;
        async move {
            let _place = permits.acquire().await;
            if watch.stop.asked() {
                return None;
            }
            let said = asker.window(told, pending.range.clone()).await;
            Some((pending, said))
        }
    };
    let many = pending.len().max(1);
    let results = stream::iter(pending).map(ask).buffer_unordered(many);
    let results = results.filter_map(|done| async { done }).collect().await;
    Done { row, chunks, results }
}

impl Run<'_> {
    /// The windows of a document that are to be asked about.
    fn pending(&mut self, row: &DocumentRow, chunks: &[StoredChunk]) -> Vec<Pending> {
        let told = ContextDocument::of(&row.title, chunks);
        let (pending, unchanged, left) = pending(self.asker, &told, self.options, &self.skipped);
        self.report.unchanged += unchanged;
        self.report.left += left;
        pending
    }

    /// Takes the results of a document's windows.
    fn take(&mut self, Done { row, mut chunks, results }: Done) {
        self.course.through(chunks.len());
        let mut new = FxHashSet::default();
        for (Pending { range, key, prompt }, result) in results {
            match result {
                Ok((said, usage)) => {
                    self.learned.window(prompt, usage);
                    self.course.read(key);
                    for (at, text) in range.zip(said) {
                        chunks[at].chunk.context = Some(Context { text, of: key });
                        new.insert(at);
                    }
                }
                Err(error) => {
                    let (document, chunk) = (row.id.clone(), chunks[range.start].chunk.key);
                    let failed = Failed { document, window: key, chunk, chunks: range.len(), error };
                    self.course.fail(failed, self.asker.llm.has_replied());
                }
            }
        }
        self.report.chunks += new.len() as u64;
        if !new.is_empty() {
            let chunks = chunks.into_iter().enumerate().map(|(at, stored)| placed(stored, new.contains(&at)));
            let (text, owner, title) = (row.text, row.key, row.title);
            self.course.stage(BodyChange::Put(Body { text, owner, title, chunks: chunks.collect() }));
        }
        self.course.tell();
    }
}

/// The windows of a document that are to be asked about; how many are not, since they were, and since they failed.
pub(super) fn pending(
    asker: &ContextAsker,
    told: &ContextDocument<'_>,
    options: &ExtractOptions,
    skipped: &FxHashSet<Key>,
) -> (Vec<Pending>, u64, u64) {
    let part = part(told.chunks, options.only.as_deref());
    let of: Vec<&Chunk> = told.chunks[part.clone()].iter().map(|stored| &stored.chunk).collect();
    let (mut out, mut unchanged, mut left) = (Vec::new(), 0, 0);
    for range in window::windows(&of, options.window) {
        let range = part.start + range.start..part.start + range.end;
        let (key, prompt) = asker.question(told, &range);
        let is_placed = |stored: &StoredChunk| stored.chunk.context.as_ref().is_some_and(|said| said.of == key);
        if told.chunks[range.clone()].iter().all(is_placed) {
            unchanged += 1;
        } else if skipped.contains(&key) {
            left += 1;
        } else {
            out.push(Pending { range, key, prompt });
        }
    }
    (out, unchanged, left)
}

/// The new state of a body's chunk: one with a new sentence is embedded again.
fn placed(StoredChunk { chunk, facts }: StoredChunk, new: bool) -> BodyChunk {
    if new {
        return BodyChunk::New(Box::new(NewChunk { chunk, facts, vector: None }));
    }
    BodyChunk::Kept { key: chunk.key, body: chunk.body, prefix: chunk.prefix, pages: chunk.pages, facts: None }
}
