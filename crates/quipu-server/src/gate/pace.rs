//! The transfer rate of a body: a client that sends it byte by byte loses its place.

use std::time::{Duration, Instant};

use crate::problem::HttpProblem;

/// The fewest bytes a second, once the patience is over.
const SLOWEST: f64 = 1000.0;

/// The transfer rate of a body.
pub(crate) struct Pace {
    began: Instant,
    bytes: u64,
    patience: Duration,
}

impl Pace {
    /// The pace of a body that begins to come now.
    pub(crate) fn new(patience: Duration) -> Self {
        Self { began: Instant::now(), bytes: 0, patience }
    }

    /// Waits for a piece.
    ///
    /// # Errors
    /// When it does not come in time.
    pub(crate) async fn wait<T>(&self, piece: impl Future<Output = T>) -> Result<T, HttpProblem> {
        tokio::time::timeout(self.patience, piece).await.map_err(|_| slow())
    }

    /// Records received bytes.
    ///
    /// # Errors
    /// When all of them together came too slowly.
    pub(crate) fn came(&mut self, bytes: usize) -> Result<(), HttpProblem> {
        self.bytes += bytes as u64;
        let took = self.began.elapsed();
        let is_slow = took > self.patience && (self.bytes as f64) < took.as_secs_f64() * SLOWEST;
        if is_slow { Err(slow()) } else { Ok(()) }
    }
}

/// A body did not come in time.
fn slow() -> HttpProblem {
    HttpProblem::new(axum::http::StatusCode::REQUEST_TIMEOUT, "slow", "the body came too slowly")
}
