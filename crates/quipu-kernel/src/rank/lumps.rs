//! Lumping of entities of one chunk alone: a walk that comes to one of them can only go back, and it does so from each
//! alike. So they are one place of the walk, with the sum of their pulls, and its result is shared out afterwards,
//! without changing a number.
//!
//! Chains that allow this are called lumpable (Kemeny and Snell, 1960, "Finite Markov Chains", 6.3).

use super::reach::Walk;

/// The place of the walk of each entity.
#[derive(Debug, Clone, Default)]
pub(super) struct Lumps {
    /// Place of each entity. Entities of several chunks come first, in order; then one place for the
    /// others of each chunk; then one for those of no chunk.
    pub(super) places: Vec<u32>,
    /// Entity at each of the first places.
    pub(super) bridges: Vec<u32>,
    /// Pull of each entity.
    pub(super) own: Vec<f64>,
    /// Pull of each place.
    pub(super) pull: Vec<f64>,
}

/// No place.
const NONE: u32 = u32::MAX;

impl Lumps {
    /// Lumps the entities of sorted pairs of (entity, chunk), which become pairs of (place, chunk).
    pub(super) fn new(own: &[f64], pairs: &mut Vec<(u32, u32)>) -> Self {
        let mut out = Self { places: vec![NONE; own.len()], own: own.to_vec(), ..Self::default() };
        for of_one in pairs.chunk_by(|a, b| a.0 == b.0).filter(|of_one| of_one.len() > 1) {
            out.places[of_one[0].0 as usize] = out.bridges.len() as u32;
            out.bridges.push(of_one[0].0);
        }
        out.pull = out.bridges.iter().map(|entity| own[*entity as usize]).collect();
        let mut lone: Vec<(u32, u32)> =
            pairs.iter().filter(|(entity, _)| out.places[*entity as usize] == NONE).map(|(e, c)| (*c, *e)).collect();
        lone.sort_unstable();
        pairs.retain(|(entity, _)| out.places[*entity as usize] != NONE);
        pairs.iter_mut().for_each(|(entity, _)| *entity = out.places[*entity as usize]);
        for of_one in lone.chunk_by(|a, b| a.0 == b.0) {
            let place = out.pull.len() as u32;
            out.pull.push(of_one.iter().map(|(_, entity)| own[*entity as usize]).sum());
            pairs.push((place, of_one[0].0));
            of_one.iter().for_each(|(_, entity)| out.places[*entity as usize] = place);
        }
        let nowhere = out.pull.len() as u32;
        out.pull.push(0.0);
        out.places.iter_mut().filter(|place| **place == NONE).for_each(|place| *place = nowhere);
        out
    }

    /// Place of an entity of several chunks.
    pub(super) fn bridge(&self, entity: u32) -> Option<u32> {
        self.places.get(entity as usize).copied().filter(|place| (*place as usize) < self.bridges.len())
    }

    /// Shares the result of a walk at places out to entities: each gets its own part of the start, and a part by its
    /// pull of the mass that came to the place.
    pub(super) fn shared_out(&self, reset: &[f64], started: &[f64], found: &[f64], walk: Walk) -> Vec<f64> {
        let kept = if walk.rounds > 0 { 1.0 - walk.followed() } else { 1.0 };
        let entity = |(at, place): (usize, &u32)| {
            let (own, place) = (reset.get(at).copied().unwrap_or_default(), *place as usize);
            let came = found[place] - kept * started[place];
            kept * own + if self.pull[place] > 0.0 { came * self.own[at] / self.pull[place] } else { 0.0 }
        };
        self.places.iter().enumerate().map(entity).collect()
    }

    /// A number of each place for each entity there.
    pub(super) fn repeated(&self, of_places: &[f64]) -> Vec<f64> {
        self.places.iter().map(|place| of_places[*place as usize]).collect()
    }
}
