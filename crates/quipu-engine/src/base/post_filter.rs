//! Hits under a filter, each with a document that passes it: a text that several documents have is
//! owned by one of them, which the filter may refuse.

use std::collections::BTreeMap;

use quipu_kernel::model::Key;
use quipu_kernel::view::{Evidence, Filter, fields};

use crate::base::ports::{Select, Store, StoreError};

/// Assigns each hit whose document does not pass to the document of the same text that does, the smallest by
/// key.
pub(crate) async fn passing(store: &dyn Store, filter: &Filter, evidence: &mut Evidence) -> Result<(), StoreError> {
    if filter.is_empty() || evidence.hits.is_empty() {
        return Ok(());
    }
    let mut owners: Vec<Key> = evidence.hits.iter().map(|hit| hit.document).collect();
    owners.sort_unstable();
    owners.dedup();
    let mut refused = store.documents(&Select::Keys(owners)).await?;
    refused.retain(|row| !filter.admits(&fields(&row.described())));
    let mut texts: Vec<Key> = refused.iter().map(|row| row.text).collect();
    texts.sort_unstable();
    texts.dedup();
    let mut first: BTreeMap<Key, Key> = BTreeMap::new();
    for row in store.documents(&Select::Texts(texts)).await? {
        if filter.admits(&fields(&row.described())) {
            first.entry(row.text).and_modify(|key| *key = row.key.min(*key)).or_insert(row.key);
        }
    }
    let instead: BTreeMap<Key, Key> =
        refused.iter().filter_map(|row| Some((row.key, *first.get(&row.text)?))).collect();
    for hit in &mut evidence.hits {
        hit.document = instead.get(&hit.document).copied().unwrap_or(hit.document);
    }
    Ok(())
}
