//! What models say of all chunks, counted while the chunks are read for something else, so that they need not be read
//! again for it.

use std::collections::BTreeMap;

use super::counted::{Counted, Tally};
use super::fragments::chunks;
use super::held::Held;
use crate::EngineError;
use crate::ports::{Store, StoredChunk};

/// The most names and relations that are counted in passing, some 20 MB: of more, all is read again when it is wanted.
const MOST: usize = 1 << 17;

/// What models say of the chunks that were heard.
#[derive(Default)]
pub struct Overheard {
    counted: Counted,
    held: Held,
    over: bool,
}

impl Overheard {
    /// Counts what models say of a chunk. It must be what is stored when all were heard.
    pub(crate) fn hear(&mut self, stored: &StoredChunk) {
        if self.over {
            return;
        }
        self.counted.count(stored, &mut self.held);
        if self.counted.names.len() + self.counted.relations.len() > MOST {
            *self = Self { over: true, ..Self::default() };
        }
    }

    /// What is said in a store.
    pub(crate) async fn of(store: &dyn Store) -> Result<Self, EngineError> {
        let mut said = Self::default();
        chunks(store, |stored| said.hear(&stored)).await?;
        Ok(said)
    }

    /// How often and in how many bytes something is said of each name and relation that was heard of.
    pub(crate) fn tallies(&self) -> BTreeMap<String, (u64, u64)> {
        let Counted { names, of_names, predicates, relations, of_relations } = &self.counted;
        let (names, predicates) = (names.in_order(), predicates.in_order());
        let name = |at: u32| format!("{:?}", names[at as usize]);
        let entities = (0..names.len() as u32).map(|at| (name(at), of_names.of(at)));
        let relations = relations.in_order().into_iter().zip(0..).map(|((source, predicate, target), at)| {
            let ends = [name(*source), predicates[*predicate as usize].clone(), name(*target)];
            (ends.join(" "), of_relations.of(at))
        });
        entities.chain(relations).map(|(of, Tally { count, bytes })| (of, (count, bytes))).collect()
    }

    /// All that was said, unless it was too much.
    pub(super) fn whole(self) -> Option<(Counted, Held)> {
        (!self.over).then_some((self.counted, self.held))
    }
}
