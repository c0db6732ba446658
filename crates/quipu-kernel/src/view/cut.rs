//! Cutting a view (a bounded subgraph around seeds): seeds, then a bounded number of hops from chunks to their entities
//! and on to those entities' chunks.
//!
//! Cost follows the seeds and the cap, not the workspace: an entity in more than [`Needs::cap`]
//! chunks is never expanded through. The bound removes links between such hubs and chunks that
//! were reached through other entities. The result is sorted by key, so that equal workspaces give
//! equal views on every store.

use rustc_hash::{FxHashMap, FxHashSet};

use super::source::{ChunksOf, FoundChunk, FoundRelation, Seeds};
use super::support::SourceStatement;
use super::{
    EntityMatch, FactSource, NamedEntity, Needs, PairHit, Question, RelationNeeds, View, ViewEntity, ViewMention,
    ViewRelation, ViewSource, WordHit, resolve,
};
use crate::model::Key;

/// Cuts the view of `question` out of `source`, from the facts that the question may see.
///
/// # Errors
/// When the source cannot be read.
pub fn cut<S: ViewSource>(source: &S, question: &Question, needs: &Needs) -> Result<View, S::Error> {
    match question.facts {
        FactSource::All => cut_whole(source, question, needs),
        FactSource::Of(by) => cut_whole(&SourceStatement::new(source, by), question, needs),
    }
}

fn cut_whole<S: ViewSource>(source: &S, question: &Question, needs: &Needs) -> Result<View, S::Error> {
    let mut reach = Reach { found: source.seeds(question, needs)?, ..Reach::default() };
    reach.name(source, question)?;
    reach.start(source, question, needs)?;
    for _ in 0..needs.hops {
        reach.hop(source, needs)?;
    }
    reach.follow(source, needs)?;
    reach.relate(source, needs.relations)?;
    reach.view(source, question, needs)
}

/// Vertices reached so far, in the source's ids.
#[derive(Default)]
struct Reach {
    found: Seeds,
    /// Chunks reached.
    chunks: FxHashSet<u32>,
    /// The words found in them, where there are any.
    hits: FxHashMap<u32, Vec<WordHit>>,
    /// The pairs of words in the best of them, where there are any.
    pairs: FxHashMap<u32, Vec<PairHit>>,
    /// Chunks whose entities are the next to be read; repeats allowed.
    frontier: Vec<u32>,
    /// Entities reached, each with true for hubs.
    entities: FxHashMap<u32, bool>,
    /// Entity and chunk; repeats allowed.
    mentions: Vec<(u32, u32)>,
    relations: Vec<FoundRelation>,
}

impl Reach {
    /// Keeps only the names that the question plausibly means.
    fn name<S: ViewSource>(&mut self, source: &S, question: &Question) -> Result<(), S::Error> {
        let ids: Vec<u32> = self.found.named.iter().map(|(_, entity)| *entity).collect();
        let entities = source.entities(&ids)?;
        let candidate =
            |(named, entity): (&(u32, u32), &ViewEntity)| EntityMatch { name: named.0, title: entity.title };
        let candidates: Vec<EntityMatch> = self.found.named.iter().zip(&entities).map(candidate).collect();
        let taken: FxHashSet<u32> = resolve(&question.names, &candidates).iter().map(|c| c.name).collect();
        self.found.named.retain(|(name, _)| taken.contains(name));
        Ok(())
    }

    /// The seeds, and the chunks of the entities that the question names.
    fn start<S: ViewSource>(&mut self, source: &S, question: &Question, needs: &Needs) -> Result<(), S::Error> {
        self.pair(source, question, needs)?;
        self.frontier.extend(self.found.lexical.iter().take(needs.spread).map(|chunk| chunk.id));
        self.frontier.extend(self.found.dense.iter().take(needs.spread));
        for chunk in &mut self.found.lexical {
            self.chunks.insert(chunk.id);
            self.hits.insert(chunk.id, std::mem::take(&mut chunk.hits));
        }
        self.chunks.extend(&self.found.dense);
        self.chunks.extend(&self.found.listed);
        let named = sorted(self.found.named.iter().map(|(_, entity)| *entity));
        for hub in self.expand(source, &named, needs.cap, true)? {
            for best in source.best_of_hub(hub, question, needs)? {
                self.mentions.push((hub, best.id));
                self.frontier.push(best.id);
                self.chunks.insert(best.id);
                self.hits.entry(best.id).or_insert(best.hits);
            }
        }
        Ok(())
    }

