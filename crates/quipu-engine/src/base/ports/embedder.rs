//! The embedder port: computes vectors of texts.

use serde::{Deserialize, Serialize};

use super::Boxed;

/// The record of an embedding model in an index, against which other models are checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ModelCard {
    /// Name and version (`static-1`).
    pub name: String,
    /// Number of components of a vector.
    pub dimension: usize,
    /// True if vectors have length 1.
    pub normalised: bool,
}

/// The purpose of an embedding; some models prefix the two differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A question.
    Question,
    /// A passage of a document.
    Passage,
}

/// An error of an embedding model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// The model failed.
    #[error("the embedding model {model} failed: {reason}")]
    Failed {
        /// The name of the model.
        model: String,
        /// The reason.
        reason: String,
    },
}

/// Turns texts into vectors.
pub trait Embedder: Send + Sync {
    /// The record of the model that an index stores.
    fn card(&self) -> &ModelCard;
    /// A unit vector for each text, in order; none for a text whose script the model does not
    /// cover.
    ///
    /// # Errors
    /// When the model fails for all of them.
    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>>;
    /// The cosine of an unrelated question and passage; only the part above it is
    /// meaningful. 0 for vectors that spread over all directions; those of some models crowd into a
    /// narrow cone (Ethayarajh, 2019, "How Contextual are Contextualized Word Representations?").
    ///
    /// # Errors
    /// When the model must be asked, and fails.
    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        Box::pin(std::future::ready(Ok(0.0)))
    }
}
