//! Vectors of reports, by the encoder of the chunks: computed after the reports, once for each content.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

use super::shelf::{self, ReportVector};
use super::told::attached;
use super::written::written;
use crate::base::ports::{Kept, Role};
use crate::base::{EngineError, Workspace};

/// Reports per embedding batch.
const TOGETHER: usize = 64;

/// Computes the vector of every stored report, if the workspace has an encoder.
pub(super) async fn embed(workspace: &Workspace, shelf: &dyn Kept) -> Result<(), EngineError> {
    let Some(embedder) = &workspace.embedder else { return Ok(()) };
    let model = embedder.card().name.clone();
    let known: FxHashMap<Key, Key> =
        shelf::vectors(shelf, &model).await?.into_iter().map(|(id, of)| (id, of.input)).collect();
    let (kept, written) = (shelf::kept_reports(shelf).await?, written(shelf).await?);
    // The searched text follows from the inputs of both kinds of report.
    let of = |id: &Key, input: Key| match written.get(id) {
        Some(written) => Key::of("both", &[input.bytes(), written.of.bytes()]),
        None => input,
    };
    let new = kept.iter().filter(|(id, kept)| known.get(id) != Some(&of(id, kept.input)));
    let reports: Vec<super::Report> = new.filter_map(|(_, kept)| kept.read()).collect();
    let reports: Vec<super::Report> = attached(reports, &written).into_values().collect();
    for some in reports.chunks(TOGETHER) {
        let texts: Vec<String> = some.iter().map(super::Report::searched).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let vectors = embedder.embed(&texts, Role::Passage).await?;
        let row = |(report, vector): (&super::Report, Option<Vec<f32>>)| {
            let input = of(&report.community, report.input);
            Some((report.community, ReportVector { input, vector: vector? }))
        };
        let vectors: Vec<(Key, ReportVector)> = some.iter().zip(vectors).filter_map(row).collect();
        shelf::keep_vectors(shelf, &model, &vectors).await?;
    }
    Ok(())
}

/// The vectors of reports, by the ids of their communities.
pub(crate) async fn read(workspace: &Workspace, shelf: &dyn Kept) -> Result<FxHashMap<Key, Vec<f32>>, EngineError> {
    let Some(embedder) = &workspace.embedder else { return Ok(FxHashMap::default()) };
    let rows = shelf::vectors(shelf, &embedder.card().name).await?;
    Ok(rows.into_iter().map(|(id, of)| (id, of.vector)).collect())
}
