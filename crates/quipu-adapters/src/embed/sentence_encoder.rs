//! A sentence encoder that runs in the process, from a model's folder.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

use quipu_encoder::{Encoder, EncoderOptions, EncodingRole};
use quipu_engine::Background;
use quipu_engine::ports::{Boxed, EmbedError, Embedder, EmbeddingRole, ModelCard};

use super::open_models::{OpenModels, runtime};

/// The encoders that are open in this process.
static OPEN: OpenModels<SentenceEncoder> = OpenModels::new();

/// An encoder as an embedder.
pub struct SentenceEncoder {
    encoder: Arc<Encoder>,
    card: ModelCard,
    background: Background,
}

impl SentenceEncoder {
    /// The encoder of a model's folder that this process has open, else [`SentenceEncoder::open`]: one serves all workspaces that
    /// name the model. Each would hold its weights in memory, some hundred megabytes, and take a while to open.
    ///
    /// # Errors
    /// As [`SentenceEncoder::open`].
    pub fn shared(folder: &Path, library: &str) -> Result<Arc<Self>, EmbedError> {
        OPEN.get(folder, library, || Self::open(folder, library))
    }

    /// Opens a model's folder. `library` names an ONNX Runtime library to run it, or is `auto` to look
    /// for one; without it the built-in runtime is used.
    ///
    /// # Errors
    /// Names the missing or unsupported file, and the remedy.
    pub fn open(folder: &Path, library: &str) -> Result<Self, EmbedError> {
        let failed = |reason: String| EmbedError::Failed { model: folder.display().to_string(), reason };
        let runtime = runtime(library).map_err(failed)?;
        let options = EncoderOptions { threads: NonZeroUsize::MIN, runtime };
        let encoder = Encoder::open(folder, &options).map_err(|error| failed(error.to_string()))?;
        let said = encoder.card();
        let card = ModelCard { name: said.name.clone(), dimension: said.dimension, normalised: true };
        Ok(Self { encoder: Arc::new(encoder), card, background: Background::default() })
    }
}

impl Embedder for SentenceEncoder {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        Box::pin(self.background.of(self))
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [&'a str],
        role: EmbeddingRole,
    ) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        let side = match role {
            EmbeddingRole::Question => EncodingRole::Question,
            EmbeddingRole::Passage => EncodingRole::Passage,
        };
        Box::pin(async move {
            let failed = |reason: String| EmbedError::Failed { model: self.card.name.clone(), reason };
            let (encoder, own) =
                (self.encoder.clone(), texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
            let work = move || encoder.encode(&own.iter().map(String::as_str).collect::<Vec<_>>(), side);
            let vectors = tokio::task::spawn_blocking(work).await.map_err(|error| failed(error.to_string()))?;
            let vectors = vectors.map_err(|error| failed(error.to_string()))?;
            Ok(vectors.into_iter().map(super::unit).collect())
        })
    }
}
