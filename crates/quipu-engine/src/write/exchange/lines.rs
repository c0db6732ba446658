//! The lines of an export: a header, then each document with the chunks that it owns, and
//! a footer.

use quipu_kernel::model::{Chunk, Decision, Facts};
use serde::{Deserialize, Deserializer, Serialize};

use crate::base::ports::{DocumentRow, ModelCard};

/// The format that is written, and the newest that is read.
pub const FORMAT: u32 = 2;

/// A line. Unknown fields are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "ExportLine")]
#[serde(tag = "row", rename_all = "snake_case")]
pub enum Line {
    /// The first line: the header.
    Workspace {
        /// Its format.
        format: u32,
        /// The model of its vectors.
        model: Option<ModelCard>,
    },
    /// A person's decision about names; they come before the documents.
    Decision(Decision),
    /// A document.
    Document {
        /// The document's row.
        #[serde(flatten)]
        document: Box<DocumentRow>,
        /// Number of lines below that are its chunks; 0 where another copy of the text owns them.
        chunks: u64,
    },
    /// A chunk of the document above.
    Chunk {
        /// The chunk.
        chunk: Box<Chunk>,
        /// Its facts; extracted again if missing.
        #[serde(default)]
        facts: Vec<Facts>,
        /// Its vector: null where the model gives none, left out where it must be computed again.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        vector: Option<Option<Vec<f32>>>,
    },
    /// The last line: a file without it was cut off, or written before there was one.
    End {
        /// Number of documents above.
        documents: u64,
        /// Number of chunks above.
        chunks: u64,
    },
}

/// The value of a present field, null included.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Vec<f32>>>, D::Error> {
    Option::deserialize(from).map(Some)
}
