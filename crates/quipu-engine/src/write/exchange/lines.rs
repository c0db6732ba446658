//! The lines of an export: what the file is, then each document with the chunks that it owns, and that
//! this is the end.

use quipu_kernel::model::{Chunk, Decision, Facts};
use serde::{Deserialize, Deserializer, Serialize};

use crate::base::ports::{DocumentRow, ModelCard};

/// The format that is written, and the newest that is read.
pub const FORMAT: u32 = 2;

/// A line. Fields that are not known are not heeded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "ExportLine")]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum Line {
    /// The first line: what the file is.
    Workspace {
        /// Its format.
        format: u32,
        /// Whose vectors it holds.
        model: Option<ModelCard>,
    },
    /// A person's decision about names; they come before the documents.
    Decision(Decision),
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
        /// Its vector: null where the model gives it none, left out where it is to be made anew.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        vector: Option<Option<Vec<f32>>>,
    },
    /// The last line: a file without it was cut off, or written before there was one.
    End {
        /// How many documents are above.
        documents: u64,
        /// How many chunks are above.
        chunks: u64,
    },
}

/// What is there, though it be null.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Vec<f32>>>, D::Error> {
    Option::deserialize(from).map(Some)
}
