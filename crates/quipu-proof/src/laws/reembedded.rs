//! Laws of re-embedding: another model's vectors come into use together, and are those that indexing
//! with that model gives.

use crate::laws::indexed::forget;
use std::sync::Arc;

use quipu_engine::Workspace;
use quipu_engine::index::Watch;
use quipu_engine::inside::embedded_text;
use quipu_engine::ports::{DumpRow, Embedder, Role, StoreError, WaitingChunk};
use quipu_engine::reembed::{fill, switch};

use super::indexed::index_all;
use super::world::World;
use super::{Broken, Empty, alike, dump, patiently, toys};

/// Gives a workspace the vectors of another model, from where it was left.
pub(super) async fn revector(workspace: &mut Workspace, model: &Arc<dyn Embedder>) -> Result<(), Broken> {
    let store = &*workspace.store;
    let mut report = patiently(async || fill(store, model, &Watch::default()).await).await?;
    patiently(async || switch(store, model, &mut report).await).await?;
    Broken::unless(report.switched && !report.stopped, "all is filled, then switched", || format!("{report:?}"))?;
    workspace.embedder = Some(Arc::clone(model));
    Ok(())
}

/// Gives the first few chunks that wait a vector of another model, and tries to switch too early.
async fn begin(workspace: &Workspace, model: &dyn Embedder) -> Result<(), Broken> {
    let store = &*workspace.store;
    let waiting = patiently(async || Ok(store.waiting(model.card(), 3).await?)).await?;
    let mut vectors = Vec::new();
    for WaitingChunk { title, chunk } in &waiting.chunks {
        let text = embedded_text(title, chunk);
        let vector = patiently(async || Ok(model.embed(&[text.as_str()], Role::Passage).await?)).await?;
        vectors.push((chunk.key, vector.into_iter().next().flatten()));
    }
    let given = vectors.len() as u64;
    patiently(async || Ok(store.put_vectors(model.card(), vectors.clone()).await?)).await?;
    let left = patiently(async || Ok(store.waiting(model.card(), 0).await?.left)).await?;
    Broken::unless(left == waiting.left - given, "what has its vector does not wait", || format!("{left}"))?;
    if left == 0 {
        return Ok(());
    }
    let refused = patiently(async || match store.switch(model.card()).await {
        Err(StoreError::Waiting { waiting, .. }) => Ok(waiting == left),
        Err(error) => Err(error.into()),
        Ok(_) => Ok(false),
    });
    Broken::unless(refused.await?, "no switch while chunks wait", || format!("{left} wait"))
}

/// No vector of another model is seen until all are there; runs that are stopped, and indexing between
/// them, change nothing of the end; and the way back leads to the start.
pub(super) async fn another_model_and_back(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let mut world = World::new(seed ^ 0x5eed);
    let mut lived = toys::workspace(empty());
    let (toy, other) = (lived.embedder.clone(), toys::other());
    for _ in 0..2 {
        world.step();
        index_all(&lived, &world.documents).await?;
        let before = patiently(async || Ok(dump(&*lived.store).await?)).await?;
        begin(&lived, &*other).await?;
        let after = patiently(async || Ok(dump(&*lived.store).await?)).await?;
        Broken::unless(before == after, "vectors of another model are not seen before all are there", String::new)?;
    }
    revector(&mut lived, &other).await?;
    world.step();
    index_all(&lived, &world.documents).await?;
    let mut fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    revector(&mut fresh, &other).await?;
    // Documents that earlier steps removed are still in the store that lived.
    let gone = |id: &String| !world.documents.contains_key(id);
    forget(&lived, gone).await?;
    alike(&lived, &fresh).await?;
    whole(&lived, &*other).await?;
    let Some(toy) = toy else { return Ok(()) };
    revector(&mut lived, &toy).await?;
    let fresh = toys::workspace(empty());
    index_all(&fresh, &world.documents).await?;
    alike(&lived, &fresh).await?;
    let verified = patiently(async || Ok(lived.store.verify(false).await?)).await?;
    Broken::unless(verified.problems.is_empty(), "a living store is sound", || format!("{:?}", verified.problems))
}

/// Every vector has the model's length, and there are some where a text has Latin letters.
async fn whole(workspace: &Workspace, model: &dyn Embedder) -> Result<(), Broken> {
    let rows = patiently(async || Ok(dump(&*workspace.store).await?)).await?;
    for row in rows {
        let DumpRow::Chunk { chunk, vector, .. } = row else { continue };
        let fits = match vector {
            Some(vector) => vector.len() == model.card().dimension,
            None => !chunk.text.chars().any(|letter| letter.is_ascii_alphabetic()),
        };
        Broken::unless(fits, "every chunk that the model covers has its vector", || format!("{chunk:?}"))?;
    }
    Ok(())
}
