//! Replies that are remembered (a durable prompt cache, requests coalesced): the same prompt to the same model costs
//! once.
//!
//! Only replies that their reader accepted are kept, keyed by model, prompt, shape, tools, room and temperature; others
//! are requested again. Equal concurrent prompts wait for one call. A reply that was kept under
//! another reader is read again by this one, and requested again if refused.
//!
//! A caller waits until its reply is durable. A run over many windows goes on meanwhile
//! ([`Remembered::ask_counted`]) and waits once for all of them, before it commits the extracted facts
//! ([`Remembered::settled`]): a call is then asked while the reply before it becomes durable.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ledger::Ledger;
use super::writing::Writing;
use crate::base::ports::{
    Ending, Heard, Kept, Llm, LlmCard, LlmError, Prompt, Reply, Shape, Tool, ToolCall, Usage, Write,
};

/// A reader of whole replies that reads their text.
fn text<T>(read: impl Fn(&str) -> Result<T, String>) -> impl Fn(&Reply) -> Result<T, String> {
    move |reply| read(&reply.text)
}

/// The prefix of keys; its number counts formats of the values.
const SHAPE: &[u8] = b"llm/2/";

/// The header line of a kept reply; the reply follows it verbatim, so that both are readable in the
/// map.
#[derive(Serialize, Deserialize)]
struct Head {
    model: String,
    ending: Ending,
    usage: Usage,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    calls: Vec<ToolCall>,
}

/// A reply as it is kept.
fn row(model: &str, Reply { text, calls, ending, usage }: &Reply) -> serde_json::Result<Vec<u8>> {
    let head = Head { model: model.to_owned(), ending: *ending, usage: *usage, calls: calls.clone() };
    let mut out = serde_json::to_vec(&head)?;
    out.reserve_exact(text.len() + 1);
    out.push(b'\n');
    out.extend_from_slice(text.as_bytes());
    Ok(out)
}

/// The reply that a row holds, if it is one.
fn reply_in(mut row: Vec<u8>) -> Option<Reply> {
    let end = row.iter().position(|byte| *byte == b'\n')?;
    let Head { ending, usage, calls, .. } = serde_json::from_slice(&row[..end]).ok()?;
    // A reply that a filter ended was kept by earlier versions, and counts as missing.
    if ending == Ending::Filtered {
        return None;
    }
    row.drain(..=end);
    Some(Reply { text: String::from_utf8(row).ok()?, calls, ending, usage })
}

/// The key of a prompt to a model, at the model's own temperature where it has one.
fn key(LlmCard { name, temperature, .. }: &LlmCard, prompt: &Prompt) -> Key {
    let Prompt { turns, shape, tools, room, temperature: own, counted: _ } = prompt;
    let temperature = temperature.unwrap_or(*own).to_bits().to_le_bytes();
    let (shape, schema) = match shape {
        Shape::Prose => ("", ""),
        Shape::Json { name, schema } => (name.as_str(), schema.written().get()),
    };
    let room = room.to_le_bytes();
    let mut parts: Vec<&[u8]> = vec![name.as_bytes(), &temperature, &room, shape.as_bytes(), schema.as_bytes()];
    // What a prompt without tools has not adds nothing, so that its key is the one under which its reply was kept
    // before there were any. Where a role would follow, no role is called so.
    for Tool { name, description, parameters } in tools {
        let written = parameters.written().get().as_bytes();
        parts.extend([b"offers".as_slice(), name.as_bytes(), description.as_bytes(), written]);
    }
    let calls: Vec<String> = turns.iter().map(|turn| written(&turn.calls)).collect();
    for (turn, calls) in turns.iter().zip(&calls) {
        parts.extend([turn.by.role().as_bytes(), turn.text.as_bytes()]);
        if !calls.is_empty() {
            parts.extend([b"calls".as_slice(), calls.as_bytes()]);
        }
        if let Some(id) = &turn.of_call {
            parts.extend([b"of".as_slice(), id.as_bytes()]);
        }
    }
    Key::of("prompt", &parts)
}

/// Calls as a part of a key; empty without calls.
fn written(calls: &[ToolCall]) -> String {
    if calls.is_empty() { String::new() } else { serde_json::to_string(calls).unwrap_or_default() }
}

/// Prompts under way, each with the mutex of its turns.
type Asked = Mutex<FxHashMap<Key, Arc<tokio::sync::Mutex<()>>>>;

