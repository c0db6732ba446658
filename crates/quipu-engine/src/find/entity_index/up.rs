//! Updates of things: the present contents of the documents are compared with the stored rows, by hashes, and only
//! differences are worded and embedded again.
//!
//! Rows are made durable as they come, each under its hash: a run after an interruption reuses them. Blocks and the
//! mark of completion follow at the end.

use crate::find::entity_index::wanted::Wanted;
use std::time::Instant;

use quipu_kernel::model::Key;
use quipu_kernel::rank::quantise::Quantised;
use quipu_kernel::rank::things::{PAIRS, PackedThing, Spread};
use quipu_kernel::view::ThingKind;
use rustc_hash::FxHashMap;

use super::entities::{self, EntityWords};
use super::kept::{self, Done, Row};
use super::models::ModelSaid;
use super::whole::WholeGraph;
use super::{MOST, TOGETHER, ThingProgress, ThingReport, ThingState, relations};
use crate::base::ports::{Kept, Role};
use crate::base::{EngineError, Workspace};
use crate::write::index::Listener;

/// The rules and the model by which things are made.
pub(super) fn recipe(workspace: &Workspace) -> String {
    let model = workspace.embedder.as_ref().map_or("", |embedder| embedder.card().name.as_str());
    format!("{model} {}", workspace.extractor.recipe())
}

/// The state of the index, if it is that of the workspace.
///
/// # Errors
/// When the store or the shelf cannot be read.
pub(super) async fn current(workspace: &Workspace, shelf: &dyn Kept) -> Result<Option<Done>, EngineError> {
    let (done, change) = (kept::done(shelf).await?, workspace.store.status().await?.change);
    Ok(done.filter(|done| done.change == change && done.recipe == recipe(workspace)))
}

/// Brings the searchable things of a workspace up to date.
///
/// # Errors
/// When the store or the embedding model fails, or the shelf cannot be read or written.
pub async fn bring_up(
    workspace: &Workspace,
    shelf: &dyn Kept,
    progress: Option<&Listener<ThingProgress>>,
) -> Result<ThingReport, EngineError> {
    let began = Instant::now();
    if let Some(Done { entities, relations, .. }) = current(workspace, shelf).await? {
        let seconds = began.elapsed().as_secs_f64();
        return Ok(ThingReport { entities, relations, seconds, ..ThingReport::default() });
    }
    let store = &*workspace.store;
    let whole = WholeGraph::read(store).await?;
    let said = ModelSaid::read(store, &whole).await?;
    let recipe = recipe(workspace);
    let before = kept::done(shelf).await?;
    let mut run =
        Run { workspace, shelf, progress, recipe: Key::text(&recipe), before, report: ThingReport::default() };
    let entities = run.sorted_out(ThingKind::Entity, entities::wanted(&whole, &said)).await?;
    let relations = run.sorted_out(ThingKind::Relation, relations::wanted(&whole, &said)).await?;
    let of = (entities.new.len() + relations.new.len()) as u64;
    if !entities.is_same() || !relations.is_same() {
        kept::undo(shelf).await?;
    }
    run.report.entities = run.entities(entities, &whole, of).await?;
    run.report.relations = run.relations(relations, of).await?;
    let ThingReport { entities, relations, .. } = run.report;
    kept::keep_done(shelf, &Done { change: whole.change, recipe, entities, relations }).await?;
    Ok(ThingReport { seconds: began.elapsed().as_secs_f64(), ..run.report })
}

/// The things in the most chunks, and how many others there are.
fn fewer<T>(mut wanted: Vec<(Wanted, T)>) -> (Vec<(Wanted, T)>, u64) {
    let left_out = wanted.len().saturating_sub(MOST);
    if left_out > 0 {
        wanted.sort_unstable_by_key(|(wanted, _)| (std::cmp::Reverse(wanted.chunks), wanted.key));
        wanted.truncate(MOST);
    }
    wanted.sort_unstable_by_key(|(wanted, _)| wanted.key);
    (wanted, left_out as u64)
}

/// The things of a kind: unchanged ones, and those to compute.
struct Sorted<T> {
    /// The number before.
    before: usize,
    standing: Vec<PackedThing>,
    new: Vec<(Wanted, T)>,
    /// The keys of removed things.
    gone: Vec<Key>,
    /// Number left out, since there are too many.
    left_out: u64,
}

impl<T> Sorted<T> {
    fn is_same(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty()
    }
}

struct Run<'a> {
    workspace: &'a Workspace,
    shelf: &'a dyn Kept,
    progress: Option<&'a Listener<ThingProgress>>,
    recipe: Key,
    /// The state after the last completed run; none if a later one was cut off.
    before: Option<Done>,
    report: ThingReport,
}

