//! Documents whose files are gone: reported, and removed only if the run prunes and could read their folders.

use quipu_kernel::model::Key;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index_run::IndexRun;
use super::{IndexOptions, Moved, SkipCause, Skipped};
use crate::base::EngineError;
use crate::base::ports::{DocumentRow, Select, StoreError};
use crate::write::change::{ChangeBatch, ready};

/// Page size of document listings and removals.
const PAGE: usize = 1024;

impl IndexOptions {
    /// True if this run reads the part of the workspace that a source path lies in.
    fn covers(&self, path: &str) -> bool {
        lies_in(path, &self.scope)
    }
}

/// True if a source path is one of `places` or lies below one.
pub fn lies_in(path: &str, places: &[String]) -> bool {
    places.iter().any(|place| {
        path.strip_prefix(place.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || place.ends_with('/'))
    })
}

impl IndexRun<'_> {
    /// Finds the documents that this run should have read and did not; removes them if it prunes. Where their files are
    /// gone they are missing; where these are there and give no text, they are stale. A run that was stopped does not
    /// know them.
    pub(super) async fn settle_vanished(&mut self) -> Result<(), EngineError> {
        if self.report.stopped || (self.options.scope.is_empty() && self.report.skipped.is_empty()) {
            return Ok(());
        }
        let is_kept = |row: &DocumentRow| lies_in(&row.source.path, &self.options.unreached);
        let (kept, vanished): (Vec<_>, Vec<_>) = self.vanished().await?.into_iter().partition(is_kept);
        self.report.kept = kept.into_iter().map(|row| row.id).collect();
        let (unread, gone) = self.with_unread(vanished);
        self.find_moved(&gone).await?;
        if !self.options.prune {
            self.report.missing = gone.into_iter().map(|row| row.id).collect();
            return self.mark_stale(unread).await;
        }
        let (passing, lasting): (Vec<_>, Vec<_>) =
            unread.into_iter().partition(|(_, skipped)| skipped.cause == SkipCause::Passing && !self.options.force);
        let mut removed: Vec<DocumentRow> = gone.into_iter().chain(lasting.into_iter().map(|(row, _)| row)).collect();
        removed.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        self.report.removed = removed.iter().map(|row| row.id.clone()).collect();
        self.remove(&removed).await?;
        self.mark_stale(passing).await
    }

    /// The documents whose files gave no text, each with the reason, and those whose files are gone.
    fn with_unread(&self, vanished: Vec<DocumentRow>) -> (Vec<(DocumentRow, Skipped)>, Vec<DocumentRow>) {
        let skipped: FxHashMap<&str, &Skipped> =
            self.report.skipped.iter().map(|skipped| (skipped.path.as_str(), skipped)).collect();
        let (mut unread, mut gone) = (Vec::new(), Vec::new());
        for row in vanished {
            match skipped.get(row.source.path.as_str()) {
                Some(skipped) => unread.push((row, (*skipped).clone())),
                None => gone.push(row),
            }
        }
        (unread, gone)
    }

    async fn vanished(&self) -> Result<Vec<DocumentRow>, StoreError> {
        let unread: FxHashSet<&str> = self.report.skipped.iter().map(|skipped| skipped.path.as_str()).collect();
        let gone = |row: &DocumentRow| {
            let path = row.source.path.as_str();
            (self.options.covers(path) || unread.contains(path)) && !self.seen.contains_key(&row.key)
        };
        let (mut after, mut out) = (None, Vec::new());
        loop {
            let page = self.workspace.store.documents(&Select::After(after, PAGE)).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.key);
            out.extend(page.into_iter().filter(gone));
        }
        out.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        Ok(out)
    }

    /// A vanished document whose text this run added under another id has moved there.
    async fn find_moved(&mut self, vanished: &[DocumentRow]) -> Result<(), StoreError> {
        let mut texts: Vec<Key> = vanished.iter().map(|row| row.text).collect();
        texts.sort_unstable();
        texts.dedup();
        let copies = self.workspace.store.documents(&Select::Texts(texts)).await?;
        let added = copies.into_iter().filter(|row| self.seen.get(&row.key) == Some(&true));
        let mut moved_to: FxHashMap<Key, String> = FxHashMap::default();
        for row in added {
            let to = moved_to.entry(row.text).or_insert_with(|| row.id.clone());
            if row.id < *to {
                *to = row.id;
            }
        }
        let moved = |row: &DocumentRow| Some(Moved { from: row.id.clone(), to: moved_to.get(&row.text)?.clone() });
        self.report.moved = vanished.iter().filter_map(moved).collect();
        Ok(())
    }

    async fn remove(&mut self, vanished: &[DocumentRow]) -> Result<(), EngineError> {
        for page in vanished.chunks(PAGE) {
            let removed = page.iter().map(|row| row.key).collect();
            let seen = self.see(ChangeBatch { documents: Vec::new(), removed }).await?;
            let ready = ready(self.workspace, seen, self.options.workers).await?;
            self.commit(ready).await?;
            self.wait().await?;
        }
        Ok(())
    }
}
