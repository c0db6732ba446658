//! The searched texts of relations: `predicate; source; target; description` (LightRAG's order).

use quipu_kernel::model::Key;

use super::kept::Row;
use super::least_chunks;
use super::models::ModelSaid;
use super::wanted::Wanted;
use super::whole::{Tie, WholeGraph, spoken};

/// Changes in how they are worded count it up.
const RECIPE: &[u8] = b"relation 1";
/// Above this number of relations, those stated by one chunk and by no model are not searched.
const FEW: usize = 100_000;

/// The searched relations, with the row of each except for its vector.
pub(super) fn wanted(whole: &WholeGraph, said: &ModelSaid) -> Vec<(Wanted, Row)> {
    let least = least_chunks(whole.ties.len(), FEW);
    let row = |tie: &Tie| {
        let described = said.of_relation(tie.ends, &tie.predicate);
        if described.is_none() && tie.chunks.len() < least {
            return None;
        }
        let [source, target] = [tie.ends.0, tie.ends.1].map(|at| whole.name(at));
        let parts = [&spoken(&tie.predicate), source, target, described.unwrap_or_default()];
        let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let words = whole.sentence(tie);
        let ends = [tie.ends.0, tie.ends.1].map(|at| whole.entities[at as usize].key);
        let input = Key::of("thing", &[RECIPE, words.as_bytes(), text.as_bytes(), ends[0].bytes(), ends[1].bytes()]);
        let row = Row { input, words, text, ends: Some((ends[0], ends[1])), vector: None };
        Some((Wanted { key: tie.key, input, chunks: tie.chunks.len() as u64 }, row))
    };
    whole.ties.iter().filter_map(row).collect()
}
