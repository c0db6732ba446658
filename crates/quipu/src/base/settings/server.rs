//! The servers of vectors and of language models, as the settings say.

use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use quipu_adapters::embed::ServerOptions;

use super::llm::{LlmUse, key};
use super::{Settings, Work};

/// The default of `look.vectors.alpha` for vectors from an encoder of sentences, which deserve more weight than
/// the vectors inside the binary. By the even questions of `eval/ENCODER.md`.
const ENCODER_ALPHA: f64 = 0.5;

/// The value for the E5 family, which was trained on questions and the passages that answer them (Wang et al.,
/// 2022). By the even questions of `eval/ENCODER-E5.md`.
const E5_ALPHA: f64 = 0.7;

impl Settings {
    /// The model for a kind of work, if one is named.
    pub fn llm(&self, work: Work) -> Option<LlmUse> {
        self.llms.of(work)
    }

    /// The server of vectors, and the settings of calls.
    pub(crate) fn server(&self) -> ServerOptions {
        ServerOptions {
            url: self.embed_url.clone(),
            key: key(&self.embed_key, &self.embed_url),
            name: self.embed_name.clone(),
            dimension: Some(self.embed_dimension).filter(|dimension| *dimension > 0),
            batch: self.embed_batch,
            question: self.embed_query_prefix.clone(),
            passage: self.embed_passage_prefix.clone(),
            patience: Duration::from_secs(self.embed_seconds as u64),
            pause: Duration::from_millis(500),
        }
    }

    /// The default of `look.vectors.alpha`; none where vectors come from no encoder of sentences.
    pub(super) fn encoder_alpha(&self) -> Option<f64> {
        let name = match self.embed_model.as_str() {
            "static" | "none" => return None,
            "openai" => &self.embed_name,
            name => name,
        };
        let name = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or_default();
        let mut words = name.split(|letter: char| !letter.is_alphanumeric());
        Some(if words.any(|word| word.eq_ignore_ascii_case("e5")) { E5_ALPHA } else { ENCODER_ALPHA })
    }
}
