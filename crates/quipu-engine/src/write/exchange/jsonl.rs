//! Everything as lines of JSON, a document with its chunks after the other. Derived data (entities,
//! relations, indexes) is left out.

use super::documents::{Documents, Whole};
use super::lines::{FORMAT, Line};
use super::{ExportReport, Sink, put};
use crate::base::{EngineError, Workspace};

pub(super) async fn write(workspace: &Workspace, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    let mut report = ExportReport::default();
    let model = workspace.store.status().await?.model;
    // A store in memory does not know the model's name; the embedder does.
    let model = model.or_else(|| workspace.embedder.as_ref().map(|embedder| embedder.card().clone()));
    line(sink, &Line::Workspace { format: FORMAT, model })?;
    for decision in workspace.store.decisions().await? {
        line(sink, &Line::Decision(decision))?;
    }
    let mut documents = Documents::of(&workspace.store);
    while let Some((document, chunks)) = documents.next().await? {
        report.documents += 1;
        report.chunks += chunks.len() as u64;
        line(sink, &Line::Document { document: Box::new(document), chunks: chunks.len() as u64 })?;
        for Whole { chunk, facts, vector } in chunks {
            line(sink, &Line::Chunk { chunk: Box::new(chunk), facts, vector })?;
        }
    }
    line(sink, &Line::End { documents: report.documents, chunks: report.chunks })?;
    Ok(report)
}

fn line(sink: &mut dyn Sink, line: &Line) -> Result<(), EngineError> {
    let text = serde_json::to_string(line).map_err(|error| EngineError::Write(error.into()))?;
    put(sink, &text)?;
    put(sink, "\n")
}
