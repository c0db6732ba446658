//! Mentions of a whole workspace: entities of chunks and chunks of entities, as sparse rows both ways.
//!
//! Cost: one walk over the store's lists of chunks, and four bytes a mention each way; a workspace of a million chunks
//! with twenty entities each has 160 MB.

use quipu_kernel::graph::Sparse;

use crate::base::ports::{StoreError, Whole};

/// Mentions read at a time.
const BATCH: usize = 1 << 18;

/// The mentions of a whole workspace, by the positions of [`Whole`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mentions {
    /// For each entity, the chunks that hold it.
    pub chunks_of: Sparse,
    /// For each chunk, the entities in it.
    pub entities_in: Sparse,
}

impl Mentions {
    /// Reads them all, by batches.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn read(whole: &dyn Whole) -> Result<Self, StoreError> {
        let extent = whole.extent();
        let mut chunks_of = Sparse::default();
        while chunks_of.rows() < extent.entities as usize {
            let batch = whole.chunks_of(chunks_of.rows() as u32, BATCH).await?;
            if batch.rows() == 0 {
                let reason = format!("only {} of {} entities could be read", chunks_of.rows(), extent.entities);
                return Err(StoreError::Damaged { part: "entities".into(), reason });
            }
            chunks_of.append(&batch);
        }
        let entities_in = chunks_of.transposed(extent.chunks as usize);
        Ok(Self { chunks_of, entities_in })
    }
}
