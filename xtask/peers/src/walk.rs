//! Personalised PageRank by the kernel, on a graph given as a file: the numbers of entities,
//! chunks and seeds, then the seeds (entities), then pairs of entity and chunk.

use std::path::Path;

use anyhow::{Context as _, ensure};
use quipu_kernel::rank::bipartite::Bipartite;
use quipu_kernel::rank::measures::percentile;
use quipu_kernel::rank::pagerank::Scores;
use serde_json::{Value, json};

use crate::clock::timed;
use crate::files;

/// Number of timed runs.
const TIMES: usize = 7;

/// Walks, writes the scores of entities and then of chunks, and returns the time of a walk.
pub(crate) fn walk(graph: &Path, damping: f64, tolerance: f64, scores: &Path) -> anyhow::Result<Value> {
    let numbers: Vec<u32> = files::read(graph)?;
    let (&[entities, chunks, seeds], rest) = numbers.split_first_chunk().context("the graph has no head")?;
    ensure!(seeds > 0 && rest.len() >= seeds as usize, "the graph has no seeds");
    let (seeds, pairs) = rest.split_at(seeds as usize);
    let (entities, chunks) = (entities as usize, chunks as usize);
    let pairs = pairs.as_chunks::<2>().0.iter().map(|[entity, chunk]| (*entity, *chunk));
    let (graph, built) = timed(|| Bipartite::new(&vec![1.0; entities], &vec![1.0; chunks], pairs));
    let mut reset = Scores::zeros(entities, chunks);
    for seed in seeds {
        *reset.entities.get_mut(*seed as usize).context("a seed is no entity")? += 1.0 / seeds.len() as f64;
    }
    let (found, times): (Vec<Scores>, Vec<f64>) = (0..TIMES)
        .map(|_| timed(|| graph.settled(&reset, damping, tolerance)))
        .map(|(found, took)| (found, took.cpu))
        .unzip();
    let found = &found[0];
    files::write(scores, &[found.entities.as_slice(), found.chunks.as_slice()].concat())?;
    Ok(json!({ "build_cpu_s": built.cpu, "cpu_s": percentile(&times, 0.5) }))
}
