//! A model behind `POST /v1/chat/completions`.

use crate::llm::waits::Waits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::gateway::tokens;
use quipu_engine::ports::{Boxed, Ending, Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Shape, Usage};
use tokio::time::Instant;

use super::answer::Gathered;
use super::awaited::awaited;
use super::habits::{Habits, Proven};
use super::offered::in_words;
use super::post::Post;
use super::reading::{Failed, Reading, YEAR};
use super::request::request;
use crate::net::{Secret, shortened};

/// Number of characters of thoughts shown for a reply of thoughts alone.
const SHOWN: usize = 80;

/// The model, its server and the form of its requests.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatOptions {
    /// The address up to `/v1`.
    pub url: String,
    /// The model.
    pub card: LlmCard,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// The timeouts.
    pub waits: Waits,
}

/// A language model behind OpenAI's chat protocol.
pub struct OpenAiChat {
    post: Post,
    options: ChatOptions,
    habits: Mutex<Option<Habits>>,
    kept: Option<Arc<dyn Kept>>,
    /// True if JSON came as requested: then a refusal that does not mention it is about something else.
    shaped: AtomicBool,
    /// True if a tool was called as offered.
    called: AtomicBool,
}

impl OpenAiChat {
    /// A model without calls so far; the parameters that its server accepts are remembered in `kept`.
    ///
    /// # Errors
    /// When the system provides no HTTP client.
    pub fn new(options: ChatOptions, kept: Option<Arc<dyn Kept>>) -> Result<Self, LlmError> {
        let post = Post::new(
            (&options.url, "chat/completions"),
            &options.card.name,
            options.key.clone(),
            options.waits.connect,
        )?;
        Ok(Self {
            post,
            options,
            habits: Mutex::default(),
            kept,
            shaped: AtomicBool::new(false),
            called: AtomicBool::new(false),
        })
    }

    /// The parameters that its server accepts, as far as learned.
    pub async fn habits(&self) -> Habits {
        if let Some(known) = self.known() {
            return known;
        }
        let key = Habits::key(&self.options.url, &self.options.card.name);
        let stored = match &self.kept {
            // Unreadable habits are learned again.
            Some(kept) => kept.get(&key).await.ok().flatten(),
            None => None,
        };
        let habits = stored.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        *self.habits.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(habits)
    }

    /// Forgets the learned habits, so that the next calls learn them again.
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
        let after = {
            // Concurrent calls learn one fact each: none forgets another's.
            let mut known = self.habits.lock().unwrap_or_else(PoisonError::into_inner);
            let before = known.unwrap_or_default();
            let after = before.and(habits);
            *known = Some(after);
            if after == before {
                return;
            }
            after
        };
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
        let in_words = (!habits.tools && !prompt.tools.is_empty()).then(|| in_words(prompt));
        let asked = in_words.as_ref().unwrap_or(prompt);
        let body = request(&card.name, asked, temperature, habits, streams);
        let bytes = body.written(asked.written()).map_err(|error| self.post.broken(error.to_string()))?;
        let response = awaited(until, self.post.send(bytes)).await.map_err(late)??;
        let reading = Reading { post: &self.post, model: &card.name, waits };
        let gathered = reading.reply(response, until, heard).await?.whole(prompt);
        self.ended(&gathered)?;
        Ok(reply(prompt, gathered))
    }

    /// Refuses a reply that did not end as replies do.
    fn ended(&self, gathered: &Gathered) -> Result<(), LlmError> {
        if let Some(word) = &gathered.broken {
            return Err(self.post.broken(format!("its server ended it with {word:?}")));
        }
        if gathered.is_all_thought() {
            let reason = format!(
                "all of it stands in the field of reasoning ({}); turn off the reasoning parser of its server, or thinking",
                shortened(&gathered.thought).chars().take(SHOWN).collect::<String>()
            );
            return Err(LlmError::Senseless { model: self.post.model(), reason });
        }
        Ok(())
    }
}

/// The reply gathered, with estimated tokens where the server reports none.
fn reply(prompt: &Prompt, mut gathered: Gathered) -> Reply {
    let called = std::mem::take(&mut gathered.called);
    let calls = if prompt.tools.is_empty() { Vec::new() } else { called.calls(&prompt.tools, prompt.turns.len()) };
    let usage = match gathered.told {
        Some(told) => Usage { input: told.input, output: told.output, told: true },
        None => {
            let said = calls.iter().map(|call| tokens::of(&call.name) + tokens::of(&call.arguments.to_string()));
            let output = tokens::of(&gathered.text) + said.sum::<u64>();
            Usage { input: tokens::of_prompt(prompt), output, told: false }
        }
    };
    let ending = match gathered.ending.unwrap_or(Ending::Stop) {
        Ending::Stop if !calls.is_empty() => Ending::Calls,
        ending => ending,
    };
    Reply { text: gathered.text, calls, ending, usage }
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
                        self.shaped.fetch_or(prompt.shape != Shape::Prose, Ordering::Relaxed);
                        self.called.fetch_or(!reply.calls.is_empty(), Ordering::Relaxed);
                        self.learn(habits).await;
                        return Ok(reply);
                    }
                    Err(Failed::Error(error)) => return Err(error),
                    Err(Failed::Refusal(refusal)) => {
                        let proven = Proven {
                            format: self.shaped.load(Ordering::Relaxed) && !refusal.names_parameters(),
                            tools: self.called.load(Ordering::Relaxed),
                        };
                        match habits.after(&refusal, prompt, streams, proven) {
                            Some(next) => habits = next,
                            None => return Err(refusal.error(&self.options.card.name)),
                        }
                    }
                }
            }
        })
    }
}
