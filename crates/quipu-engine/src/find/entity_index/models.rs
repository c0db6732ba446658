//! Descriptions of entities and of relations by models, over all chunks, by the positions of a [`WholeGraph`].

use std::collections::BTreeMap;

use quipu_kernel::model::{ExtractedBy, Key, Name};
use quipu_kernel::text::head;
use rustc_hash::{FxHashMap, FxHashSet};

use super::whole::WholeGraph;
use crate::base::EngineError;
use crate::base::documents::Owners;
use crate::base::ports::{Store, StoredChunk};

/// Maximum bytes of descriptions that are searched per thing.
const LONGEST: usize = 800;
/// Batch size of name lookups.
const NAMES: usize = 512;

/// The descriptions of one thing: each text once, in the order of their chunks.
#[derive(Debug, Clone, Default)]
struct Telling(BTreeMap<(Key, u32), String>);

impl Telling {
    fn add(&mut self, chunk: Key, text: &str) {
        let next = self.0.range((chunk, 0)..=(chunk, u32::MAX)).next_back().map_or(0, |((_, at), _)| at + 1);
        if !text.is_empty() {
            self.0.insert((chunk, next), text.to_owned());
        }
    }

    fn merged(&self) -> String {
        let (mut out, mut seen) = (String::new(), FxHashSet::default());
        for text in self.0.values().filter(|text| seen.insert(text.as_str())) {
            if out.len() + text.len() > LONGEST && !out.is_empty() {
                break;
            }
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(head(text, LONGEST));
        }
        out
    }
}

/// Descriptions by models.
#[derive(Debug, Default)]
pub(super) struct ModelSaid {
    entities: FxHashMap<u32, String>,
    /// By source, predicate in lower case, and target; relations without a description included.
    relations: FxHashMap<(u32, String, u32), String>,
}

/// Descriptions by the names that chunks use.
#[derive(Default)]
struct Gathered {
    entities: FxHashMap<Name, Telling>,
    relations: FxHashMap<(Name, String, Name), Telling>,
}

impl ModelSaid {
    /// Reads all descriptions by models.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn read(store: &dyn Store, whole: &WholeGraph) -> Result<Self, EngineError> {
        let mut gathered = Gathered::default();
        let mut owners = Owners::by_models(store);
        while let Some((_, chunks)) = owners.next().await? {
            chunks.iter().for_each(|stored| gathered.take(stored));
        }
        let places = gathered.places(store, whole).await?;
        let mut said = Self::default();
        let mut tellings: BTreeMap<u32, Telling> = BTreeMap::new();
        for (name, telling) in gathered.entities {
            if let Some(at) = places.get(&name.key()) {
                tellings.entry(*at).or_default().0.extend(telling.0);
            }
        }
        said.entities.extend(tellings.into_iter().map(|(at, telling)| (at, telling.merged())));
        let mut tellings: BTreeMap<(u32, String, u32), Telling> = BTreeMap::new();
        for ((source, predicate, target), telling) in gathered.relations {
            if let Some((source, target)) = places.get(&source.key()).zip(places.get(&target.key())) {
                tellings.entry((*source, predicate, *target)).or_default().0.extend(telling.0);
            }
        }
        said.relations.extend(tellings.into_iter().map(|(ends, telling)| (ends, telling.merged())));
        Ok(said)
    }

    /// The description of an entity.
    pub(super) fn of_entity(&self, at: u32) -> Option<&str> {
        self.entities.get(&at).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// The description of a relation, perhaps empty; none if no model states it.
    pub(super) fn of_relation(&self, (source, target): (u32, u32), predicate: &str) -> Option<&str> {
        self.relations.get(&(source, predicate.to_lowercase(), target)).map(String::as_str)
    }
}

impl Gathered {
    fn take(&mut self, stored: &StoredChunk) {
        let chunk = stored.chunk.key;
        for facts in stored.facts.iter().filter(|facts| facts.extractor != ExtractedBy::Rules) {
            for said in &facts.descriptions {
                self.entities.entry(said.name.clone()).or_default().add(chunk, &said.text);
            }
            for said in &facts.statements {
                let ends = (said.source.clone(), said.predicate.to_lowercase(), said.target.clone());
                self.relations.entry(ends).or_default().add(chunk, &said.description);
            }
        }
    }

    /// The entity that each name is of.
    async fn places(&self, store: &dyn Store, whole: &WholeGraph) -> Result<FxHashMap<Key, u32>, EngineError> {
        let names = self.entities.keys().chain(self.relations.keys().flat_map(|(source, _, target)| [source, target]));
        let (mut places, mut others) = (FxHashMap::default(), Vec::new());
        for name in names {
            match whole.place(name.key()) {
                Some(at) => {
                    places.insert(name.key(), at);
                }
                None => others.push(name.folded.clone()),
            }
        }
        others.sort_unstable();
        others.dedup();
        for some in others.chunks(NAMES) {
            for row in store.named(some).await? {
                if let Some(at) = whole.place(row.key) {
                    places.extend(row.keys.iter().map(|key| (*key, at)));
                }
            }
        }
        Ok(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_twice_is_told_once_and_not_without_end() {
        let mut telling = Telling::default();
        let [a, b] = [Key::from_bytes([1; 16]), Key::from_bytes([2; 16])];
        telling.add(b, "She wrote it.");
        telling.add(a, "A countess.");
        telling.add(a, "She wrote it.");
        telling.add(a, "");
        assert_eq!(telling.merged(), "A countess. She wrote it.");
        (0..200).for_each(|at| telling.add(b, &format!("This is sentence {at}.")));
        assert!(telling.merged().len() <= LONGEST);
    }
}
