//! Cutting a view: seeds, then a bounded number of hops from chunks to their entities and on to
//! those entities' chunks.
//!
//! Cost follows the seeds and the cap, not the workspace: an entity in more than [`Needs::cap`]
//! chunks is never expanded through. What the bound cuts: links between such hubs and chunks that
//! were reached through other entities. The result is sorted by key, so that equal workspaces give
//! equal views on every store.

use std::collections::{BTreeMap, BTreeSet};

use super::source::{ChunksOf, Found, FoundRelation};
use super::{
    Candidate, NamedEntity, Needs, Question, Source, View, ViewEntity, ViewMention, ViewRelation, WordHit, resolve,
};

/// Cuts the view of `question` out of `source`.
///
/// # Errors
/// When the source cannot be read.
pub fn cut<S: Source>(source: &S, question: &Question, needs: &Needs) -> Result<View, S::Error> {
    let mut reach = Reach { found: source.seeds(question, needs)?, ..Reach::default() };
    reach.name(source, question)?;
    reach.start(source, question, needs)?;
    for _ in 0..needs.hops {
        reach.hop(source, needs)?;
    }
    if needs.relations {
        reach.relate(source)?;
    }
    reach.view(source, question, needs)
}

/// What has been reached so far, in the source's ids.
#[derive(Default)]
struct Reach {
    found: Found,
    /// Chunks reached, with the words found in them.
    chunks: BTreeMap<u32, Vec<WordHit>>,
    /// Chunks whose entities are the next to be read.
    frontier: BTreeSet<u32>,
    /// Entities reached, and whether they are hubs.
    entities: BTreeMap<u32, bool>,
    /// Entity and chunk.
    mentions: BTreeSet<(u32, u32)>,
    relations: Vec<FoundRelation>,
}

impl Reach {
    /// Keeps only the names that the question plausibly means.
    fn name<S: Source>(&mut self, source: &S, question: &Question) -> Result<(), S::Error> {
        let ids: Vec<u32> = self.found.named.iter().map(|(_, entity)| *entity).collect();
        let entities = source.entities(&ids)?;
        let candidate = |(named, entity): (&(u32, u32), &ViewEntity)| Candidate { name: named.0, title: entity.title };
        let candidates: Vec<Candidate> = self.found.named.iter().zip(&entities).map(candidate).collect();
        let taken: BTreeSet<u32> = resolve(&question.names, &candidates).iter().map(|c| c.name).collect();
        self.found.named.retain(|(name, _)| taken.contains(name));
        Ok(())
    }

    /// The seeds, and the chunks of the entities that the question names.
    fn start<S: Source>(&mut self, source: &S, question: &Question, needs: &Needs) -> Result<(), S::Error> {
        let found = std::mem::take(&mut self.found.lexical);
        self.frontier.extend(found.iter().take(needs.spread).map(|chunk| chunk.id));
        self.frontier.extend(self.found.dense.iter().take(needs.spread));
        self.chunks.extend(found.iter().map(|chunk| (chunk.id, chunk.hits.clone())));
        self.found.lexical = found;
        for &dense in &self.found.dense {
            self.chunks.entry(dense).or_default();
        }
        for &listed in &self.found.listed {
            self.chunks.entry(listed).or_default();
        }
        let named: BTreeSet<u32> = self.found.named.iter().map(|(_, entity)| *entity).collect();
        let named: Vec<u32> = named.into_iter().collect();
        for hub in self.expand(source, &named, needs.cap, true)? {
            for best in source.best_of_hub(hub, question, needs)? {
                self.mentions.insert((hub, best.id));
                self.frontier.insert(best.id);
                self.chunks.entry(best.id).or_insert(best.hits);
            }
        }
        Ok(())
    }

    /// From the frontier's chunks to their entities, and on to those entities' chunks.
    fn hop<S: Source>(&mut self, source: &S, needs: &Needs) -> Result<(), S::Error> {
        let chunks: Vec<u32> = std::mem::take(&mut self.frontier).into_iter().collect();
        let mut new = BTreeSet::new();
        for (&chunk, entities) in chunks.iter().zip(source.entities_of(&chunks)?) {
            for entity in entities {
                self.mentions.insert((entity, chunk));
                if !self.entities.contains_key(&entity) {
                    new.insert(entity);
                }
            }
        }
        let new: Vec<u32> = new.into_iter().collect();
        self.expand(source, &new, needs.cap, false)?;
        Ok(())
    }