impl Run<'_> {
    async fn sorted_out<T>(&self, kind: ThingKind, wanted: Vec<(Wanted, T)>) -> Result<Sorted<T>, EngineError> {
        let mut known: FxHashMap<Key, PackedThing> = kept::packed(self.shelf, kind).await?;
        let before = known.len();
        let (wanted, left_out) = fewer(wanted);
        let (mut standing, mut new) = (Vec::new(), Vec::new());
        for (mut wanted, words) in wanted {
            wanted.input = Key::of("thing", &[self.recipe.bytes(), wanted.input.bytes()]);
            match known.remove(&wanted.key).filter(|thing| thing.input == wanted.input) {
                Some(thing) => standing.push(thing),
                None => new.push((wanted, words)),
            }
        }
        Ok(Sorted { before, standing, new, gone: known.into_keys().collect(), left_out })
    }

    async fn entities(
        &mut self,
        mut sorted: Sorted<EntityWords>,
        whole: &WholeGraph,
        of: u64,
    ) -> Result<ThingState, EngineError> {
        let mut new = std::mem::take(&mut sorted.new);
        // Neighbours in the documents are read together.
        new.sort_by(|(_, x), (_, y)| x.chunks.first().cmp(&y.chunks.first()));
        let mut made = Vec::new();
        for some in new.chunks(TOGETHER) {
            let (there, missing) = self.there(ThingKind::Entity, some).await?;
            made.extend(there);
            let missing: Vec<&(Wanted, EntityWords)> = missing.into_iter().map(|at| &some[at]).collect();
            let rows = entities::worded(&*self.workspace.store, whole, &missing).await?;
            made.extend(self.embedded(ThingKind::Entity, rows, of).await?);
        }
        self.finish(ThingKind::Entity, sorted, made).await
    }

    async fn relations(&mut self, mut sorted: Sorted<Row>, of: u64) -> Result<ThingState, EngineError> {
        let new = std::mem::take(&mut sorted.new);
        let mut made = Vec::new();
        for some in new.chunks(TOGETHER) {
            let (there, missing) = self.there(ThingKind::Relation, some).await?;
            made.extend(there);
            let row = |at: usize| (some[at].0.key, Row { input: some[at].0.input, ..some[at].1.clone() });
            made.extend(self.embedded(ThingKind::Relation, missing.into_iter().map(row).collect(), of).await?);
        }
        self.finish(ThingKind::Relation, sorted, made).await
    }

    /// The rows of an earlier run that was interrupted; and the positions of the others.
    async fn there<T>(
        &self,
        kind: ThingKind,
        some: &[(Wanted, T)],
    ) -> Result<(Vec<PackedThing>, Vec<usize>), EngineError> {
        let (mut there, mut missing) = (Vec::new(), Vec::new());
        for (at, (wanted, _)) in some.iter().enumerate() {
            match kept::row(self.shelf, kind, wanted.key).await?.filter(|row| row.input == wanted.input) {
                Some(row) => there.push(row.packed(wanted.key)),
                None => missing.push(at),
            }
        }
        Ok((there, missing))
    }

    /// Computes the vectors of rows, and keeps the rows.
    async fn embedded(
        &mut self,
        kind: ThingKind,
        mut rows: Vec<(Key, Row)>,
        of: u64,
    ) -> Result<Vec<PackedThing>, EngineError> {
        if let Some(embedder) = self.workspace.embedder.as_ref().filter(|_| !rows.is_empty()) {
            let texts: Vec<&str> = rows.iter().map(|(_, row)| row.text.as_str()).collect();
            let vectors = embedder.embed(&texts, Role::Passage).await?;
            for ((_, row), vector) in rows.iter_mut().zip(vectors) {
                row.vector = vector.as_deref().map(Quantised::new);
            }
        }
        kept::keep_rows(self.shelf, kind, &rows).await?;
        self.report.made += rows.len() as u64;
        if let Some(progress) = self.progress {
            progress(&ThingProgress { made: self.report.made, of });
        }
        Ok(rows.iter().map(|(key, row)| row.packed(*key)).collect())
    }

    /// Keeps the blocks of a kind, and drops the rows of removed things.
    async fn finish<T>(
        &mut self,
        kind: ThingKind,
        sorted: Sorted<T>,
        made: Vec<PackedThing>,
    ) -> Result<ThingState, EngineError> {
        let Sorted { before, mut standing, gone, left_out, .. } = sorted;
        let mut touched: Vec<Key> = made.iter().map(|thing| thing.key).collect();
        touched.extend(&gone);
        standing.extend(made);
        standing.sort_unstable_by_key(|thing| thing.key);
        let was = self.before.as_ref().map(|done| done.of(kind));
        if touched.is_empty()
            && let Some(was) = was
        {
            return Ok(ThingState { left_out, ..was });
        }
        kept::keep_blocks(self.shelf, kind, &standing, before, &touched).await?;
        let keys: Vec<Key> = standing.iter().map(|thing| thing.key).collect();
        self.report.gone += match was {
            Some(_) => kept::drop_rows(self.shelf, kind, &gone).await?,
            None => kept::drop_others(self.shelf, kind, &keys).await?,
        };
        Ok(ThingState { things: keys.len() as u64, left_out, spread: self.spread(kind, &keys).await? })
    }

    /// The distribution of cosines of things, by a sample.
    async fn spread(&self, kind: ThingKind, keys: &[Key]) -> Result<Spread, EngineError> {
        let mut vectors = Vec::new();
        for key in keys.iter().step_by((keys.len() / PAIRS).max(1)) {
            let row = kept::row(self.shelf, kind, *key).await?;
            vectors.extend(row.and_then(|row| row.vector).map(|vector| vector.vector()));
        }
        Ok(Spread::of(&vectors))
    }
}