    /// Counts the question's pairs of words in the best chunks, where both words are.
    fn pair<S: ViewSource>(&mut self, source: &S, question: &Question, needs: &Needs) -> Result<(), S::Error> {
        let holds = |chunk: &FoundChunk, word: u32| chunk.hits.iter().any(|hit| hit.word == word);
        let both = |chunk: &&FoundChunk| {
            question.pairs.iter().any(|pair| holds(chunk, pair.first) && holds(chunk, pair.second))
        };
        let best: Vec<u32> = self.found.lexical.iter().take(needs.pairs).filter(both).map(|chunk| chunk.id).collect();
        if !best.is_empty() {
            self.pairs = best.iter().copied().zip(source.pairs(&best, question)?).collect();
        }
        Ok(())
    }

    /// From the frontier's chunks to their entities, and on to those entities' chunks.
    fn hop<S: ViewSource>(&mut self, source: &S, needs: &Needs) -> Result<(), S::Error> {
        let chunks = sorted(std::mem::take(&mut self.frontier));
        let mut new = Vec::new();
        for (&chunk, entities) in chunks.iter().zip(source.entities_of(&chunks)?) {
            for entity in entities {
                self.mentions.push((entity, chunk));
                if !self.entities.contains_key(&entity) {
                    new.push(entity);
                }
            }
        }
        self.expand(source, &sorted(new), needs.cap, false)?;
        Ok(())
    }

    /// Adds entities with their chunks; gives those that are hubs. Chunks that are new to the view
    /// (or, for entities that the question names, all of them) join the frontier.
    fn expand<S: ViewSource>(
        &mut self,
        source: &S,
        ids: &[u32],
        cap: usize,
        named: bool,
    ) -> Result<Vec<u32>, S::Error> {
        let mut hubs = Vec::new();
        for (&entity, chunks) in ids.iter().zip(source.chunks_of(ids, cap)?) {
            self.entities.insert(entity, chunks == ChunksOf::Hub);
            let ChunksOf::All(chunks) = chunks else {
                hubs.push(entity);
                continue;
            };
            for chunk in chunks {
                self.mentions.push((entity, chunk));
                if self.chunks.insert(chunk) || named {
                    self.frontier.push(chunk);
                }
            }
        }
        Ok(hubs)
    }

    /// From the entities named along the relations stated about them: their other ends join, with the chunks that state
    /// them.
    fn follow<S: ViewSource>(&mut self, source: &S, needs: &Needs) -> Result<(), S::Error> {
        let is_hub = |reach: &Self, id: &u32| reach.entities.get(id).copied().unwrap_or(true);
        let named = self.found.named.iter().map(|(_, id)| *id).filter(|id| !is_hub(self, id));
        let mut next = sorted(named);
        for _ in 0..needs.follow {
            let mut found = source.relations(&next)?;
            // Relations stated only by chunks that the question does not see are unknown.
            found.retain(|relation| !relation.chunks.is_empty());
            let ends = found.iter().flat_map(|relation| [relation.source, relation.target]);
            let new = sorted(ends.filter(|end| !self.entities.contains_key(end)));
            if needs.follow_chunks {
                self.expand(source, &new, needs.cap, false)?;
            } else {
                for (end, shown) in new.iter().zip(source.entities(&new)?) {
                    self.entities.insert(*end, shown.chunks > needs.cap as u64);
                }
            }
            for relation in &found {
                self.chunks.extend(&relation.chunks);
                for end in [relation.source, relation.target] {
                    self.mentions.extend(relation.chunks.iter().map(|chunk| (end, *chunk)));
                }
            }
            self.relations.extend(found);
            next = new.into_iter().filter(|id| !is_hub(self, id)).collect();
        }
        Ok(())
    }

    /// The relations among the entities reached, and those that were followed.
    fn relate<S: ViewSource>(&mut self, source: &S, whose: RelationNeeds) -> Result<(), S::Error> {
        let is_hub = |id: &u32| self.entities.get(id).copied().unwrap_or(true);
        let ids = match whose {
            RelationNeeds::Nobody => Vec::new(),
            RelationNeeds::Named => sorted(self.found.named.iter().map(|(_, id)| *id).filter(|id| !is_hub(id))),
            RelationNeeds::Everyone => sorted(self.entities.keys().copied().filter(|id| !is_hub(id))),
        };
        if !ids.is_empty() {
            self.relations.extend(source.relations(&ids)?);
        }
        self.relations.retain(|r| self.entities.contains_key(&r.source) && self.entities.contains_key(&r.target));
        self.relations.sort_by_key(|relation| relation.key);
        self.relations.dedup_by_key(|relation| relation.key);
        Ok(())
    }