/// The exclusive right to ask a prompt.
struct Turn {
    key: Key,
    asked: Arc<Asked>,
    _alone: tokio::sync::OwnedMutexGuard<()>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// A model whose accepted replies are kept.
pub struct Remembered {
    llm: Arc<dyn Llm>,
    kept: Arc<dyn Kept>,
    ledger: Arc<Ledger>,
    work: &'static str,
    asked: Arc<Asked>,
    writing: Arc<Writing>,
    replied: AtomicBool,
}

impl Remembered {
    /// Keeps the replies of `llm` in `kept`.
    pub fn new(llm: Arc<dyn Llm>, kept: Arc<dyn Kept>, ledger: Arc<Ledger>, work: &'static str) -> Self {
        Self {
            llm,
            kept,
            ledger,
            work,
            asked: Arc::default(),
            writing: Arc::default(),
            replied: AtomicBool::new(false),
        }
    }

    /// The record of the model.
    pub fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    /// The ledger that counts and bounds its calls.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.card().name
    }

    /// True if it has replied to anything since it was opened: then it is not the server that a refusal is about.
    pub fn has_replied(&self) -> bool {
        self.replied.load(Ordering::Relaxed)
    }

    /// The value that `read` gives for the reply to a prompt: a known reply, else a new one, which is durable then.
    ///
    /// # Errors
    /// When there is no reply, `read` refuses it, or it could not be kept.
    pub async fn ask<T>(&self, prompt: &Prompt, read: impl Fn(&str) -> Result<T, String>) -> Result<T, LlmError> {
        self.ask_aloud(prompt, read, None).await
    }

