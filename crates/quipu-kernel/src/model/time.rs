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

/// The time in which a statement holds in the world; an open end is missing.
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
    /// True if the text states a time: at least one end is known.
    pub fn is_stated(&self) -> bool {
        *self != Self::default()
    }
}

/// The number of the day on which 1970 began (see [`day_number`]).
pub const DAY_OF_1970: i64 = 719_468;

/// A day's number in the Gregorian calendar (Hinnant's algorithm for days from a civil date).
pub fn day_number(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that a leap day is the last of one.
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year
}