    /// The pairs of entity and chunk where the chunk's document is about the entity (ids sorted). Only chunks of
    /// such entities are requested.
    fn about<S: ViewSource>(&self, source: &S, ids: &[u32], shown: &[ViewEntity]) -> Result<Vec<(u32, u32)>, S::Error> {
        let titled: Vec<u32> = ids.iter().zip(shown).filter(|(_, shown)| shown.title).map(|(id, _)| *id).collect();
        let near = |(entity, chunk): &(u32, u32)| titled.binary_search(entity).is_ok().then_some(*chunk);
        source.subjects(&titled, &sorted(self.mentions.iter().filter_map(near)))
    }

    /// Everything in order of keys, as positions.
    fn view<S: ViewSource>(mut self, source: &S, question: &Question, needs: &Needs) -> Result<View, S::Error> {
        let chunk_ids = sorted(self.chunks.iter().copied());
        let mut chunks = source.chunks(&chunk_ids, question, needs)?;
        for (id, chunk) in chunk_ids.iter().zip(&mut chunks) {
            chunk.hits = self.hits.remove(id).unwrap_or_default();
            chunk.pairs = self.pairs.remove(id).unwrap_or_default();
        }
        let (chunks, chunk_at) = by_key(&chunk_ids, chunks, |chunk| chunk.key);
        let entity_ids = sorted(self.entities.keys().copied());
        let mut entities = source.entities(&entity_ids)?;
        for (id, entity) in entity_ids.iter().zip(&mut entities) {
            entity.hub = self.entities.get(id).copied().unwrap_or_default();
        }
        let about = if needs.subjects { self.about(source, &entity_ids, &entities)? } else { Vec::new() };
        let (entities, entity_at) = by_key(&entity_ids, entities, |entity| entity.key);
        let chunk = |id: &u32| chunk_at.get(id).copied();
        let entity = |id: &u32| entity_at.get(id).copied();
        let mention = |(e, c): &(u32, u32)| Some(ViewMention { entity: entity(e)?, chunk: chunk(c)? });
        let mentions = sorted(self.mentions.iter().filter_map(mention));
        let mut subjects = sorted(about.iter().filter_map(mention));
        subjects.retain(|subject| mentions.binary_search(subject).is_ok());
        let mut named: Vec<NamedEntity> = (self.found.named.iter())
            .filter_map(|(name, id)| Some(NamedEntity { entity: entity(id)?, name: *name }))
            .collect();
        named.sort_unstable_by_key(|named| (named.entity, named.name));
        let relation = |found: FoundRelation| {
            Some(ViewRelation {
                key: found.key,
                source: entity(&found.source)?,
                predicate: found.predicate,
                target: entity(&found.target)?,
                weight: found.weight,
                periods: found.periods,
                chunks: sorted(found.chunks.iter().filter_map(chunk)),
            })
        };
        Ok(View {
            counts: self.found.counts,
            word_chunks: self.found.word_chunks,
            lexical: self.found.lexical.iter().filter_map(|found| chunk(&found.id)).collect(),
            dense: self.found.dense.iter().filter_map(chunk).collect(),
            relations: self.relations.into_iter().filter_map(relation).collect(),
            chunks,
            entities,
            mentions,
            subjects,
            named,
        })
    }
}

/// In order, each once.
fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut out: Vec<T> = values.into_iter().collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// `things` in the order of their keys, and the position of each id among them.
fn by_key<T: Default>(ids: &[u32], mut things: Vec<T>, key: impl Fn(&T) -> Key) -> (Vec<T>, FxHashMap<u32, u32>) {
    let mut order: Vec<(Key, usize)> = things.iter().enumerate().map(|(at, thing)| (key(thing), at)).collect();
    order.sort_unstable();
    let positions = order.iter().zip(0..).map(|((_, at), position)| (ids[*at], position)).collect();
    (order.iter().map(|(_, at)| std::mem::take(&mut things[*at])).collect(), positions)
}
