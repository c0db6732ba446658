//! Days and periods, as texts state them.

use serde::{Deserialize, Serialize};

/// A day, a month or a year: month and day are 0 where the text does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Day {
    /// Year, negative before the common era.
    pub year: i16,
    /// Month 1 to 12, or 0 when not stated.
    pub month: u8,
    /// Day of the month 1 to 31, or 0 when not stated.
    pub day: u8,
}

/// When a statement holds in the world; an open end is none.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, schemars::JsonSchema,
)]
pub struct Period {
    /// From when it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Day>,
    /// Until when it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<Day>,
}

impl Period {
    /// Whether the text says anything of when: one end is known at least.
    pub fn is_stated(&self) -> bool {
        *self != Self::default()
    }
}
