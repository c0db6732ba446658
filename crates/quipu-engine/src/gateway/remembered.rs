//! Replies that are remembered: the same prompt to the same model costs once.
//!
//! Only what its reader accepted is kept, keyed by model, prompt, shape, room and temperature; what is
//! no use is asked again. Equal prompts at the same time wait for one call. A reply that was kept under
//! another reader is read again by this one, and asked again where it is refused.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ledger::Ledger;
use crate::ports::{Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Usage, Write};

/// What a key begins with; another shape of what is kept counts one up.
const SHAPE: &[u8] = b"llm/1/";

/// A reply as it is kept, with what it answers: whoever looks into the map sees both.
#[derive(Serialize, Deserialize)]
struct Row {
    model: String,
    reply: Reply,
}

/// What stands for a prompt to a model, asked at its own temperature where it has one.
fn key(LlmCard { name, temperature, .. }: &LlmCard, prompt: &Prompt) -> Key {
    let asked = match temperature {
        Some(temperature) => Cow::Owned(Prompt { temperature: *temperature, ..prompt.clone() }),
        None => Cow::Borrowed(prompt),
    };
    let mut said = Vec::with_capacity(prompt.written());
    // Memory takes whatever is written.
    let _ = serde_json::to_writer(&mut said, &(name, asked));
    Key::text(&String::from_utf8(said).unwrap_or_default())
}

/// A model whose accepted replies are kept.
pub struct Remembered {
    llm: Arc<dyn Llm>,
    kept: Arc<dyn Kept>,
    ledger: Arc<Ledger>,
    work: &'static str,
    asked: Mutex<FxHashMap<Key, Arc<tokio::sync::Mutex<()>>>>,
}

impl Remembered {
    /// Keeps what `llm` replies in `kept`.
    pub fn new(llm: Arc<dyn Llm>, kept: Arc<dyn Kept>, ledger: Arc<Ledger>, work: &'static str) -> Self {
        Self { llm, kept, ledger, work, asked: Mutex::default() }
    }

    /// Which model it is.
    pub fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.card().name
    }

    /// What `read` makes of the reply to a prompt: a known one, else a new one.
    ///
    /// # Errors
    /// When there is no reply, `read` refuses it, or it could not be kept.
    pub async fn ask<T>(&self, prompt: &Prompt, read: impl Fn(&str) -> Result<T, String>) -> Result<T, LlmError> {
        Ok(self.told(prompt, read, None).await?.0)
    }

    /// The same with the tokens of the call that gave the reply.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_counted<T>(
        &self,
        prompt: &Prompt,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<(T, Usage), LlmError> {
        self.told(prompt, read, None).await
    }

    /// The same, told piece by piece as it comes; a known reply is told at once.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_aloud<'a, T>(
        &'a self,
        prompt: &'a Prompt,
        read: impl Fn(&str) -> Result<T, String>,
        heard: Option<Heard<'a>>,
    ) -> Result<T, LlmError> {
        Ok(self.told(prompt, read, heard).await?.0)
    }

    async fn told<'a, T>(
        &'a self,
        prompt: &'a Prompt,
        read: impl Fn(&str) -> Result<T, String>,
        heard: Option<Heard<'a>>,
    ) -> Result<(T, Usage), LlmError> {
        let key = key(self.llm.card(), prompt);
        let turn = self.turn(key);
        let alone = turn.lock().await;
        let done = self.alone(prompt, key, read, heard).await;
        drop(alone);
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        done
    }

    /// The same, while nobody else asks it.
    async fn alone<'a, T>(
        &'a self,
        prompt: &'a Prompt,
        key: Key,
        read: impl Fn(&str) -> Result<T, String>,
        mut heard: Option<Heard<'a>>,
    ) -> Result<(T, Usage), LlmError> {
        let model = &self.llm.card().name;
        let stored = [SHAPE, key.bytes()].concat();
        if let Some((known, reply)) = self.known(&stored, &read).await? {
            if let Some(heard) = heard.as_deref_mut() {
                heard(&reply.text);
            }
            return Ok((known, reply.usage));
        }
        let reply = self.llm.reply(prompt, heard).await?;
        let senseless = |reason| LlmError::Senseless { model: model.clone(), reason };
        let value = read(&reply.text).map_err(senseless)?;
        let usage = reply.usage;
        let row = Row { model: model.clone(), reply };
        let bytes = serde_json::to_vec(&row).map_err(|error| LlmError::Kept { reason: error.to_string() })?;
        let write = self.kept.write(vec![Write::Put { key: stored, value: bytes }]);
        write.await.map_err(|error| LlmError::Kept { reason: error.to_string() })?;
        Ok((value, usage))
    }

    /// The turns of those who ask the same.
    fn turn(&self, key: Key) -> Arc<tokio::sync::Mutex<()>> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.entry(key).or_default().clone()
    }

    async fn known<T>(
        &self,
        key: &[u8],
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<(T, Reply)>, LlmError> {
        let found = self.kept.get(key).await.map_err(|error| LlmError::Kept { reason: error.to_string() })?;
        let row = found.and_then(|bytes| serde_json::from_slice::<Row>(&bytes).ok());
        let value = row.and_then(|row| Some((read(&row.reply.text).ok()?, row.reply)));
        if value.is_some() {
            self.ledger.knew(self.work);
        }
        Ok(value)
    }
}
