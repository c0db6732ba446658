//! Claims in helpful passages: extracted community by community, as points from which the answer is written.

use quipu_kernel::model::Key;
use quipu_kernel::view::{Evidence, Question};
use rustc_hash::FxHashMap;

use crate::base::EngineError;
use crate::base::gateway::tokens;
use crate::base::ports::{SelectChunks, StoredChunk};
use crate::find::environment::{Asks, Environment, PolicyModel};
use crate::find::policies::mapped::{Batch, MapWords, Mapped, ROOM, Readable};

/// Tokens of passages read for claims, and the maximum number of their groups.
const PASSAGES: u64 = 8_000;
const GROUPS: usize = 8;
/// Tokens of the frame per group.
const FRAME: u64 = 400;

/// The maximum cost of extracting claims.
pub(super) fn foretold() -> Asks {
    let calls = GROUPS as u64;
    Asks { calls, input: PASSAGES + calls * FRAME, output: calls * u64::from(ROOM), tests: false }
}

/// The evidence with the claims of its chunks; those with more supporting chunks come first, then those of better
/// chunks. Where a model extracts none, the helpful sentences stay.
///
/// # Errors
/// When the store cannot be read.
pub(super) async fn drawn(
    question: &Question,
    environment: &mut Environment<'_>,
    model: PolicyModel<'_>,
    found: Evidence,
) -> Result<Evidence, EngineError> {
    let keys: Vec<Key> = found.hits.iter().map(|hit| hit.chunk).collect();
    let read = environment.chunks(&SelectChunks::Bare(keys.clone())).await?;
    let held = tokens::held(read.iter().map(|stored| Readable::Chunk(stored).tokens()), PASSAGES);
    let read: Vec<&StoredChunk> = read.iter().take(held).collect();
    let groups = grouped(&found, &read);
    let batches: Vec<Batch> = groups.iter().map(|group| Batch::of(group.iter())).collect();
    let words = MapWords { told: &model.words.claims, place: "passages", schema: "claims" };
    let asked: Vec<_> = batches.iter().map(|batch| (words.prompt(&question.text, batch), batch)).collect();
    let mut mapped = Mapped::default();
    mapped.ask(environment, &asked).await;
    let places: FxHashMap<Key, usize> = keys.iter().enumerate().map(|(at, key)| (*key, at)).collect();
    let count = keys.len().max(1) as f64;
    for point in &mut mapped.points {
        let best = point.chunks.iter().filter_map(|chunk| places.get(chunk)).min().copied().unwrap_or(keys.len());
        // Of two claims, the one with more chunks comes first, at any places.
        point.score = (20.0 * point.chunks.len().min(4) as f64) + 19.0 * (1.0 - best as f64 / count);
    }
    environment.say("claims", format!("{} claims of {} groups", mapped.points.len(), batches.len()));
    let drawn = mapped.evidence(environment).await?;
    if drawn.points.is_empty() {
        let notes = drawn.notes.into_iter().filter(|note| *note != quipu_kernel::view::Note::NoCommunitySpeaks);
        return Ok(Evidence { notes: found.notes.iter().cloned().chain(notes).collect(), ..found });
    }
    Ok(Evidence { things: found.things, ..drawn })
}

/// The chunks of each community together, those of the last communities in one group.
fn grouped<'a>(found: &Evidence, read: &[&'a StoredChunk]) -> Vec<Vec<Readable<'a>>> {
    let mut of: FxHashMap<Key, usize> = FxHashMap::default();
    for (at, group) in found.groups.iter().enumerate() {
        group.sentences.iter().for_each(|(chunk, _)| {
            of.insert(*chunk, at.min(GROUPS - 1));
        });
    }
    let last = found.groups.len().min(GROUPS).saturating_sub(1);
    let mut groups: Vec<Vec<Readable<'a>>> = (0..=last).map(|_| Vec::new()).collect();
    for stored in read {
        groups[of.get(&stored.chunk.key).copied().unwrap_or(last)].push(Readable::Chunk(stored));
    }
    groups.retain(|group| !group.is_empty());
    groups
}
