//! A model behind `POST /v1/chat/completions`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quipu_engine::gateway::tokens;
use quipu_engine::ports::{Boxed, Ending, Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Usage};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use tokio::time::Instant;

use super::answer::{Answer, Gathered};
use super::awaited::awaited;
use super::habits::Habits;
use super::post::Post;
use super::refusal::{Refusal, shortened};
use super::request::request;
use super::stream::Events;
use crate::net::Secret;

/// What ends a stream.
const DONE: &str = "[DONE]";
/// The longest wait, where none is set.
const YEAR: Duration = Duration::from_secs(31_536_000);

/// How long a server is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    /// For a connection.
    pub connect: Duration,
    /// For a reply to begin; where it does not stream, for all of it.
    pub first: Duration,
    /// For the next piece of a reply; where it is set, every call streams.
    pub idle: Option<Duration>,
}

impl Default for Waits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), first: Duration::from_secs(300), idle: None }
    }
}

/// Which model of which server, and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatOptions {
    /// The address up to `/v1`.
    pub url: String,
    /// The model.
    pub card: LlmCard,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// How long it is waited for.
    pub waits: Waits,
}

/// See the module.
pub struct OpenAiChat {
    post: Post,
    options: ChatOptions,
    habits: Mutex<Option<Habits>>,
    kept: Option<Arc<dyn Kept>>,
}

/// Why one request gave no reply.
enum Failed {
    /// The server refuses; perhaps only one of the parameters.
    Refusal(Refusal),
    /// It is over.
    Error(LlmError),
}

impl From<LlmError> for Failed {
    fn from(error: LlmError) -> Self {
        Self::Error(error)
    }
}

impl OpenAiChat {
    /// A model that was not asked yet; what its server accepts is remembered in `kept`.
    ///
    /// # Errors
    /// When the system gives no means to ask anybody.
    pub fn new(options: ChatOptions, kept: Option<Arc<dyn Kept>>) -> Result<Self, LlmError> {
        let post = Post::new(
            (&options.url, "chat/completions"),
            &options.card.name,
            options.key.clone(),
            options.waits.connect,
        )?;
        Ok(Self { post, options, habits: Mutex::default(), kept })
    }

    /// What its server accepts, as far as that was learned.
    pub async fn habits(&self) -> Habits {
        if let Some(known) = self.known() {
            return known;
        }
        let key = Habits::key(&self.options.url, &self.options.card.name);
        let stored = match &self.kept {
            // What cannot be read is learned again.
            Some(kept) => kept.get(&key).await.ok().flatten(),
            None => None,
        };
        let habits = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(habits)
    }

