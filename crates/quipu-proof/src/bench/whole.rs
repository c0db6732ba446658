//! The store read whole: the time to have all of the graph in arrays, and their memory.

use std::time::Instant;

use futures::executor::block_on;
use quipu_adapters::store::EmbeddedStore;
use quipu_engine::base::Mentions;
use quipu_engine::ports::{Store, StoreError, Whole};

use super::report::BenchReport;
use super::system;

/// Entities or relations read at a time.
const BATCH: usize = 10_000;

/// Reads all that communities are made of: mentions both ways, the ends and weights of relations, entities.
pub(super) fn whole(store: &EmbeddedStore, report: &mut BenchReport) -> Result<(), StoreError> {
    let (before, began) = (system::private_memory(), Instant::now());
    let whole = block_on(store.whole())?;
    report.push("read whole, the order of everything", began.elapsed().as_secs_f64(), "s");
    let began = Instant::now();
    let mentions = block_on(Mentions::read(&*whole))?;
    report.push("read whole, mentions both ways", began.elapsed().as_secs_f64(), "s");
    let began = Instant::now();
    let ends = relations(&*whole)?;
    report.push("read whole, relations", began.elapsed().as_secs_f64(), "s");
    let began = Instant::now();
    let kinds = entities(&*whole)?;
    report.push("read whole, entities", began.elapsed().as_secs_f64(), "s");
    let held = system::private_memory().saturating_sub(before);
    report.push("read whole, entities in it", kinds.len() as f64, "");
    report.push("read whole, mentions in it", mentions.chunks_of.cells() as f64, "");
    report.push("read whole, relations in it", ends.len() as f64, "");
    report.at_most("read whole, private memory for it", held as f64 / 1e6, "MB", 2000.0);
    Ok(())
}

fn relations(whole: &dyn Whole) -> Result<Vec<(u32, u32, f32)>, StoreError> {
    let all = whole.extent().relations;
    let mut ends = Vec::with_capacity(all as usize);
    while (ends.len() as u32) < all {
        let batch = block_on(whole.relations(ends.len() as u32, BATCH))?;
        ends.extend(batch.iter().map(|relation| (relation.source, relation.target, relation.weight as f32)));
    }
    Ok(ends)
}

fn entities(whole: &dyn Whole) -> Result<Vec<u8>, StoreError> {
    let all = whole.extent().entities;
    let mut kinds = Vec::with_capacity(all as usize);
    while (kinds.len() as u32) < all {
        let batch = block_on(whole.entities(kinds.len() as u32, BATCH))?;
        kinds.extend(batch.iter().map(|entity| entity.kind as u8));
    }
    Ok(kinds)
}
