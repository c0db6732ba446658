//! The rows of a [`Whole`], read to their end by batches.

use crate::ports::{StoreError, Whole, WholeChunk, WholeEntity, WholeRelation};

/// Rows read at a time.
const BATCH: usize = 1 << 14;

/// All entities, in the order of their positions.
pub(crate) async fn entities(whole: &dyn Whole) -> Result<Vec<WholeEntity>, StoreError> {
    let mut all = Vec::with_capacity(whole.extent().entities as usize);
    loop {
        let batch = whole.entities(all.len() as u32, BATCH).await?;
        if batch.is_empty() {
            return Ok(all);
        }
        all.extend(batch);
    }
}

/// All chunks, in the order of their positions.
pub(crate) async fn chunks(whole: &dyn Whole) -> Result<Vec<WholeChunk>, StoreError> {
    let mut all = Vec::with_capacity(whole.extent().chunks as usize);
    loop {
        let batch = whole.chunks(all.len() as u32, BATCH).await?;
        if batch.is_empty() {
            return Ok(all);
        }
        all.extend(batch);
    }
}

/// Hands each relation to `take`.
pub(crate) async fn relations(whole: &dyn Whole, mut take: impl FnMut(WholeRelation)) -> Result<(), StoreError> {
    let mut first = 0;
    loop {
        let batch = whole.relations(first, BATCH).await?;
        if batch.is_empty() {
            return Ok(());
        }
        first += batch.len() as u32;
        batch.into_iter().for_each(&mut take);
    }
}
