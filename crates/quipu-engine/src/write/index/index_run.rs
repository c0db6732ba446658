//! A run in progress: the ids seen, the pending commit, and the report.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures::StreamExt;
use futures::stream::BoxStream;
use quipu_kernel::model::{Document, Key};
use quipu_kernel::text::language_or_script;
use rustc_hash::{FxHashMap, FxHashSet};
use tokio::task::JoinHandle;

use super::group::ReadSource;
use super::{IndexOptions, IndexReport, Progress, Skipped, Watch};
use crate::base::ports::{BodyChange, BodyChunk, Change, DocumentRow, Receipt, Select, StoreError};
use crate::base::{EngineError, Workspace};
use crate::write::change::{ChangeBatch, Ready, StoredBatch, row_of, same, see, touched};

/// The first group's size, in bytes, before the speed of the work is known.
const FIRST_GROUP: usize = 8 << 20;
/// The smallest group that time alone makes of a stream of documents.
const SMALLEST_GROUP: usize = 64 << 10;
/// The shortest interval between reports of progress.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Documents of one commit; a later document of one id replaces an earlier one.
type Group = BTreeMap<Key, (DocumentRow, Document)>;

/// A commit under way.
struct Pending {
    commit: JoinHandle<Result<Receipt, StoreError>>,
    touched: FxHashSet<Key>,
    added: u64,
    changed: u64,
    uncovered: u64,
}

/// A run in progress.
pub(super) struct IndexRun<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) options: &'a IndexOptions,
    pub(super) report: IndexReport,
    /// Documents that this run read, and whether they are new.
    pub(super) seen: FxHashMap<Key, bool>,
    watch: &'a Watch<Progress>,
    began: Instant,
    told: Option<Instant>,
    sources: u64,
    pending: Option<Pending>,
    /// The start of the present group, and its bytes.
    group: (Instant, usize),
    limit: usize,
}

impl<'a> IndexRun<'a> {
    pub(super) fn start(workspace: &'a Workspace, options: &'a IndexOptions, watch: &'a Watch<Progress>) -> Self {
        let now = Instant::now();
        Self {
            workspace,
            options,
            report: IndexReport::default(),
            seen: FxHashMap::default(),
            watch,
            began: now,
            told: None,
            sources: 0,
            pending: None,
            group: (now, 0),
            limit: FIRST_GROUP.min(options.group_bytes),
        }
    }

    /// The next group of documents that are new or changed; none at the end, or when stopped.
    pub(super) async fn gather(
        &mut self,
        documents: &mut BoxStream<'_, Vec<ReadSource>>,
    ) -> Result<Option<ChangeBatch>, EngineError> {
        let mut group = Group::default();
        loop {
            if group.is_empty() {
                self.group = (Instant::now(), 0);
            } else if self.group.1 >= self.limit || self.group.0.elapsed() >= self.options.sync_every {
                break;
            }
            if self.watch.stop.asked() {
                self.report.stopped = true;
                break;
            }
            let Some(pack) = documents.next().await else { break };
            self.take(pack, &mut group).await?;
            self.report_progress(false);
        }
        let documents: Vec<_> = group.into_values().collect();
        Ok((!documents.is_empty()).then(|| ChangeBatch { documents, removed: Vec::new() }))
    }

    /// Adds documents to the group, unless they are known and unchanged.
    async fn take(&mut self, pack: Vec<ReadSource>, group: &mut Group) -> Result<(), EngineError> {
        let mut documents = Vec::new();
        for read in pack {
            let (read, ended) = read?;
            self.sources += u64::from(ended);
            for read in read {
                match read {
                    Ok(document) => documents.push(document),
                    Err(skipped) => self.report.skip(skipped),
                }
            }
        }
        let keys = documents.iter().map(Document::key).collect();
        let stored = self.workspace.store.documents(&Select::Keys(keys)).await?;
        let stored: FxHashMap<Key, _> = stored.into_iter().map(|row| (row.key, row)).collect();
        let (recipe, rules) = (self.workspace.recipe(), self.workspace.extractor.recipe());
        for mut document in documents {
            let known = stored.get(&document.key());
            // A person's changes outlive another reading.
            let by_hand = known.map(|known| known.by_hand.clone()).unwrap_or_default();
            let by_hand = by_hand.over(&mut document.title, &mut document.metadata);
            let row = DocumentRow { by_hand, ..row_of(&document, &recipe, &rules) };
            let again = self.note(&document, row.key, known.is_none());
            if !again && known.is_some_and(|known| same(known, &row)) {
                self.report.unchanged += 1;
                self.report.durable += 1;
            } else {
                self.group.1 += document.text.len();
                group.insert(row.key, (row, document));
            }
        }
        Ok(())
    }

