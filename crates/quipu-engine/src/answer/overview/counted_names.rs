//! Entities by the number of documents that name them.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Kind};

use super::CountedName;
use crate::base::graph::{Mentions, snapshot_rows};
use crate::base::ports::{Store, StoreError};

/// Bytes of a name that is no text.
const LONGEST: usize = 60;

/// The entities that the most documents name, the most named first.
pub(super) async fn most_named(store: &dyn Store, most: usize) -> Result<Vec<CountedName>, StoreError> {
    let whole = store.graph_snapshot().await?;
    let chunks = snapshot_rows::chunks(&*whole).await?;
    let entities = snapshot_rows::entities(&*whole).await?;
    let Mentions { chunks_of, .. } = Mentions::read(&*whole).await?;
    let mut counted: Vec<CountedName> = Vec::new();
    for (at, entity) in entities.into_iter().enumerate() {
        let named = !matches!(entity.kind, Kind::Word | Kind::Date | Kind::Identifier) && entity.name.len() <= LONGEST;
        let row = chunks_of.row(at);
        if !named || row.len() < 2 && entity.chunks < 2 {
            continue;
        }
        let documents: BTreeSet<Key> = row.iter().map(|chunk| chunks[*chunk as usize].document).collect();
        counted.push(CountedName {
            key: entity.key,
            name: entity.name,
            kind: entity.kind,
            documents: documents.len() as u64,
        });
    }
    counted.sort_by(|x, y| y.documents.cmp(&x.documents).then(x.key.cmp(&y.key)));
    counted.retain(|name| name.documents > 1);
    counted.truncate(most);
    Ok(counted)
}
