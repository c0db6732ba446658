//! The content of a store, as lines.

use quipu_engine::ports::DumpRow;
use quipu_engine::ports::Store;
use quipu_engine::ports::StoreError;
/// All rows of a store's dump.
///
/// # Errors
/// When the store cannot be read.
pub async fn dump(store: &dyn Store) -> Result<Vec<DumpRow>, StoreError> {
    let mut rows = Vec::new();
    let mut take = |row| {
        rows.push(row);
        true
    };
    store.dump(&mut take).await?;
    Ok(rows)
}
