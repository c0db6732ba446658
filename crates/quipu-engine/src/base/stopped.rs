//! The reason of a run's early end.

use serde::{Deserialize, Serialize};

use super::ports::LlmError;

/// The reason why a run ended before all was read. Data read so far is durable, and the next run continues.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "why", content = "error", rename_all = "snake_case")]
pub enum Stopped {
    /// A user stopped it.
    Asked,
    /// The budget is spent, or the server answers no requests.
    Model(LlmError),
}
