//! The rows of a [`Whole`], read to their end by batches.

use crate::base::ports::{Boxed, StoreError, Whole, WholeChunk, WholeEntity, WholeRelation};

/// Rows read at a time.
const BATCH: usize = 1 << 14;

/// Passes each row to `take`; `read` returns a batch from a position on.
async fn each<'w, T>(
    read: impl Fn(u32) -> Boxed<'w, Result<Vec<T>, StoreError>>,
    mut take: impl FnMut(T),
) -> Result<(), StoreError> {
    let mut first = 0;
    loop {
        let batch = read(first).await?;
        if batch.is_empty() {
            return Ok(());
        }
        first += batch.len() as u32;
        batch.into_iter().for_each(&mut take);
    }
}

/// All chunks, in the order of their positions.
pub(crate) async fn chunks(whole: &dyn Whole) -> Result<Vec<WholeChunk>, StoreError> {
    let mut all = Vec::with_capacity(whole.extent().chunks as usize);
    each(|first| whole.chunks(first, BATCH), |row| all.push(row)).await?;
    Ok(all)
}

/// All entities, in the order of their positions.
pub(crate) async fn entities(whole: &dyn Whole) -> Result<Vec<WholeEntity>, StoreError> {
    let mut all = Vec::with_capacity(whole.extent().entities as usize);
    each_entity(whole, |row| all.push(row)).await?;
    Ok(all)
}

/// Hands each entity to `take`.
pub(crate) async fn each_entity(whole: &dyn Whole, take: impl FnMut(WholeEntity)) -> Result<(), StoreError> {
    each(|first| whole.entities(first, BATCH), take).await
}

/// Hands each relation to `take`.
pub(crate) async fn each_relation(whole: &dyn Whole, take: impl FnMut(WholeRelation)) -> Result<(), StoreError> {
    each(|first| whole.relations(first, BATCH), take).await
}
