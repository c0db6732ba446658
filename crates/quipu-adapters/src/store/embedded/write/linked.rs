//! The check of a name for links.

use heed::RoTxn;

use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::failures::io;
use quipu_engine::ports::StoreError;
/// True if there are links between a name and another one.
pub(crate) fn has_links(name: u32, tables: &Tables, txn: &RoTxn<'_>) -> Result<bool, StoreError> {
    Ok(tables.links.prefix_iter(txn, &name.to_be_bytes()).map_err(io)?.next().transpose().map_err(io)?.is_some())
}
