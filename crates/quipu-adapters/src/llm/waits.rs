//! Timeouts of calls to a model.

use std::time::Duration;
/// The timeouts of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    /// Timeout of a connection.
    pub connect: Duration,
    /// Timeout of a reply's beginning; where it does not stream, of all of it.
    pub first: Duration,
    /// Timeout of the next piece of a reply; where it is set, every call streams.
    pub idle: Option<Duration>,
}

impl Default for Waits {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), first: Duration::from_secs(300), idle: None }
    }
}
