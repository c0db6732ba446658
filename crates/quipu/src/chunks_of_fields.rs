//! Queries whose conditions on virtual fields become chunks.

use quipu_engine::query::Query;
use quipu_kernel::model::Key;
use quipu_kernel::view::{Condition, Filter, scalar};

use crate::{Error, Quipu};

impl Quipu {
    /// The query whose conditions on virtual fields are chunks.
    ///
    /// # Errors
    /// When a field has no such value, or the workspace cannot be read.
    pub(crate) async fn with_virtual_fields(&self, query: Query) -> Result<Query, Error> {
        let is_of = |condition: &Condition| self.fields().iter().any(|field| field.name() == condition.field);
        let (asked, all): (Vec<Condition>, Vec<Condition>) = query.filter.all.iter().cloned().partition(is_of);
        if asked.is_empty() {
            return Ok(query);
        }
        let others = Filter { all, ..query.filter };
        let store = self.reading()?.store;
        let mut chunks: Option<Vec<Key>> = others.chunks.clone();
        for field in self.fields() {
            let of_field: Vec<_> = asked.iter().filter(|condition| condition.field == field.name()).collect();
            if of_field.is_empty() {
                continue;
            }
            let values: Vec<String> =
                of_field.into_iter().flat_map(|condition| &condition.any_of).filter_map(scalar).collect();
            let found = field.chunks(&*store, &values, &others).await?;
            chunks = Some(match chunks {
                Some(before) => before.into_iter().filter(|key| found.contains(key)).collect(),
                None => found,
            });
        }
        Ok(Query { filter: Filter { chunks, ..others }, ..query })
    }
}
