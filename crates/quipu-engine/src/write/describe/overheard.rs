//! Descriptions of all chunks, counted while the chunks are read for another purpose, so that they need not be read
//! again.

use crate::base::documents::Owners;
use std::collections::BTreeMap;

use super::counted::{Counted, Tally};

use super::held::Held;
use crate::base::EngineError;
use crate::base::ports::{Store, StoredChunk};

/// The most names and relations that are counted in passing, some 20 MB: above that, all is read again on demand.
const MOST: usize = 1 << 17;

/// The counts of models' descriptions in the chunks read; nothing if there were too many.
pub struct Overheard(Option<(Counted, Held)>);

impl Default for Overheard {
    fn default() -> Self {
        Self(Some(Default::default()))
    }
}

impl Overheard {
    /// Counts the descriptions of chunks. At the end these must be the stored ones.
    pub(crate) fn hear(&mut self, chunks: &[StoredChunk]) {
        let Some((counted, held)) = &mut self.0 else { return };
        chunks.iter().for_each(|stored| counted.count(stored, held));
        if counted.names.len() + counted.relations.len() > MOST {
            self.0 = None;
        }
    }

    /// The counts of a store.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn of(store: &dyn Store) -> Result<Self, EngineError> {
        Ok(Self(Some(read(store).await?)))
    }

    /// The number and bytes of descriptions for each name and relation.
    pub fn tallies(&self) -> BTreeMap<String, (u64, u64)> {
        let Some((counted, _)) = &self.0 else { return BTreeMap::new() };
        let Counted { names, of_names, predicates, relations, of_relations } = counted;
        let (names, predicates) = (names.in_order(), predicates.in_order());
        let name = |at: u32| format!("{:?}", names[at as usize]);
        let entities = (0..names.len() as u32).map(|at| (name(at), of_names.of(at)));
        let relations = relations.in_order().into_iter().zip(0..).map(|((source, predicate, target), at)| {
            let ends = [name(*source), predicates[*predicate as usize].clone(), name(*target)];
            (ends.join(" "), of_relations.of(at))
        });
        entities.chain(relations).map(|(of, Tally { count, bytes })| (of, (count, bytes))).collect()
    }

    /// All of it, unless there was too much.
    pub(super) fn whole(self) -> Option<(Counted, Held)> {
        self.0
    }
}

/// All descriptions in a store, counted and, as far as possible, held.
pub(crate) async fn read(store: &dyn Store) -> Result<(Counted, Held), EngineError> {
    let (mut counted, mut held) = (Counted::default(), Held::default());
    chunks(store, |stored| counted.count(&stored, &mut held)).await?;
    Ok((counted, held))
}

/// Reads models' facts of the chunks of every body, once.
pub(crate) async fn chunks(store: &dyn Store, mut take: impl FnMut(StoredChunk)) -> Result<(), EngineError> {
    let mut owners = Owners::by_models(store);
    while let Some((_, chunks)) = owners.next().await? {
        chunks.into_iter().for_each(&mut take);
    }
    Ok(())
}
