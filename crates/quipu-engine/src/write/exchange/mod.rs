//! Exports and imports: a workspace written as lines, graphs, tables or a vault of notes, and read again
//! from lines.
//!
//! Everything is written as it is read, a document or a row at a time; only the names that have
//! others are held in memory, since rows contain names and graphs need entities.

mod bounded;
mod checked;
mod csv;
mod documents;
mod graph;
mod graphml;
mod import;
mod jsonl;
mod lines;
mod names;
mod rows;
mod vault;

use std::io;

use serde::Serialize;

use crate::base::{EngineError, Workspace};

pub(crate) use documents::Documents;
pub(crate) use graphml::{FOOT, element, escaped, head};
pub use import::{ImportOptions, ImportReport, Refused, import};
pub use lines::{FORMAT, Line as ExportLine};

/// A shape of export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// JSON lines that hold everything `import` needs.
    Jsonl,
    /// One GraphML file.
    Graphml,
    /// `nodes.csv` and `relationships.csv`, as `neo4j-admin database import` reads them.
    Csv,
    /// A folder of Markdown notes that link to one another.
    Obsidian,
}

impl Shape {
    /// True if it is several files; else it is one without a name.
    pub fn is_folder(self) -> bool {
        matches!(self, Self::Csv | Self::Obsidian)
    }
}

/// The destination of an export.
pub trait Sink: Send {
    /// Begins a file; `/` in its name leads into a folder. A shape of one file begins none.
    ///
    /// # Errors
    /// When it cannot be made, or the one before cannot be ended.
    fn begin(&mut self, name: &str) -> io::Result<()>;
    /// Writes to the file that was begun last.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
}

/// The result of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
pub struct ExportReport {
    /// Documents, copies counted each.
    pub documents: u64,
    /// Chunks.
    pub chunks: u64,
    /// Entities; 0 where the shape derives them.
    pub entities: u64,
    /// Relations; 0 where the shape derives them.
    pub relations: u64,
    /// True if the workspace was written to meanwhile: then parts may be of different moments.
    pub changed: bool,
}

/// Writes the workspace. Needs a tokio runtime.
///
/// # Errors
/// When the store cannot be read or the sink cannot be written.
pub async fn export(workspace: &Workspace, shape: Shape, sink: &mut dyn Sink) -> Result<ExportReport, EngineError> {
    let before = workspace.store.status().await?.change;
    let report = match shape {
        Shape::Jsonl => jsonl::write(workspace, sink).await?,
        Shape::Graphml => graphml::write(workspace, sink).await?,
        Shape::Csv => csv::write(workspace, sink).await?,
        Shape::Obsidian => vault::write(workspace, sink).await?,
    };
    let after = workspace.store.status().await?.change;
    Ok(ExportReport { changed: before != after, ..report })
}

/// Writes text.
fn put(sink: &mut dyn Sink, text: &str) -> Result<(), EngineError> {
    sink.write(text.as_bytes()).map_err(EngineError::Write)
}