    /// Forgets what was learned, so that the next calls learn it anew.
    pub async fn forget(&self) {
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner) = Some(Habits::default());
        if let Some(kept) = &self.kept {
            // A cache that cannot be written is learned from no worse than before.
            let _ = kept.remove(&Habits::key(&self.options.url, &self.options.card.name)).await;
        }
    }

    fn known(&self) -> Option<Habits> {
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn learn(&self, habits: Habits) {
        let before = self.known().unwrap_or_default();
        let after = before.and(habits);
        if after == before {
            return;
        }
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner) = Some(after);
        if let (Some(kept), Ok(bytes)) = (&self.kept, serde_json::to_vec(&after)) {
            let key = Habits::key(&self.options.url, &self.options.card.name);
            // A cache that cannot be written costs a question more the next time.
            let _ = kept.put(&key, &bytes).await;
        }
    }

    async fn once(
        &self,
        prompt: &Prompt,
        habits: Habits,
        streams: bool,
        heard: Option<Heard<'_>>,
    ) -> Result<Reply, Failed> {
        let waits = self.options.waits;
        let until = Instant::now() + waits.first.min(YEAR);
        let late = |_| self.post.silent("it was to begin its reply", waits.first);
        let card = &self.options.card;
        let temperature = card.temperature.unwrap_or(prompt.temperature);
        let body = request(&card.name, prompt, temperature, habits, streams);
        let bytes = body.written(prompt.written()).map_err(|error| self.post.broken(error.to_string()))?;
        let response = awaited(until, self.post.send(bytes)).await.map_err(late)??;
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let (status, kind) = (response.status(), kind.to_lowercase());
        if status.is_success() && kind.starts_with("text/event-stream") {
            let gathered = self.streamed(response, until, heard).await?;
            return Ok(reply(prompt, gathered));
        }
        let headers = response.headers().clone();
        let whole = awaited(until, self.post.whole(response)).await;
        let body = whole.map_err(|_| self.post.silent("it was to end its reply", waits.first))??;
        if !status.is_success() {
            return Err(Failed::Refusal(self.post.refusal(status.as_u16(), &headers, &body)));
        }
        let gathered = self.read(&body, &kind)?;
        if let Some(heard) = heard {
            heard(&gathered.text);
        }
        Ok(reply(prompt, gathered))
    }

    /// The reply of a whole answer.
    fn read(&self, body: &[u8], kind: &str) -> Result<Gathered, Failed> {
        let mut answer: Answer = serde_json::from_slice(body).map_err(|error| {
            let what =
                if kind.starts_with("text/html") { "a web page".to_owned() } else { format!("no JSON ({error})") };
            self.post.broken(format!("the answer is {what}; is `llm.url` the address up to /v1?"))
        })?;
        if let Some(error) = answer.wrong() {
            return Err(Failed::Refusal(self.post.hidden(Refusal::within(&error))));
        }
        if answer.choices.is_empty() {
            let said = shortened(&String::from_utf8_lossy(body));
            return Err(self.post.broken(format!("the answer holds no reply: {said}")).into());
        }
        let mut gathered = Gathered::default();
        gathered.take(answer);
        Ok(gathered)
    }

    async fn streamed(
        &self,
        mut response: Response,
        mut until: Instant,
        mut heard: Option<Heard<'_>>,
    ) -> Result<Gathered, Failed> {
        let waits = self.options.waits;
        let idle = waits.idle.unwrap_or(waits.first).min(YEAR);
        let (mut events, mut gathered) = (Events::default(), Gathered::default());
        loop {
            let chunk = match awaited(until, response.chunk()).await {
                Ok(chunk) => chunk.map_err(|error| self.post.unreached(&error)),
                Err(_) if gathered.begun => Err(self.post.silent("its reply was to go on", idle)),
                Err(_) => Err(self.post.silent("it was to begin its reply", waits.first)),
            };
            let found = match chunk {
                Ok(Some(bytes)) => events.take(&bytes),
                // All was said; the rest is a farewell.
                Ok(None) | Err(_) if gathered.ending.is_some() => return Ok(gathered),
                Ok(None) => {
                    let rest = std::mem::take(&mut events).rest();
                    if let Some(data) = rest.filter(|data| data != DONE) {
                        self.event(&data, &mut gathered, &mut heard)?;
                    }
                    let ended = gathered.ending.is_some();
                    return if ended {
                        Ok(gathered)
                    } else {
                        Err(self.post.broken("the stream ended before the reply did").into())
                    };
                }
                Err(error) => return Err(error.into()),
            };
            for data in found {
                if data.trim() == DONE {
                    gathered.ending = gathered.ending.or(Some(Ending::Stop));
                    return Ok(gathered);
                }
                self.event(&data, &mut gathered, &mut heard)?;
            }
            if gathered.begun {
                until = Instant::now() + idle;
            }
            self.post.bounded(gathered.text.len() + events.held())?;
        }
    }

    /// Takes in the data of an event.
    fn event(&self, data: &str, gathered: &mut Gathered, heard: &mut Option<Heard<'_>>) -> Result<(), Failed> {
        let nonsense = |error| self.post.broken(format!("a part of the stream is no JSON ({error})"));
        let mut answer: Answer = serde_json::from_str(data).map_err(nonsense)?;
        if let Some(error) = answer.wrong() {
            let refusal = self.post.hidden(Refusal::within(&error));
            // What was heard cannot be taken back by asking in another way.
            let over = |refusal: &Refusal| Failed::Error(refusal.error(&self.options.card.name));
            return Err(if gathered.text.is_empty() { Failed::Refusal(refusal) } else { over(&refusal) });
        }
        let piece = gathered.take(answer);
        if let (Some(heard), false) = (heard, piece.is_empty()) {
            heard(piece);
        }
        Ok(())
    }
}

/// What was gathered, with tokens estimated where they were not told.
fn reply(prompt: &Prompt, gathered: Gathered) -> Reply {
    let usage = match gathered.told {
        Some(told) => Usage { input: told.input, output: told.output, told: true },
        None => Usage { input: tokens::of_prompt(prompt), output: tokens::of(&gathered.text), told: false },
    };
    Reply { text: gathered.text, ending: gathered.ending.unwrap_or(Ending::Stop), usage }
}

impl Llm for OpenAiChat {
    fn card(&self) -> &LlmCard {
        &self.options.card
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, mut heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let mut habits = self.habits().await;
            let streams = heard.is_some() || self.options.waits.idle.is_some();
            loop {
                let listener = heard.as_deref_mut().map(|heard| heard as Heard<'_>);
                match self.once(prompt, habits, streams, listener).await {
                    Ok(reply) => {
                        self.learn(habits).await;
                        return Ok(reply);
                    }
                    Err(Failed::Error(error)) => return Err(error),
                    Err(Failed::Refusal(refusal)) => match habits.after(&refusal, &prompt.shape, streams) {
                        Some(next) => habits = next,
                        None => return Err(refusal.error(&self.options.card.name)),
                    },
                }
            }
        })
    }
}
