//! Names of entities, looked up together.

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::ports::{Store, StoreError};

/// The entities among `of` for each of their names, with their display names.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn names_of(
    store: &dyn Store,
    entities: impl Iterator<Item = (Key, &str)>,
) -> Result<FxHashMap<Key, Key>, StoreError> {
    let (wanted, folded): (FxHashSet<Key>, Vec<String>) = entities.map(|(key, name)| (key, fold_name(name))).unzip();
    let rows = store.named(&folded).await?.into_iter().filter(|row| wanted.contains(&row.key));
    let found = rows.flat_map(|row| row.keys.into_iter().map(move |name| (name, row.key)));
    // What a person called it need be no name of it; its key is that of one.
    Ok(wanted.iter().map(|key| (*key, *key)).chain(found).collect())
}
