//! Vectors from a server that speaks OpenAI's `/v1/embeddings`, as most model servers do.
//!
//! Texts go in batches ([`asked`]); a request to a busy or broken server is retried after a pause that doubles, or as
//! long as it says. Every vector's length is checked ([`answer`]), and made 1.

mod answer;
mod asked;
mod refused;

use std::sync::Arc;
use std::time::Duration;

use quipu_engine::Background;
use quipu_engine::ports::{Boxed, EmbedError, Embedder, ModelCard, Role};

use super::openai::asked::Asked;
use crate::net::Secret;

/// The server and the form of its requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// The address up to `/v1`.
    pub url: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// The model's name; `{role}` in it becomes `query` or `passage`.
    pub name: String,
    /// The number of components; if missing, that of the server's first vector.
    pub dimension: Option<usize>,
    /// Texts a request.
    pub batch: usize,
    /// The prefix of questions.
    pub question: String,
    /// The prefix of passages.
    pub passage: String,
    /// The timeout of a request.
    pub patience: Duration,
    /// The first pause before a request is tried again.
    pub pause: Duration,
}

/// A server as an embedder.
pub struct Server {
    asked: Arc<Asked>,
    card: ModelCard,
    background: Background,
}

impl Server {
    /// A server that is not asked yet.
    pub fn new(options: ServerOptions) -> Self {
        let card = ModelCard {
            name: format!("openai:{}", options.name),
            dimension: options.dimension.unwrap_or(0),
            normalised: true,
        };
        Self { asked: Arc::new(Asked::new(options)), card, background: Background::default() }
    }

    /// The embedder after a request for the length of its vectors, unless that is known.
    ///
    /// # Errors
    /// When the server gives no vector.
    pub fn probed(mut self) -> Result<Self, EmbedError> {
        if self.card.dimension == 0 {
            let vectors = self.asked.all(&["quipu".to_owned()], Role::Passage)?;
            self.card.dimension = vectors.into_iter().flatten().next().map_or(0, |vector| vector.len());
        }
        Ok(self)
    }
}

impl Embedder for Server {
    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        Box::pin(self.background.of(self))
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        Box::pin(async move {
            let (asked, own) = (self.asked.clone(), texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>());
            let work = move || asked.all(&own, role);
            let done = tokio::task::spawn_blocking(work).await;
            let vectors = done.map_err(|error| self.asked.failed(error.to_string()))??;
            Ok(vectors.into_iter().map(|vector| vector.and_then(super::unit)).collect())
        })
    }
}

#[cfg(test)]
mod tests;
