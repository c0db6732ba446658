//! Views of one extractor's facts, cut from a source that gives only this extractor's statements: the chunks that name
//! an entity, and the chunks that state a relation, with its weight.
//!
//! Classes of names, names of entities, their numbers of chunks and the subjects of documents still follow from all
//! facts together. An entity in more chunks than the cap is a hub for every extractor. Cost: each reached chunk and
//! each reached statement is read once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{
    ChunksOf, FoundChunk, FoundRelation, Needs, PairHit, Question, SaidIn, Seeds, Stated, ViewChunk, ViewEntity,
    ViewSource,
};
use crate::model::ExtractedBy;

/// A source that is limited to one extractor's statements.
pub(super) struct Told<'s, S> {
    source: &'s S,
    by: ExtractedBy,
    said: RefCell<FxHashMap<u32, Rc<SaidIn>>>,
}

impl<'s, S: ViewSource> Told<'s, S> {
    pub(super) fn new(source: &'s S, by: ExtractedBy) -> Self {
        Self { source, by, said: RefCell::default() }
    }

    /// Statements in chunks; each chunk is read once.
    fn said(&self, chunks: &[u32]) -> Result<Vec<Rc<SaidIn>>, S::Error> {
        let mut known = self.said.borrow_mut();
        let mut new: Vec<u32> = chunks.iter().copied().filter(|chunk| !known.contains_key(chunk)).collect();
        new.sort_unstable();
        new.dedup();
        let read = self.source.said_by(self.by, &new)?;
        known.extend(new.into_iter().zip(read.into_iter().map(Rc::new)));
        Ok(chunks.iter().map(|chunk| known.get(chunk).cloned().unwrap_or_default()).collect())
    }

    /// The chunks among these that name an entity.
    fn naming(&self, entity: u32, chunks: Vec<u32>) -> Result<Vec<u32>, S::Error> {
        let said = self.said(&chunks)?;
        let names = |(_, said): &(u32, Rc<SaidIn>)| said.entities.binary_search(&entity).is_ok();
        Ok(chunks.into_iter().zip(said).filter(names).map(|(chunk, _)| chunk).collect())
    }
}

impl<S: ViewSource> ViewSource for Told<'_, S> {
    type Error = S::Error;

    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Seeds, S::Error> {
        let mut found = self.source.seeds(question, needs)?;
        let named: Vec<u32> = found.named.iter().map(|(_, entity)| *entity).collect();
        let mut there = self.chunks_of(&named, needs.cap)?.into_iter().map(|of| of != ChunksOf::All(Vec::new()));
        found.named.retain(|_| there.next().unwrap_or_default());
        Ok(found)
    }

    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, S::Error> {
        Ok(self.said(chunks)?.iter().map(|said| said.entities.clone()).collect())
    }

    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, S::Error> {
        let of = |(of, entity): (ChunksOf, &u32)| match of {
            ChunksOf::All(chunks) => Ok(ChunksOf::All(self.naming(*entity, chunks)?)),
            ChunksOf::Hub => Ok(ChunksOf::Hub),
        };
        self.source.chunks_of(entities, cap)?.into_iter().zip(entities).map(of).collect()
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, S::Error> {
        let mut best = self.source.best_of_hub(entity, question, needs)?;
        let named = self.naming(entity, best.iter().map(|found| found.id).collect())?;
        best.retain(|found| named.contains(&found.id));
        Ok(best)
    }

    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, S::Error> {
        self.source.chunks(ids, question, needs)
    }

    fn pairs(&self, chunks: &[u32], question: &Question) -> Result<Vec<Vec<PairHit>>, S::Error> {
        self.source.pairs(chunks, question)
    }

    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, S::Error> {
        self.source.entities(ids)
    }

    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, S::Error> {
        self.source.subjects(entities, chunks)
    }

    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, S::Error> {
        let mut out = Vec::new();
        for relation in self.source.relations(entities)? {
            let (mut chunks, mut stated) = (Vec::new(), Stated::default());
            for (&chunk, said) in relation.chunks.iter().zip(self.said(&relation.chunks)?) {
                if let Ok(at) = said.relations.binary_search_by_key(&relation.key, |(key, _)| *key) {
                    chunks.push(chunk);
                    let here = &said.relations[at].1;
                    stated.add(here.weight, &here.periods);
                }
            }
            if !chunks.is_empty() {
                let Stated { weight, periods } = stated;
                out.push(FoundRelation { chunks, weight: weight as f32, periods, ..relation });
            }
        }
        Ok(out)
    }

    fn said_by(&self, extractor: ExtractedBy, chunks: &[u32]) -> Result<Vec<SaidIn>, S::Error> {
        self.source.said_by(extractor, chunks)
    }
}
