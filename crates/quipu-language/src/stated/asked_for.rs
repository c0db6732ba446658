//! Conditions of a question: an extreme, a time.

use quipu_kernel::model::Day;
use serde::Deserialize;
use serde::Serialize;
/// The extreme among several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Extreme {
    /// The least, or the earliest.
    Least,
    /// The most, or the latest.
    Most,
}

/// The time of the asked statement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// On a day.
    At(Day),
    /// Before a day.
    Before(Day),
    /// After it.
    After(Day),
    /// Before a person or thing did.
    BeforeName(String),
    /// After that.
    AfterName(String),
}
