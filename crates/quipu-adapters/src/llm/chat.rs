//! A model behind `POST /v1/chat/completions`.

use std::error::Error as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use quipu_engine::gateway::tokens;
use quipu_engine::ports::{Boxed, Ending, Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Usage};
use reqwest::Response;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use tokio::time::{Instant, timeout_at};

use super::answer::{Answer, Gathered};
use super::habits::Habits;
use super::refusal::{Refusal, shortened};
use super::request::request;
use super::stream::Events;
use crate::net::{Secret, client};

/// The most bytes of an answer: no reply is so long.
const MOST_BYTES: usize = 64 << 20;
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
    client: reqwest::Client,
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
        let client = client(options.waits.connect)
            .map_err(|reason| LlmError::Refused { model: options.card.name.clone(), reason })?;
        Ok(Self { client, options, habits: Mutex::default(), kept })
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
    pub fn forget(&self) {
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner) = Some(Habits::default());
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

    fn model(&self) -> String {
        self.options.card.name.clone()
    }

    fn broken(&self, reason: impl Into<String>) -> LlmError {
        LlmError::Broken { model: self.model(), reason: reason.into() }
    }

    fn silent(&self, at: &str, waited: Duration) -> LlmError {
        LlmError::Silent { model: self.model(), at: at.to_owned(), seconds: waited.as_secs().max(1) }
    }

    fn unreached(&self, error: &reqwest::Error) -> LlmError {
        let mut cause: &dyn std::error::Error = error;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        // The address may hold what is nobody's business; the cause does not name it.
        let reason = if error.source().is_some() { cause.to_string() } else { "it is no address".to_owned() };
        let model = self.model();
        match () {
            () if error.is_builder() => {
                LlmError::Refused { model, reason: format!("it cannot be asked ({reason}); check `llm.url`") }
            }
            () if error.is_connect() => {
                let reason = format!("it cannot be reached ({reason}); start the server, or set `llm.url`");
                LlmError::Busy { model, reason, after: None }
            }
            () => LlmError::Broken { model, reason },
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
        let late = |_| self.silent("it was to begin its reply", waits.first);
        let sent = timeout_at(until, self.send(prompt, habits, streams)).await.map_err(late)?;
        let response = sent.map_err(|error| self.unreached(&error))?;
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let (status, kind) = (response.status(), kind.to_lowercase());
        if status.is_success() && kind.starts_with("text/event-stream") {
            let gathered = self.streamed(response, until, heard).await?;
            return Ok(reply(prompt, gathered));
        }
        let headers = response.headers().clone();
        let whole = timeout_at(until, self.whole(response)).await;
        let body = whole.map_err(|_| self.silent("it was to end its reply", waits.first))??;
        if !status.is_success() {
            return Err(Failed::Refusal(self.refusal(status.as_u16(), &headers, &body)));
        }
        let gathered = self.read(&body, &kind)?;
        if let Some(heard) = heard {
            heard(&gathered.text);
        }
        Ok(reply(prompt, gathered))
    }

    async fn send(&self, prompt: &Prompt, habits: Habits, streams: bool) -> Result<Response, reqwest::Error> {
        let card = &self.options.card;
        let temperature = card.temperature.unwrap_or(prompt.temperature);
        let body = request(&card.name, prompt, temperature, habits, streams).to_string();
        let address = format!("{}/chat/completions", self.options.url.trim_end_matches('/'));
        let mut post = self.client.post(address).header(CONTENT_TYPE, "application/json").body(body);
        if let Some(key) = &self.options.key {
            let bearer = format!("Bearer {}", key.shown_to_the_server());
            if let Ok(mut value) = HeaderValue::from_str(&bearer) {
                value.set_sensitive(true);
                post = post.header(AUTHORIZATION, value);
            }
        }
        post.send().await
    }

    /// A refusal without the key, should the server repeat it.
    fn refusal(&self, status: u16, headers: &reqwest::header::HeaderMap, body: &[u8]) -> Refusal {
        let mut refusal = Refusal::of(status, headers, body);
        if let Some(key) = &self.options.key {
            refusal.message = key.hidden_in(&refusal.message);
        }
        refusal
    }

    async fn whole(&self, mut response: Response) -> Result<Vec<u8>, LlmError> {
        let mut body = Vec::new();
        while let Some(bytes) = response.chunk().await.map_err(|error| self.unreached(&error))? {
            body.extend_from_slice(&bytes);
            if body.len() > MOST_BYTES {
                return Err(self.broken(format!("it is longer than {} MB", MOST_BYTES >> 20)));
            }
        }
        Ok(body)
    }

    /// The reply of a whole answer.
    fn read(&self, body: &[u8], kind: &str) -> Result<Gathered, Failed> {
        let mut answer: Answer = serde_json::from_slice(body).map_err(|error| {
            let what =
                if kind.starts_with("text/html") { "a web page".to_owned() } else { format!("no JSON ({error})") };
            self.broken(format!("the answer is {what}; is `llm.url` the address up to /v1?"))
        })?;
        if let Some(error) = answer.wrong() {
            return Err(Failed::Refusal(Refusal::within(&error)));
        }
        if answer.choices.is_empty() {
            let said = shortened(&String::from_utf8_lossy(body));
            return Err(self.broken(format!("the answer holds no reply: {said}")).into());
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
            let chunk = match timeout_at(until, response.chunk()).await {
                Ok(chunk) => chunk.map_err(|error| self.unreached(&error)),
                Err(_) if gathered.begun => Err(self.silent("its reply was to go on", idle)),
                Err(_) => Err(self.silent("it was to begin its reply", waits.first)),
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
                    return if ended { Ok(gathered) } else { Err(self.broken("the stream ended before it").into()) };
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
            if gathered.text.len() + events.held() > MOST_BYTES {
                return Err(self.broken(format!("it is longer than {} MB", MOST_BYTES >> 20)).into());
            }
        }
    }

    /// Takes in the data of an event.
    fn event(&self, data: &str, gathered: &mut Gathered, heard: &mut Option<Heard<'_>>) -> Result<(), Failed> {
        let nonsense = |error| self.broken(format!("a part of the stream is no JSON ({error})"));
        let mut answer: Answer = serde_json::from_str(data).map_err(nonsense)?;
        if let Some(error) = answer.wrong() {
            let refusal = Refusal::within(&error);
            // What was heard cannot be taken back by asking in another way.
            let over = |refusal: &Refusal| Failed::Error(refusal.error(&self.options.card.name));
            return Err(if gathered.text.is_empty() { Failed::Refusal(refusal) } else { over(&refusal) });
        }
        let piece = gathered.take(answer);
        if let (Some(heard), false) = (heard, piece.is_empty()) {
            heard(&piece);
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
