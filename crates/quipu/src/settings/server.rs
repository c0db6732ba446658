//! The server of vectors, as the settings say.

use std::time::Duration;

use super::Settings;
use super::llm::key;
use crate::wire::ServerOptions;

/// Settings of `look.alpha` where nothing is said: vectors of an encoder deserve more than those that
/// are inside the binary.
pub(super) const ENCODER_ALPHA: f64 = 0.5;

impl Settings {
    /// Which server makes vectors, and how it is asked.
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

    /// Whether vectors come from an encoder of sentences.
    pub(super) fn has_encoder(&self) -> bool {
        !matches!(self.embed_model.as_str(), "static" | "none")
    }
}
