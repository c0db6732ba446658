//! One question's reads of a resident workspace: exact, in microseconds.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use quipu_kernel::model::{ExtractedBy, Key};
use quipu_kernel::rank::bm25::{Bm25, Scorer};
use quipu_kernel::rank::quantise::{Quantised, QuantisedQuery};
use quipu_kernel::view::{
    ChunksOf, FoundChunk, FoundRelation, Needs, PairHit, Question, SaidIn, Seeds, ViewChunk, ViewEntity, ViewSource,
    WordHit, pairs_in,
};

use super::contents::ChunkRow;
use super::resident::{Resident, ResidentEntity};

/// A resident workspace as one question may see it.
pub(super) struct ResidentSource<'a> {
    resident: &'a Resident,
    /// The chunks with their texts and vectors, by position.
    rows: &'a [&'a ChunkRow],
    /// The chunks that the question's filter admits; missing: all of them.
    admitted: Option<Vec<bool>>,
}

impl<'a> ResidentSource<'a> {
    /// A source for a question.
    pub(super) fn new(resident: &'a Resident, rows: &'a [&'a ChunkRow], question: &Question) -> Self {
        let filter = &question.filter;
        let admitted = (!filter.is_empty()).then(|| {
            let documents: Vec<bool> = resident.fields.iter().map(|fields| filter.admits(fields)).collect();
            let any = |copies: &Vec<u32>| copies.iter().any(|copy| documents[*copy as usize]);
            let chosen: Option<BTreeSet<Key>> = filter.chunks.as_ref().map(|keys| keys.iter().copied().collect());
            let is_chosen = |row: &ChunkRow| chosen.as_ref().is_none_or(|chosen| chosen.contains(&row.chunk.key));
            resident.chunks.iter().zip(rows).map(|(chunk, row)| is_chosen(row) && any(&chunk.copies)).collect()
        });
        Self { resident, rows, admitted }
    }

    fn vector(&self, chunk: u32) -> Option<&'a Quantised> {
        self.rows.get(chunk as usize)?.vector.as_ref()
    }

    fn admits(&self, chunk: u32) -> bool {
        self.admitted.as_ref().is_none_or(|admitted| admitted[chunk as usize])
    }

    /// Number of chunks with each word of the question.
    fn word_chunks(&self, question: &Question) -> Vec<u64> {
        let count = |term: &String| self.resident.terms.get(term).map_or(0, |chunks| chunks.len() as u64);
        question.words.iter().map(|word| word.terms.iter().map(count).sum()).collect()
    }

    /// Every admitted chunk that a fetching word found, with the words in it that count and its
    /// score, best first, ties by key.
    fn fetched(&self, question: &Question, needs: &Needs, word_chunks: &[u64]) -> Vec<(f64, FoundChunk)> {
        let bm25 = Bm25 { k1: needs.k1, b: needs.b };
        let scorer = Scorer::new(bm25, &self.resident.counts, question, word_chunks, needs.stop_words);
        let mut found: BTreeMap<u32, (bool, Vec<WordHit>)> = BTreeMap::new();
        for (at, word) in scorer.counted(question) {
            for &(chunk, frequency) in word.terms.iter().filter_map(|term| self.resident.terms.get(term)).flatten() {
                let (fetched, hits) = found.entry(chunk).or_default();
                *fetched |= scorer.fetches(at);
                WordHit::count(hits, at, frequency);
            }
        }
        let mut out: Vec<(f64, FoundChunk)> = (found.into_iter())
            .filter(|(id, (fetched, _))| *fetched && self.admits(*id))
            .map(|(id, (_, hits))| {
                let length = self.resident.chunks[id as usize].length;
                (scorer.score(&hits, length), FoundChunk { id, length, hits })
            })
            .collect();
        out.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
        out
    }

    fn dense(&self, question: &Question, limit: usize) -> Vec<u32> {
        let Some(query) = question.vector.as_deref().filter(|_| limit > 0).map(QuantisedQuery::new) else {
            return Vec::new();
        };
        let cosine = |chunk: u32| Some((dot_of(&query, self.vector(chunk)?), chunk));
        let all = 0..self.resident.chunks.len() as u32;
        let mut found: Vec<(f32, u32)> = all.filter(|chunk| self.admits(*chunk)).filter_map(cosine).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        found.into_iter().take(limit).map(|(_, chunk)| chunk).collect()
    }

    /// The admitted chunks, the first of them where they are more than are wanted and no vector finds
    /// the nearest.
    fn listed(&self, question: &Question, needs: &Needs) -> Vec<u32> {
        let admitted = self.admitted.iter().flat_map(|admitted| admitted.iter().zip(0..));
        let most = needs.listed.saturating_add(1);
        let mut ids: Vec<u32> = admitted.filter(|(admitted, _)| **admitted).map(|(_, id)| id).take(most).collect();
        if ids.len() > needs.listed {
            // Positions follow keys.
            ids.truncate(if needs.finds_nearest(question) { 0 } else { needs.listed });
        }
        ids
    }

    fn entity(&self, id: u32) -> &ResidentEntity {
        &self.resident.entities[id as usize]
    }

    fn admitted_chunks(&self, entity: u32) -> Vec<u32> {
        self.entity(entity).chunks.iter().copied().filter(|chunk| self.admits(*chunk)).collect()
    }
}