    /// As [`Self::ask`], for a reader of more than the reply's text, such as its calls of tools.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_for<T>(&self, prompt: &Prompt, read: impl Fn(&Reply) -> Result<T, String>) -> Result<T, LlmError> {
        let (value, _, write) = self.told(prompt, read, None).await?;
        self.keep(write).await?;
        Ok(value)
    }

    /// As [`Self::ask_for`], with the tokens of the call that gave the reply. It becomes durable soon: see
    /// [`Self::settled`]. Needs a tokio runtime.
    ///
    /// # Errors
    /// As [`Self::ask`]; also when an earlier reply could not be kept.
    pub async fn ask_counted<T>(
        &self,
        prompt: &Prompt,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<(T, Usage), LlmError> {
        self.writing.trouble()?;
        let (value, usage, write) = self.told(prompt, text(read), None).await?;
        if let Some((write, turn)) = write {
            Writing::begin(&self.writing, self.kept.clone(), write, turn).await;
        }
        Ok((value, usage))
    }

    /// Waits until all replies received so far are durable.
    ///
    /// # Errors
    /// When one of them could not be kept.
    pub async fn settled(&self) -> Result<(), LlmError> {
        self.writing.done().await;
        self.writing.trouble()
    }

    /// The value that `read` gives for the reply, with pieces streamed to a listener; a known reply is one piece.
    ///
    /// # Errors
    /// As [`Self::ask`].
    pub async fn ask_aloud<'a, T>(
        &'a self,
        prompt: &'a Prompt,
        read: impl Fn(&str) -> Result<T, String>,
        heard: Option<Heard<'a>>,
    ) -> Result<T, LlmError> {
        let (value, _, write) = self.told(prompt, text(read), heard).await?;
        self.keep(write).await?;
        Ok(value)
    }

    /// Stores a reply, while no other task may ask the same prompt.
    async fn keep(&self, write: Option<(Write, Turn)>) -> Result<(), LlmError> {
        if let Some((write, _turn)) = write {
            self.kept.write(vec![write]).await.map_err(LlmError::unkept)?;
        }
        Ok(())
    }

    /// The value read from a reply, its usage, and the write of a new reply, which holds the right to ask the prompt.
    async fn told<'a, T>(
        &'a self,
        prompt: &'a Prompt,
        read: impl Fn(&Reply) -> Result<T, String>,
        mut heard: Option<Heard<'a>>,
    ) -> Result<(T, Usage, Option<(Write, Turn)>), LlmError> {
        let key = key(self.llm.card(), prompt);
        let turn = self.turn(key).await;
        let model = &self.llm.card().name;
        let stored = [SHAPE, key.bytes()].concat();
        if let Some((known, reply)) = self.known(&stored, &read).await? {
            if let Some(heard) = heard.as_deref_mut() {
                heard(&reply.text);
            }
            return Ok((known, reply.usage, None));
        }
        let reply = self.llm.reply(prompt, heard).await?;
        self.replied.store(true, Ordering::Relaxed);
        let senseless = |reason| LlmError::Senseless { model: model.clone(), reason };
        let value = read(&reply).map_err(senseless)?;
        let usage = reply.usage;
        let row = row(model, &reply).map_err(LlmError::unkept)?;
        Ok((value, usage, Some((Write::Put { key: stored, value: row }, turn))))
    }

    /// Waits for the exclusive right to ask a prompt.
    async fn turn(&self, key: Key) -> Turn {
        let turn = {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            asked.entry(key).or_default().clone()
        };
        Turn { key, asked: self.asked.clone(), _alone: turn.lock_owned().await }
    }

    async fn known<T>(
        &self,
        key: &[u8],
        read: impl Fn(&Reply) -> Result<T, String>,
    ) -> Result<Option<(T, Reply)>, LlmError> {
        let found = self.kept.get(key).await.map_err(LlmError::unkept)?;
        let value = found.and_then(reply_in).and_then(|reply| Some((read(&reply).ok()?, reply)));
        if value.is_some() {
            self.ledger.knew(self.work);
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::toys::{Scripted, Shelf, calling, said};
    use super::*;

    fn card() -> LlmCard {
        LlmCard { name: "toy".to_owned(), context: 8_000, temperature: None, longest: None }
    }

    fn prompt() -> Prompt {
        Prompt::new("Be brief.", "Who?", 100)
    }

    fn look() -> Tool {
        Tool::new("look", "Looks.", json!({ "type": "object" }))
    }

    fn remembered(script: Vec<Reply>, kept: &Arc<Shelf>) -> (Remembered, Arc<Scripted>) {
        let llm = Arc::new(Scripted::new(script.into_iter().map(Ok).collect()));
        let ledger = Arc::new(Ledger::new(None));
        (Remembered::new(llm.clone(), kept.clone(), ledger, "test"), llm)
    }

    #[test]
    fn a_prompt_without_tools_has_the_key_that_it_had_before_there_were_any() {
        assert_eq!(key(&card(), &prompt()).to_string(), "52be025e82047d5e4951e1c7be1ead62");
    }

    #[test]
    fn tools_their_calls_and_results_are_parts_of_a_key() {
        let called = calling(&[("look", json!({ "q": 1 }))]);
        let offered = prompt().with_tools(vec![look()]);
        let otherwise = prompt().with_tools(vec![Tool::new("look", "Looks.", json!({ "type": "array" }))]);
        let waits = offered.clone().called(&called);
        let other = offered.clone().called(&calling(&[("look", json!({ "q": 2 }))]));
        let answered = waits.clone().answered(&called.calls[0], "none");
        let said_so = waits.clone().and(crate::base::ports::Speaker::Tool, "none");
        let all = [prompt(), offered, otherwise, waits, other, answered, said_so];
        let keys: std::collections::BTreeSet<Key> = all.iter().map(|prompt| key(&card(), prompt)).collect();
        assert_eq!(keys.len(), all.len());
    }

    #[tokio::test]
    async fn calls_are_kept_and_what_was_kept_without_any_is_read() {
        let kept = Arc::default();
        let (llm, script) = remembered(vec![calling(&[("look", json!({ "q": 1 }))])], &kept);
        let offered = prompt().with_tools(vec![look()]);
        for _ in 0..2 {
            let reply = llm.ask_for(&offered, |reply| Ok(reply.clone())).await.unwrap();
            assert_eq!((reply.calls[0].name.as_str(), reply.ending), ("look", Ending::Calls));
        }
        assert_eq!(script.asked(), 1);
        let row = br#"{"model":"toy","ending":"stop","usage":{"input":1,"output":2,"told":true}}"#;
        let row = [row.as_slice(), b"\nAda."].concat();
        let usage = Usage { input: 1, output: 2, told: true };
        assert_eq!(reply_in(row.clone()), Some(Reply::new("Ada.", usage)));
        assert_eq!(self::row("toy", &Reply::new("Ada.", usage)).unwrap(), row, "and is written as it was");
        let stored = [SHAPE, key(&card(), &prompt()).bytes()].concat();
        kept.write(vec![Write::Put { key: stored, value: row }]).await.unwrap();
        let (llm, script) = remembered(vec![said("Bo.")], &kept);
        assert_eq!(llm.ask(&prompt(), |text| Ok(text.to_owned())).await.unwrap(), "Ada.");
        assert_eq!(script.asked(), 0);
    }
}
