//! Vectors of texts that are no documents (embeddings): for programs that keep an index of their own beside ours.

use quipu_engine::ports::{EmbeddingRole, ModelCard};

use crate::job::{Outcome, aside};
use crate::{Error, Quipu};

/// Texts as vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Embedded {
    /// The model.
    pub model: ModelCard,
    /// A vector for each text, in their order, of length 1; none for a text whose script the model does not cover.
    pub vectors: Vec<Option<Vec<f32>>>,
}

impl Quipu {
    /// The model that makes the vectors of the workspace; none where it has no vectors.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn embedding_model(&self) -> Outcome<Option<ModelCard>> {
        let quipu = self.clone();
        aside(move || async move { Ok(quipu.reading()?.embedder.map(|embedder| embedder.card().clone())) })
    }

    /// Vectors of texts, made by the model of the workspace, as questions or as passages.
    ///
    /// # Errors
    /// When the workspace has no vectors or cannot be read, or its model fails.
    pub fn embed(&self, texts: Vec<String>, role: EmbeddingRole) -> Outcome<Embedded> {
        let quipu = self.clone();
        aside(move || async move {
            let embedder = quipu.reading()?.embedder.ok_or(Error::NoModel)?;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let vectors = embedder.embed(&texts, role).await.map_err(quipu_engine::EngineError::from)?;
            Ok(Embedded { model: embedder.card().clone(), vectors })
        })
    }
}
