//! A toy model that replies from a script.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::base::ports::{
    Boxed, Ending, Heard, Held, Kept, Listing, Llm, LlmCard, LlmError, Pair, Prompt, Reply, StoreError, ToolCall,
    Usage, Verified, Write,
};

/// A reply with `text` that took ten tokens each way.
pub(crate) fn said(text: &str) -> Reply {
    Reply::new(text, Usage { input: 10, output: 10, told: true })
}

/// A reply that calls tools, each with its arguments.
pub(crate) fn calling(calls: &[(&str, Value)]) -> Reply {
    let call = |(at, (name, arguments)): (usize, &(&str, Value))| {
        ToolCall::read(format!("id-{at}"), name, arguments.clone(), &[])
    };
    Reply { calls: calls.iter().enumerate().map(call).collect(), ending: Ending::Calls, ..said("") }
}

/// A busy server, with a time to wait if given.
pub(crate) fn busy(after: Option<u64>) -> LlmError {
    LlmError::Busy { model: "toy".to_owned(), reason: "busy".to_owned(), after: after.map(Duration::from_secs) }
}

/// See the module; it repeats its last line when the script is over.
pub(crate) struct Scripted {
    card: LlmCard,
    script: Mutex<VecDeque<Result<Reply, LlmError>>>,
    prompts: Mutex<Vec<Prompt>>,
    before: Mutex<String>,
    latency: Duration,
    now: AtomicU64,
    most: AtomicU64,
}

impl Scripted {
    pub(crate) fn new(script: Vec<Result<Reply, LlmError>>) -> Self {
        Self::slow(script, Duration::ZERO)
    }

    pub(crate) fn slow(script: Vec<Result<Reply, LlmError>>, latency: Duration) -> Self {
        Self {
            card: LlmCard { name: "toy".to_owned(), context: 8_000, temperature: None, longest: None },
            script: Mutex::new(script.into()),
            prompts: Mutex::default(),
            before: Mutex::default(),
            latency,
            now: AtomicU64::new(0),
            most: AtomicU64::new(0),
        }
    }

    /// With a card that bounds replies.
    pub(crate) fn bounded(mut self, longest: u32) -> Self {
        self.card.longest = Some(longest);
        self
    }

    /// Sets the text streamed before a call fails.
    pub(crate) fn says_before_failing(&self, text: &str) {
        text.clone_into(&mut self.before.lock().unwrap());
    }

    /// The number of calls.
    pub(crate) fn asked(&self) -> usize {
        self.prompts.lock().unwrap().len()
    }

    /// The prompts received.
    pub(crate) fn prompts(&self) -> Vec<Prompt> {
        self.prompts.lock().unwrap().clone()
    }

    /// The maximum number of concurrent calls.
    pub(crate) fn crowd(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }
}

impl Llm for Scripted {
    fn card(&self) -> &LlmCard {
        &self.card
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            self.prompts.lock().unwrap().push(prompt.clone());
            let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
            self.most.fetch_max(now, Ordering::Relaxed);
            tokio::time::sleep(self.latency).await;
            self.now.fetch_sub(1, Ordering::Relaxed);
            let next = {
                let mut script = self.script.lock().unwrap();
                if script.len() > 1 { script.pop_front() } else { script.front().cloned() }
            };
            let next = next.expect("a script has a line");
            if let Some(heard) = heard {
                match &next {
                    Ok(reply) => heard(&reply.text),
                    Err(_) => heard(&self.before.lock().unwrap()),
                }
            }
            next
        })
    }
}

/// A map that lasts as long as the test.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<BTreeMap<Vec<u8>, Vec<u8>>>);

impl Shelf {
    fn rows(&self) -> std::sync::MutexGuard<'_, BTreeMap<Vec<u8>, Vec<u8>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept for Shelf {
    fn get<'a>(&'a self, key: &'a [u8]) -> Boxed<'a, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move { Ok(self.rows().get(key).cloned()) })
    }

    fn list<'a>(&'a self, listing: &'a Listing) -> Boxed<'a, Result<Vec<Pair>, StoreError>> {
        Box::pin(async move {
            let rows = self.rows();
            let past = |key: &&Vec<u8>| listing.after.as_ref().is_none_or(|after| *key > after);
            let fits = rows.iter().filter(|(key, _)| key.starts_with(&listing.prefix) && past(key));
            Ok(fits.take(listing.limit).map(|(key, value)| (key.clone(), value.clone())).collect())
        })
    }

    fn write(&self, writes: Vec<Write>) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            for write in writes {
                match write {
                    Write::Put { key, value } => drop(self.rows().insert(key, value)),
                    Write::Remove { key } => drop(self.rows().remove(&key)),
                }
            }
            Ok(())
        })
    }

    fn held(&self) -> Boxed<'_, Result<Held, StoreError>> {
        Box::pin(async move { Ok(Held { count: self.rows().len() as u64, bytes: 0 }) })
    }

    fn verify(&self, _repair: bool) -> Boxed<'_, Result<Verified, StoreError>> {
        Box::pin(async { Ok(Verified::default()) })
    }
}
