//! Kinds of small talk, and the phrases of a language for them.

use serde::{Deserialize, Serialize};

/// A kind of small talk. Where a text has several, the last of these counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallTalk {
    /// Agreement or praise: "ok", "got it".
    Agreement,
    /// A greeting: "hello".
    Greeting,
    /// A question after the other's well-being: "how are you?".
    Wellbeing,
    /// An apology: "sorry".
    Apology,
    /// A farewell: "goodbye".
    Farewell,
    /// Thanks: "thanks, that helped".
    Thanks,
    /// A question about the program itself: "who are you?".
    Identity,
}

/// The phrases of a language, in small letters, without signs.
pub(crate) struct SmallTalkPhrases {
    /// Phrases that are small talk by themselves.
    pub(crate) phrases: &'static [(SmallTalk, &'static [&'static str])],
    /// Words that may stand beside them, and mean nothing alone.
    pub(crate) beside: &'static [&'static str],
}
