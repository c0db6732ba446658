//! What is known of those who ask: where they come from, who they are, what they may hold, and what they asked before.

pub(crate) mod browser;
pub(crate) mod failures;
pub(crate) mod forwarded;
mod once;
pub(crate) mod peer;
pub(crate) mod plain_path;
pub(crate) mod shares;
mod who;

pub(crate) use once::{Kept, Once, Sent};
pub(crate) use who::{Who, needs};