    /// Records a document that was read; returns true if its id was read before in this run.
    fn note(&mut self, document: &Document, key: Key, new: bool) -> bool {
        let line = |why: &str| Skipped::because(document.source.path.clone(), why);
        self.report.bytes += document.text.len() as u64;
        if let Some(why) = &document.partial {
            self.report.partial.push(line(why));
        }
        let again = self.seen.contains_key(&key);
        if again {
            self.report.replaced.push(line(&format!(
                "has the id {:?} of a source read before it; give one of them another id",
                document.id
            )));
        }
        if !again {
            let stated = document.language.as_str();
            self.report.count_language(if stated.is_empty() { language_or_script(&document.text) } else { stated });
        }
        self.seen.entry(key).or_insert(new);
        again
    }

    /// Looks up a batch in the store; waits first for a commit under way that touches the same documents or
    /// texts.
    pub(super) async fn see(&mut self, batch: ChangeBatch) -> Result<StoredBatch, EngineError> {
        let store = &*self.workspace.store;
        if let Some(pending) = &self.pending
            && !touched(store, &batch).await?.is_disjoint(&pending.touched)
        {
            self.wait().await?;
        }
        Ok(see(store, batch).await?)
    }

    /// Begins to commit a change, once the one before is durable.
    pub(super) async fn commit(&mut self, ready: Ready) -> Result<(), EngineError> {
        self.adapt();
        self.wait().await?;
        let Ready { change, plan, touched } = ready;
        if change.is_empty() {
            return Ok(());
        }
        let (store, uncovered) = (self.workspace.store.clone(), self.uncovered(&change));
        let commit = tokio::spawn(async move { store.commit(change).await });
        let (added, changed) = (plan.add.len() as u64, plan.edit.len() as u64);
        self.pending = Some(Pending { commit, touched, added, changed, uncovered });
        Ok(())
    }

    /// Commits marks of documents, which count neither as new nor as changed.
    pub(super) async fn commit_marks(&mut self, ready: Ready) -> Result<(), EngineError> {
        self.wait().await?;
        if !ready.change.is_empty() {
            self.workspace.store.commit(ready.change).await?;
        }
        Ok(())
    }

    /// Number of new chunks of a change without a vector, where there is a model.
    fn uncovered(&self, change: &Change) -> u64 {
        let bodies = change.bodies.iter().filter_map(|body| match body {
            BodyChange::Put(body) => Some(&body.chunks),
            BodyChange::Remove(_) => None,
        });
        let is_bare = |chunk: &&BodyChunk| matches!(chunk, BodyChunk::New(new) if new.vector.is_none());
        let bare = bodies.flatten().filter(is_bare).count() as u64;
        if self.workspace.embedder.is_some() { bare } else { 0 }
    }

    /// Waits until the pending commit is durable.
    pub(super) async fn wait(&mut self) -> Result<(), EngineError> {
        let Some(pending) = self.pending.take() else { return Ok(()) };
        let receipt = pending.commit.await.map_err(EngineError::died("committing"))??;
        self.report.added += pending.added;
        self.report.changed += pending.changed;
        self.report.durable += pending.added + pending.changed;
        self.report.chunks_added += receipt.added;
        self.report.chunks_removed += receipt.removed;
        self.report.uncovered += pending.uncovered;
        self.report.lagging = receipt.lagging;
        self.report_progress(true);
        Ok(())
    }

    /// Makes the next group as large as the last one's speed fills in the time that documents may
    /// wait.
    fn adapt(&mut self) {
        let (began, bytes) = self.group;
        let seconds = began.elapsed().as_secs_f64().max(1e-3);
        let fills = bytes as f64 / seconds * self.options.sync_every.as_secs_f64();
        self.limit = (fills as usize).clamp(SMALLEST_GROUP.min(self.options.group_bytes), self.options.group_bytes);
    }

    /// Reports progress; with `now` at once, else at intervals.
    fn report_progress(&mut self, now: bool) {
        let Some(progress) = &self.watch.progress else { return };
        if !now && self.told.is_some_and(|told| told.elapsed() < TELL_EVERY) {
            return;
        }
        self.told = Some(Instant::now());
        progress(&Progress {
            sources: self.sources,
            unchanged: self.report.unchanged,
            fresh: (self.seen.len() as u64).saturating_sub(self.report.unchanged),
            durable: self.report.durable,
            skipped: self.report.skipped.len() as u64,
            bytes: self.report.bytes,
            chunks: self.report.chunks_added,
            seconds: self.began.elapsed().as_secs_f64(),
        });
    }

    /// The report.
    pub(super) fn finish(mut self) -> IndexReport {
        self.report.languages.sort_by(|a, b| b.documents.cmp(&a.documents).then_with(|| a.language.cmp(&b.language)));
        self.report.seconds = self.began.elapsed().as_secs_f64();
        self.report
    }
}
