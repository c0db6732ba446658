//! The web between entities: common chunks, and stated relations.
//!
//! Standing together is kept as chunks with their entities, never as pairs: a chunk of a hundred
//! names costs a hundred, not ten thousand.

use crate::model::Kind;

/// Cost of a step over a stated relation.
pub(super) const STATED: u32 = 1_000;
/// Cost of a step between two entities that only share a chunk.
pub(super) const TOGETHER: u32 = 2_000;
/// Cost of passing through an entity, for each doubling of the number of its chunks.
const DOUBLING: u32 = 100;
/// Additional cost of passing through a date or an idea: these tie unrelated things.
const VAGUE: u32 = 1_000;

/// Entities by position, their chunks and their stated relations.
///
/// A step costs 1000 where a relation is stated and 2000 where the two only stand in a chunk
/// together; to pass through an entity of `n` chunks costs 100 for each time that `n` doubles from 1, and
/// 1000 more if it is a date or an idea. So a statement goes before a coincidence, and a rare name
/// before a common one.
#[derive(Debug, Clone, Default)]
pub struct Web {
    /// The chunks of each entity, by position.
    chunks: Vec<Vec<u32>>,
    /// The entities of each chunk, by position.
    entities: Vec<Vec<u32>>,
    /// Between which entities a relation is stated; both ways, each once.
    stated: Vec<Vec<u32>>,
    /// Cost of passing through each entity.
    passing: Vec<u32>,
}

impl Web {
    /// A web of entities (the number of chunks and the kind of each), of mentions (entity, chunk) and of stated
    /// relations (entity, entity). Pairs with an entity outside of the list are left out.
    pub fn new(
        entities: &[(u64, Kind)],
        mentions: impl IntoIterator<Item = (u32, u32)>,
        stated: impl IntoIterator<Item = (u32, u32)>,
    ) -> Self {
        let size = entities.len();
        let known = |entity: u32| (entity as usize) < size;
        let mut web = Self { chunks: vec![Vec::new(); size], stated: vec![Vec::new(); size], ..Self::default() };
        let passing = |(count, kind): &(u64, Kind)| {
            DOUBLING * count.max(&1).ilog2()
                + if matches!(kind, Kind::Date | Kind::Concept | Kind::Word) { VAGUE } else { 0 }
        };
        web.passing = entities.iter().map(passing).collect();
        let mut mentions: Vec<(u32, u32)> = mentions.into_iter().filter(|(entity, _)| known(*entity)).collect();
        mentions.sort_unstable();
        mentions.dedup();
        let last = mentions.iter().map(|(_, chunk)| *chunk as usize + 1).max().unwrap_or(0);
        web.entities = vec![Vec::new(); last];
        for (entity, chunk) in mentions {
            web.chunks[entity as usize].push(chunk);
            web.entities[chunk as usize].push(entity);
        }
        for (a, b) in stated.into_iter().filter(|(a, b)| a != b && known(*a) && known(*b)) {
            web.stated[a as usize].push(b);
            web.stated[b as usize].push(a);
        }
        for others in &mut web.stated {
            others.sort_unstable();
            others.dedup();
        }
        web
    }

    /// Number of entities.
    pub fn len(&self) -> usize {
        self.passing.len()
    }

    /// True if there are no entities.
    pub fn is_empty(&self) -> bool {
        self.passing.is_empty()
    }

    /// Cost of passing through an entity.
    pub(super) fn passing(&self, entity: u32) -> u32 {
        self.passing[entity as usize]
    }

    /// Entities that stand in each chunk.
    pub(super) fn gatherings(&self) -> &[Vec<u32>] {
        &self.entities
    }

    /// Entities that a relation ties to this one.
    pub(super) fn stated(&self, entity: u32) -> &[u32] {
        &self.stated[entity as usize]
    }

    /// The entities one step from this one with the cost of the step, by position.
    pub fn next(&self, entity: u32) -> Vec<(u32, u32)> {
        let Some(chunks) = self.chunks.get(entity as usize) else { return Vec::new() };
        let together = chunks.iter().flat_map(|chunk| &self.entities[*chunk as usize]).map(|other| (*other, TOGETHER));
        let mut out: Vec<(u32, u32)> =
            together.chain(self.stated(entity).iter().map(|other| (*other, STATED))).collect();
        out.retain(|(other, _)| *other != entity);
        out.sort_unstable();
        out.dedup_by_key(|(other, _)| *other);
        out
    }

    /// Distance in steps of each entity from `start`, up to `farthest`; none beyond. Each chunk is
    /// read once.
    pub fn steps_from(&self, start: u32, farthest: u32) -> Vec<Option<u32>> {
        let mut steps = vec![None; self.len()];
        let Some(first) = steps.get_mut(start as usize) else { return steps };
        *first = Some(0);
        let mut read = vec![false; self.entities.len()];
        let mut frontier = vec![start];
        for step in 1..=farthest {
            let mut next = Vec::new();
            for entity in frontier {
                let fresh = self.chunks[entity as usize]
                    .iter()
                    .filter(|chunk| !std::mem::replace(&mut read[**chunk as usize], true));
                let together = fresh.flat_map(|chunk| &self.entities[*chunk as usize]);
                next.extend(together.chain(self.stated(entity)).copied());
            }
            next.retain(|entity| {
                steps[*entity as usize].is_none() && {
                    steps[*entity as usize] = Some(step);
                    true
                }
            });
            frontier = next;
        }
        steps
    }
}
