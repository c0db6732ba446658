//! Virtual fields of filters: their values are derived from stored data, and are not stored themselves.

use std::fmt::Debug;

use futures::future::BoxFuture;
use quipu_engine::ports::Store;
use quipu_kernel::model::Key;
use quipu_kernel::view::Filter;

use crate::Error;

/// A virtual field, supplied in [`crate::Opening::fields`] by a crate on top of the library.
pub trait VirtualField: Debug + Send + Sync {
    /// Its name in filters, one of [`crate::settings::VIRTUAL`].
    fn name(&self) -> &'static str;
    /// The chunks that have one of `values`, of the documents that `others` admits.
    fn chunks<'a>(
        &'a self,
        store: &'a dyn Store,
        values: &'a [String],
        others: &'a Filter,
    ) -> BoxFuture<'a, Result<Vec<Key>, Error>>;
}
