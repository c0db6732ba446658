//! Virtual fields of filters: what they ask for follows from what is stored, and is not stored itself.

use std::fmt::Debug;

use futures::future::BoxFuture;
use quipu_engine::ports::Store;
use quipu_kernel::model::Key;
use quipu_kernel::view::Filter;

use crate::Error;

/// A virtual field, which a crate on top of the library gives to [`crate::Opening::fields`].
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