    /// Adds entities with their chunks; gives those that are hubs. Chunks that are new to the view
    /// (or, for entities that the question names, all of them) join the frontier.
    fn expand<S: Source>(&mut self, source: &S, ids: &[u32], cap: usize, named: bool) -> Result<Vec<u32>, S::Error> {
        let mut hubs = Vec::new();
        for (&entity, chunks) in ids.iter().zip(source.chunks_of(ids, cap)?) {
            self.entities.insert(entity, chunks == ChunksOf::Hub);
            let ChunksOf::All(chunks) = chunks else {
                hubs.push(entity);
                continue;
            };
            for chunk in chunks {
                self.mentions.insert((entity, chunk));
                if !self.chunks.contains_key(&chunk) || named {
                    self.frontier.insert(chunk);
                }
                self.chunks.entry(chunk).or_default();
            }
        }
        Ok(hubs)
    }

    /// The relations among the entities reached.
    fn relate<S: Source>(&mut self, source: &S) -> Result<(), S::Error> {
        let ids: Vec<u32> = self.entities.iter().filter(|(_, hub)| !**hub).map(|(id, _)| *id).collect();
        self.relations = source.relations(&ids)?;
        self.relations.retain(|r| self.entities.contains_key(&r.source) && self.entities.contains_key(&r.target));
        self.relations.sort_by_key(|relation| relation.key);
        self.relations.dedup_by_key(|relation| relation.key);
        Ok(())
    }

    /// Everything in order of keys, as positions.
    fn view<S: Source>(self, source: &S, question: &Question, needs: &Needs) -> Result<View, S::Error> {
        let chunk_ids: Vec<u32> = self.chunks.keys().copied().collect();
        let mut chunks: Vec<_> = chunk_ids.iter().copied().zip(source.chunks(&chunk_ids, question, needs)?).collect();
        chunks.sort_by_key(|(_, chunk)| chunk.key);
        let chunk_at: BTreeMap<u32, u32> = chunks.iter().zip(0..).map(|((id, _), at)| (*id, at)).collect();
        for (id, chunk) in &mut chunks {
            chunk.hits = self.chunks.get(id).cloned().unwrap_or_default();
        }
        let entity_ids: Vec<u32> = self.entities.keys().copied().collect();
        let mut entities: Vec<_> = entity_ids.iter().copied().zip(source.entities(&entity_ids)?).collect();
        entities.sort_by_key(|(_, entity)| entity.key);
        let entity_at: BTreeMap<u32, u32> = entities.iter().zip(0..).map(|((id, _), at)| (*id, at)).collect();
        for (id, entity) in &mut entities {
            entity.hub = self.entities.get(id).copied().unwrap_or_default();
        }
        let chunk = |id: &u32| chunk_at.get(id).copied();
        let entity = |id: &u32| entity_at.get(id).copied();
        let mention = |(e, c): &(u32, u32)| Some(ViewMention { entity: entity(e)?, chunk: chunk(c)? });
        let mut mentions: Vec<ViewMention> = self.mentions.iter().filter_map(mention).collect();
        mentions.sort_unstable();
        let about = if needs.subjects { source.subjects(&entity_ids, &chunk_ids)? } else { Vec::new() };
        let mut subjects: Vec<ViewMention> = about.iter().filter_map(mention).collect();
        subjects.retain(|subject| mentions.binary_search(subject).is_ok());
        subjects.sort_unstable();
        subjects.dedup();
        let mut named: Vec<NamedEntity> = (self.found.named.iter())
            .filter_map(|(name, id)| Some(NamedEntity { entity: entity(id)?, name: *name }))
            .collect();
        named.sort_unstable_by_key(|named| (named.entity, named.name));
        let relation = |found: FoundRelation| {
            let mut chunks: Vec<u32> = found.chunks.iter().filter_map(chunk).collect();
            chunks.sort_unstable();
            let (source, target) = (entity(&found.source)?, entity(&found.target)?);
            Some(ViewRelation {
                key: found.key,
                source,
                predicate: found.predicate,
                target,
                weight: found.weight,
                chunks,
            })
        };
        Ok(View {
            counts: self.found.counts,
            word_chunks: self.found.word_chunks,
            lexical: self.found.lexical.iter().filter_map(|found| chunk(&found.id)).collect(),
            dense: self.found.dense.iter().filter_map(chunk).collect(),
            relations: self.relations.into_iter().filter_map(relation).collect(),
            chunks: chunks.into_iter().map(|(_, chunk)| chunk).collect(),
            entities: entities.into_iter().map(|(_, entity)| entity).collect(),
            mentions,
            subjects,
            named,
        })
    }
}
