//! A word that ends a policy's run: cancellation, from any thread, while a call is under way too.

use std::sync::Arc;

use tokio::sync::watch;

/// Tells a policy to end with what it has. Every clone of it is the same word; once said it stands.
#[derive(Debug, Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Says it.
    pub fn say(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was said.
    pub fn is_said(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until it is said.
    pub(super) async fn heard(&self) {
        // The sender lives as long as this does, so that waiting ends by the word alone.
        let _ = self.0.subscribe().wait_for(|said| *said).await;
    }
}