fn dot_of(query: &QuantisedQuery, vector: &Quantised) -> f32 {
    query.dot(vector.scale, &vector.bytes)
}

impl ViewSource for ResidentSource<'_> {
    type Error = Infallible;

    fn seeds(&self, question: &Question, needs: &Needs) -> Result<Seeds, Infallible> {
        let word_chunks = self.word_chunks(question);
        let lexical = match needs.lexical {
            0 => Vec::new(),
            limit => {
                self.fetched(question, needs, &word_chunks).into_iter().take(limit).map(|(_, chunk)| chunk).collect()
            }
        };
        let names = question.names.iter().zip(0..).filter(|_| needs.entities);
        let named =
            names.flat_map(|(name, at)| self.resident.meant(name).into_iter().map(move |id| (at, id))).collect();
        Ok(Seeds {
            counts: self.resident.counts,
            lexical,
            dense: self.dense(question, needs.dense),
            listed: self.listed(question, needs),
            named,
            word_chunks,
        })
    }

    fn entities_of(&self, chunks: &[u32]) -> Result<Vec<Vec<u32>>, Infallible> {
        Ok(chunks.iter().map(|chunk| self.resident.chunks[*chunk as usize].entities.clone()).collect())
    }

    fn chunks_of(&self, entities: &[u32], cap: usize) -> Result<Vec<ChunksOf>, Infallible> {
        let of = |entity: &u32| {
            let chunks = self.admitted_chunks(*entity);
            if chunks.len() > cap { ChunksOf::Hub } else { ChunksOf::All(chunks) }
        };
        Ok(entities.iter().map(of).collect())
    }

    fn best_of_hub(&self, entity: u32, question: &Question, needs: &Needs) -> Result<Vec<FoundChunk>, Infallible> {
        let chunks = &self.entity(entity).chunks;
        let fetched = self.fetched(question, needs, &self.word_chunks(question));
        let inside = fetched.into_iter().filter(|(_, found)| chunks.binary_search(&found.id).is_ok());
        Ok(inside.take(needs.cap).map(|(_, found)| found).collect())
    }

    fn chunks(&self, ids: &[u32], question: &Question, needs: &Needs) -> Result<Vec<ViewChunk>, Infallible> {
        let query = question.vector.as_deref().filter(|_| needs.cosines).map(QuantisedQuery::new);
        let chunk = |&id: &u32| {
            let chunk = &self.resident.chunks[id as usize];
            let vector = if needs.cosines || needs.vectors { self.vector(id) } else { None };
            ViewChunk {
                key: chunk.key,
                document: chunk.document,
                length: chunk.length,
                hits: Vec::new(),
                pairs: Vec::new(),
                cosine: query.as_ref().and_then(|query| Some(dot_of(query, vector?))),
                vector: vector.filter(|_| needs.vectors).map(Quantised::vector),
            }
        };
        Ok(ids.iter().map(chunk).collect())
    }

    fn pairs(&self, chunks: &[u32], question: &Question) -> Result<Vec<Vec<PairHit>>, Infallible> {
        let pairs = |&at: &u32| {
            let (chunk, title) = (&self.rows[at as usize].chunk, &self.resident.chunks[at as usize].title);
            pairs_in(question, chunk.searched(title), &chunk.language)
        };
        Ok(chunks.iter().map(pairs).collect())
    }

    fn entities(&self, ids: &[u32]) -> Result<Vec<ViewEntity>, Infallible> {
        let entity = |&id: &u32| {
            let entity = self.entity(id);
            ViewEntity {
                key: entity.row.key,
                name: entity.row.name.clone(),
                kind: entity.row.kind,
                chunks: entity.row.chunks,
                title: entity.title,
                hub: false,
            }
        };
        Ok(ids.iter().map(entity).collect())
    }

    fn subjects(&self, entities: &[u32], chunks: &[u32]) -> Result<Vec<(u32, u32)>, Infallible> {
        let subjects = |&chunk: &u32| {
            let of = self.resident.chunks[chunk as usize].subjects.iter();
            of.filter(|entity| entities.binary_search(entity).is_ok()).map(move |entity| (*entity, chunk))
        };
        Ok(chunks.iter().flat_map(subjects).collect())
    }

    fn relations(&self, entities: &[u32]) -> Result<Vec<FoundRelation>, Infallible> {
        let relation = |&at: &u32| {
            let relation = &self.resident.relations[at as usize];
            FoundRelation {
                key: relation.row.key,
                source: relation.source,
                predicate: relation.row.predicate.clone(),
                target: relation.target,
                weight: relation.row.weight as f32,
                periods: relation.row.periods.clone(),
                chunks: relation.chunks.iter().copied().filter(|chunk| self.admits(*chunk)).collect(),
            }
        };
        Ok(entities.iter().flat_map(|id| &self.entity(*id).relations).map(relation).collect())
    }

    fn said_by(&self, extractor: ExtractedBy, chunks: &[u32]) -> Result<Vec<SaidIn>, Infallible> {
        let said = |&chunk: &u32| {
            let chunk = &self.resident.chunks[chunk as usize];
            let own = chunk.said.iter().find(|(by, _)| *by == extractor).map(|(_, said)| said.clone());
            own.unwrap_or_else(|| SaidIn { entities: chunk.subjects.clone(), ..SaidIn::default() })
        };
        Ok(chunks.iter().map(said).collect())
    }
}
