//! Why a run ended early.

use serde::{Deserialize, Serialize};

use super::ports::LlmError;

/// Why a run ended before all was read. What was read is durable, and the next run goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "why", content = "error", rename_all = "snake_case")]
pub enum Stopped {
    /// Somebody asked it to.
    Asked,
    /// The budget is spent, or the server answers nobody.
    Model(LlmError),
}
