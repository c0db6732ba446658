//! Timeouts of calls to a model.

use std::time::Duration;
/// The timeouts of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    /// For a connection.
    pub connect: Duration,
    /// For a reply to begin; where it does not stream, for all of it.
    pub first: Duration,
    /// For the next piece of a reply; where it is set, every call streams.
    pub idle: Option<Duration>,
}

impl Default for Waits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), first: Duration::from_secs(300), idle: None }
    }
}
