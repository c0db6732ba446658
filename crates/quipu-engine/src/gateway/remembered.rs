//! Replies that are remembered: the same prompt to the same model costs once.
//!
//! Only what its reader accepted is kept, keyed by model, prompt, shape, room and temperature; what is
//! no use is asked again. Equal prompts at the same time wait for one call. A reply that was kept under
//! another reader is read again by this one, and asked again where it is refused.

use std::sync::{Arc, Mutex, PoisonError};

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ledger::Ledger;
use crate::ports::{Ending, Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Shape, Usage, Write};

/// What a key begins with; another shape of what is kept counts one up.
const SHAPE: &[u8] = b"llm/2/";

/// A line that stands before a reply that is kept, which follows it as it came: whoever looks into the map can read
/// both.
#[derive(Serialize, Deserialize)]
struct Head {
    model: String,
    ending: Ending,
    usage: Usage,
}

/// A reply as it is kept.
fn row(model: &str, Reply { text, ending, usage }: &Reply) -> serde_json::Result<Vec<u8>> {
    let mut out = serde_json::to_vec(&Head { model: model.to_owned(), ending: *ending, usage: *usage })?;
    out.reserve_exact(text.len() + 1);
    out.push(b'\n');
    out.extend_from_slice(text.as_bytes());
    Ok(out)
}

/// The reply that a row holds, if it is one.
fn reply_in(mut row: Vec<u8>) -> Option<Reply> {
    let end = row.iter().position(|byte| *byte == b'\n')?;
    let Head { ending, usage, .. } = serde_json::from_slice(&row[..end]).ok()?;
    row.drain(..=end);
    Some(Reply { text: String::from_utf8(row).ok()?, ending, usage })
}

/// What stands for a prompt to a model, asked at its own temperature where it has one.
fn key(LlmCard { name, temperature, .. }: &LlmCard, prompt: &Prompt) -> Key {
    let Prompt { turns, shape, room, temperature: own, counted: _ } = prompt;
    let temperature = temperature.unwrap_or(*own).to_bits().to_le_bytes();
    let (shape, schema) = match shape {
        Shape::Prose => ("", ""),
        Shape::Json { name, schema } => (name.as_str(), schema.written().get()),
    };
    let room = room.to_le_bytes();
    let mut parts: Vec<&[u8]> = vec![name.as_bytes(), &temperature, &room, shape.as_bytes(), schema.as_bytes()];
    for turn in turns {
        parts.extend([turn.by.role().as_bytes(), turn.text.as_bytes()]);
    }
    Key::of("prompt", &parts)
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
        let bytes = row(model, &reply).map_err(|error| LlmError::Kept { reason: error.to_string() })?;
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
        let value = found.and_then(reply_in).and_then(|reply| Some((read(&reply.text).ok()?, reply)));
        if value.is_some() {
            self.ledger.knew(self.work);
        }
        Ok(value)
    }
}
