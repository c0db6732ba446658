//! The lines of an export: what the file is, then each document with the chunks that it owns.

use quipu_kernel::model::{Chunk, Facts};
use serde::{Deserialize, Serialize};

use crate::ports::{DocumentRow, ModelCard};

/// The format that is written, and the newest that is read.
pub const FORMAT: u32 = 1;

/// A line. Fields that are not known are not heeded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "row", rename_all = "snake_case")]
pub(super) enum Line {
    /// The first line: what the file is.
    Workspace {
        /// Its format.
        format: u32,
        /// Whose vectors it holds.
        model: Option<ModelCard>,
    },
    /// A document.
    Document {
        /// What is known about it.
        #[serde(flatten)]
        document: Box<DocumentRow>,
        /// How many lines below are its chunks; none where another copy of the text owns them.
        chunks: u64,
    },
    /// A chunk of the document above.
    Chunk {
        /// The chunk.
        chunk: Box<Chunk>,
        /// What it says; found anew where nothing came with it.
        #[serde(default)]
        facts: Vec<Facts>,
        /// Its vector.
        #[serde(default)]
        vector: Option<Vec<f32>>,
    },
}
