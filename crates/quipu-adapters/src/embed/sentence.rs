//! A sentence encoder that runs in the process, from a model's folder.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use quipu_encoder::{Encoder, EncoderOptions, Runtime, Side, find_library};
use quipu_engine::Background;
use quipu_engine::ports::{Boxed, EmbedError, Embedder, ModelCard, Role};

/// The value that finds an ONNX Runtime library in the usual places.
const AUTO: &str = "auto";

/// The file that makes a model another when it is replaced.
const WEIGHTS: &str = "model.safetensors";

/// An open encoder, shared by its users.
struct Known {
    folder: PathBuf,
    library: String,
    /// Length and time of the weights.
    weights: Option<(u64, SystemTime)>,
    encoder: Weak<SentenceEncoder>,
}

/// The encoders that are open in this process.
static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

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
        let found = std::fs::metadata(folder.join(WEIGHTS)).ok();
        let weights = found.and_then(|found| Some((found.len(), found.modified().ok()?)));
        // A request for one that is being opened waits for it.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|one| one.encoder.strong_count() > 0);
        let same = |one: &&Known| one.folder == folder && one.library == library && one.weights == weights;
        if let Some(encoder) = known.iter().find(same).and_then(|one| one.encoder.upgrade()) {
            return Ok(encoder);
        }
        let encoder = Arc::new(Self::open(folder, library)?);
        let (folder, library) = (folder.to_owned(), library.to_owned());
        known.push(Known { folder, library, weights, encoder: Arc::downgrade(&encoder) });
        Ok(encoder)
    }

    /// Opens a model's folder. `library` names an ONNX Runtime library to run it, or is `auto` to look
    /// for one; without it the built-in runtime is used.
    ///
    /// # Errors
    /// Names the missing or unsupported file, and the remedy.
    pub fn open(folder: &Path, library: &str) -> Result<Self, EmbedError> {
        let failed = |reason: String| EmbedError::Failed { model: folder.display().to_string(), reason };
        let runtime = match library {
            "" => Runtime::Native,
            library => {
                let given = Some(Path::new(library)).filter(|_| library != AUTO);
                let variable = std::env::var_os("ORT_DYLIB_PATH");
                let found = find_library(given, variable.as_deref().map(Path::new), None);
                Runtime::Library(found.ok_or_else(|| {
                    failed(format!(
                        "no ONNX Runtime library is at {library:?} or in the usual places; unset embed.library"
                    ))
                })?)
            }
        };
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

    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        let side = match role {
            Role::Question => Side::Question,
            Role::Passage => Side::Passage,
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
