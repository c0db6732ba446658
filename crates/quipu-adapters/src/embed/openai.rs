//! Vectors from a server that speaks OpenAI's `/v1/embeddings`, as most model servers do.
//!
//! Texts go in batches; a busy or broken server is asked again after a pause that doubles, or as long
//! as it says. Every vector's length is checked, and made 1.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use quipu_engine::Background;
use quipu_engine::ports::{Boxed, EmbedError, Embedder, ModelCard, Role};
use serde::{Deserialize, Serialize};
use ureq::Agent;

use crate::net::{Secret, agent};

/// How often one batch is asked for.
const TRIES: u32 = 5;
/// The longest pause that a server may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// What the name of a model may hold in place of what a text is embedded for.
const ROLE: &str = "{role}";

/// Which server, and how it is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// The address up to `/v1`.
    pub url: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// The model's name; `{role}` in it becomes `query` or `passage`.
    pub name: String,
    /// The number of components; none: whatever the server gives first.
    pub dimension: Option<usize>,
    /// Texts a request.
    pub batch: usize,
    /// What is put before questions.
    pub question: String,
    /// What is put before passages.
    pub passage: String,
    /// How long a request may take.
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

struct Asked {
    agent: Agent,
    options: ServerOptions,
    dimension: OnceLock<usize>,
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// Why a batch got no vectors.
enum Refused {
    /// Another try may do better, after so long if the server said so.
    Later(String, Option<Duration>),
    /// No try will.
    Never(String),
}

impl Server {
    /// A server that is not asked yet.
    pub fn new(options: ServerOptions) -> Self {
        let agent = agent(options.patience, options.patience);
        let card = ModelCard {
            name: format!("openai:{}", options.name),
            dimension: options.dimension.unwrap_or(0),
            normalised: true,
        };
        let dimension = options.dimension.map_or_else(OnceLock::new, OnceLock::from);
        Self { asked: Arc::new(Asked { agent, options, dimension }), card, background: Background::default() }
    }

    /// The same, after it was asked how long its vectors are, unless that was known.
    ///
    /// # Errors
    /// When the server gives no vector.
    pub fn probed(mut self) -> Result<Self, EmbedError> {
        if self.card.dimension == 0 {
            let vectors = self.asked.all(&["quipu".to_owned()], Role::Passage)?;
            self.card.dimension = vectors.first().map_or(0, Vec::len);
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
            Ok(vectors.into_iter().map(super::unit).collect())
        })
    }
}

impl Asked {
    fn all(&self, texts: &[String], role: Role) -> Result<Vec<Vec<f32>>, EmbedError> {
        let (before, word) = match role {
            Role::Question => (&self.options.question, "query"),
            Role::Passage => (&self.options.passage, "passage"),
        };
        let model = self.options.name.replace(ROLE, word);
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.options.batch.max(1)) {
            // Servers refuse an empty text.
            let shown = |text: &String| if text.trim().is_empty() { ".".to_owned() } else { format!("{before}{text}") };
            let input: Vec<String> = batch.iter().map(shown).collect();
            vectors.append(&mut self.patiently(&Request { model: &model, input: &input, encoding_format: "float" })?);
        }
        Ok(vectors)
    }

    fn patiently(&self, request: &Request<'_>) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut pause = self.options.pause;
        let mut tries = 1;
        loop {
            match self.once(request) {
                Ok(vectors) => return Ok(vectors),
                Err(Refused::Never(reason)) => return Err(self.failed(reason)),
                Err(Refused::Later(reason, _)) if tries == TRIES => {
                    return Err(self.failed(format!("{TRIES} times in a row: {reason}")));
                }
                Err(Refused::Later(_, after)) => {
                    std::thread::sleep(after.unwrap_or(pause).min(LONGEST_PAUSE));
                    (pause, tries) = (pause * 2, tries + 1);
                }
            }
        }
    }

    fn once(&self, request: &Request<'_>) -> Result<Vec<Vec<f32>>, Refused> {
        let body = serde_json::to_vec(request).map_err(|error| Refused::Never(error.to_string()))?;
        // It follows no redirection: texts and key go nowhere but where they were meant to.
        let post = self.agent.post(self.address()).config().max_redirects(0).build();
        let mut post = post.header("Content-Type", "application/json");
        if let Some(bearer) = self.options.key.as_ref().and_then(Secret::bearer) {
            post = post.header("Authorization", bearer);
        }
        let mut response = post.send(&body[..]).map_err(|error| Refused::Later(unreached(&error), None))?;
        let status = response.status().as_u16();
        let after = response.headers().get("Retry-After").and_then(|value| value.to_str().ok()?.trim().parse().ok());
        let text = response.body_mut().with_config().limit(1 << 30).read_to_string();
        let text = text.map_err(|error| Refused::Later(error.to_string(), None))?;
        match status {
            200 => self.vectors(&text, request.input.len()).map_err(Refused::Never),
            408 | 409 | 425 | 429 | 500.. => Err(Refused::Later(said(status, &text), after.map(Duration::from_secs))),
            _ => Err(Refused::Never(said(status, &text))),
        }
    }

    /// The vectors of an answer, in the order of the texts.
    fn vectors(&self, text: &str, expected: usize) -> Result<Vec<Vec<f32>>, String> {
        let answer: Answer = serde_json::from_str(text).map_err(|error| {
            format!("its answer makes no sense ({error}); is `embed.url` the address of such a server?")
        })?;
        if answer.data.len() != expected {
            return Err(format!(
                "it gave {} vectors for {expected} texts; try a smaller `embed.batch`",
                answer.data.len()
            ));
        }
        let mut vectors = vec![Vec::new(); expected];
        for (at, Embedded { index, embedding }) in answer.data.into_iter().enumerate() {
            let dimension = *self.dimension.get_or_init(|| embedding.len());
            if embedding.len() != dimension || dimension == 0 {
                return Err(format!(
                    "it gave a vector of {} components, not {dimension}; is `embed.dimension` right?",
                    embedding.len()
                ));
            }
            let place = vectors.get_mut(index.unwrap_or(at)).ok_or("it numbers a vector that was not asked for")?;
            *place = embedding;
        }
        if vectors.iter().any(Vec::is_empty) {
            return Err("it gave one text two vectors and another none".to_owned());
        }
        Ok(vectors)
    }

    fn address(&self) -> String {
        format!("{}/embeddings", self.options.url.trim_end_matches('/'))
    }

    /// An error; the key is in none, should the server repeat it.
    fn failed(&self, reason: String) -> EmbedError {
        let reason = self.options.key.as_ref().map_or(reason.clone(), |key| key.hidden_in(&reason));
        EmbedError::Failed { model: self.options.name.clone(), reason: format!("{}: {reason}", self.address()) }
    }
}

fn unreached(error: &ureq::Error) -> String {
    format!("it cannot be reached ({error}); start the server, or set `embed.url`")
}

/// What a server said with a status, shortened.
fn said(status: u16, text: &str) -> String {
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    let advice = match status {
        401 | 403 => "put its key into the variable that `embed.key` names",
        300..=399 | 404 => "check `embed.url` and `embed.name`",
        429 => "ask it less: lower `embed.batch`",
        500.. => "see what the server itself says",
        _ => "check `embed.name` and what the server accepts",
    };
    format!("the server answered {status}: {words}; {advice}")
}

#[cfg(test)]
mod tests;
