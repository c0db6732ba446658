//! A cancellation token: ends a run or a policy cleanly, from any thread, during waits too.

use std::sync::Arc;

use tokio::sync::watch;

/// A switch that ends a run cleanly: data read by then becomes durable, and the next run continues. Every clone of it
/// is the same switch; once set, it stays set.
#[derive(Debug, Clone)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Default for Stop {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stop {
    /// Asks the run to end.
    pub fn ask(&self) {
        self.0.send_replace(true);
    }

    /// True if the run was asked to end.
    pub fn asked(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the run is asked to end.
    pub async fn heard(&self) {
        // The sender lives as long as this does, so that waiting ends by the word alone.
        let _ = self.0.subscribe().wait_for(|asked| *asked).await;
    }
}
