//! Why a run ended early.

use serde::{Deserialize, Serialize};

use super::ports::LlmError;

/// Why a run ended before all was read. What was read is durable, and the next run goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "why", content = "error", rename_all = "snake_case")]
pub enum Stopped {
    /// A user stopped it.
    Asked,
    /// The budget is spent, or the server answers no requests.
    Model(LlmError),
}
