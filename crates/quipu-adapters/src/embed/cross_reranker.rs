//! A cross-encoder that runs in the process, from a model's folder, as a reranker.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use quipu_encoder::{CrossEncoder, EncoderOptions};
use quipu_engine::ports::{Boxed, EmbedError, LlmError, Reranker};

use super::open_models::{OpenModels, runtime};

/// Scores kept, each of a question and a text: those of some hundred questions.
const KEPT: NonZeroUsize = NonZeroUsize::new(4096).unwrap();
/// Threads of a call at most; a person waits for it.
const THREADS: usize = 4;

/// The cross-encoders that are open in this process.
static OPEN: OpenModels<CrossReranker> = OpenModels::new();

/// A cross-encoder as a reranker. Scores are logits; those of one model can be compared.
pub struct CrossReranker {
    model: Arc<CrossEncoder>,
    scores: Mutex<LruCache<(String, String), f32>>,
}

impl CrossReranker {
    /// The cross-encoder of a model's folder that this process has open, else [`CrossReranker::open`].
    ///
    /// # Errors
    /// As [`CrossReranker::open`].
    pub fn shared(folder: &Path, library: &str) -> Result<Arc<Self>, EmbedError> {
        OPEN.get(folder, library, || Self::open(folder, library))
    }

    /// Opens a model's folder, run by the ONNX Runtime library that `library` names, as for
    /// [`SentenceEncoder::open`](super::SentenceEncoder::open).
    ///
    /// # Errors
    /// Names the missing or unsupported file, and the remedy.
    pub fn open(folder: &Path, library: &str) -> Result<Self, EmbedError> {
        let failed = |reason: String| EmbedError::Failed { model: folder.display().to_string(), reason };
        let runtime = runtime(library).map_err(failed)?;
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = NonZeroUsize::new(threads.get().min(THREADS)).unwrap_or(NonZeroUsize::MIN);
        let model = CrossEncoder::open(folder, &EncoderOptions { threads, runtime });
        let model = model.map_err(|error| failed(error.to_string()))?;
        Ok(Self { model: Arc::new(model), scores: Mutex::new(LruCache::new(KEPT)) })
    }

    /// Scores that are kept, in the order of the texts.
    fn known(&self, question: &str, texts: &[&str]) -> Vec<Option<f32>> {
        let mut scores = self.scores.lock().unwrap_or_else(PoisonError::into_inner);
        texts.iter().map(|text| scores.get(&(question.to_owned(), (*text).to_owned())).copied()).collect()
    }

    fn keep(&self, question: &str, texts: &[String], found: &[f32]) {
        let mut scores = self.scores.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, score) in texts.iter().zip(found) {
            scores.put((question.to_owned(), text.clone()), *score);
        }
    }
}

impl Reranker for CrossReranker {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>> {
        Box::pin(async move {
            let failed = |reason: String| LlmError::Refused { model: self.name().to_owned(), reason, status: None };
            let known = self.known(question, texts);
            let unknown = texts.iter().zip(&known).filter(|(_, known)| known.is_none());
            let unknown: Vec<String> = unknown.map(|(text, _)| (*text).to_owned()).collect();
            let (model, asked) = (self.model.clone(), question.to_owned());
            let work = move || {
                let texts: Vec<&str> = unknown.iter().map(String::as_str).collect();
                let found = model.score(&asked, &texts);
                (unknown, found)
            };
            let (read, found) = tokio::task::spawn_blocking(work).await.map_err(|error| failed(error.to_string()))?;
            let found = found.map_err(|error| failed(error.to_string()))?;
            self.keep(question, &read, &found);
            let mut found = found.into_iter();
            Ok(known.into_iter().filter_map(|known| known.or_else(|| found.next())).collect())
        })
    }
}
