//! What the server saw: calls begun, calls whose whole reply was sent, and how many at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A reply that was sent whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// When its last byte was handed to the system, in milliseconds since 1970.
    pub at_ms: u64,
    /// The [name of the prompt](crate::name_of).
    pub prompt: String,
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Chat calls whose request was read.
    pub begun: u64,
    /// Chat calls under way.
    pub under_way: u64,
    /// The most of them at once.
    pub most: u64,
    /// Replies of a model that were sent whole, in their order; refusals are none.
    pub sent: Vec<Sent>,
    /// Calls for vectors.
    pub embeddings: u64,
    /// Calls for an order.
    pub rerank: u64,
}

#[derive(Default)]
struct State {
    counts: Counts,
    times: HashMap<String, u64>,
    script: usize,
}

/// Counts of a server, shared by its calls.
#[derive(Clone, Default)]
pub(crate) struct Tally(Arc<Mutex<State>>);

impl Tally {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn counts(&self) -> Counts {
        self.state().counts.clone()
    }

    /// A call begins; how often its prompt was asked before, and which line of the script is its own.
    pub(crate) fn begin(&self, prompt: String) -> (Call, u64, usize) {
        let mut state = self.state();
        state.counts.begun += 1;
        state.counts.under_way += 1;
        state.counts.most = state.counts.most.max(state.counts.under_way);
        let times = state.times.entry(prompt.clone()).or_default();
        *times += 1;
        let time = *times - 1;
        state.script += 1;
        (Call { tally: self.clone(), prompt }, time, state.script - 1)
    }

    pub(crate) fn embedded(&self) {
        self.state().counts.embeddings += 1;
    }

    pub(crate) fn reranked(&self) {
        self.state().counts.rerank += 1;
    }
}

/// A call under way, until dropped.
pub(crate) struct Call {
    tally: Tally,
    prompt: String,
}

impl Call {
    /// Its whole reply was sent.
    pub(crate) fn sent(&self) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        self.tally.state().counts.sent.push(Sent { at_ms, prompt: self.prompt.clone() });
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.tally.state().counts.under_way -= 1;
    }
}
