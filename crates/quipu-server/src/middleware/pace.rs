//! The transfer rate of a body: a client that sends it byte by byte loses its place.

use std::time::{Duration, Instant};

use axum::body::{Body, BodyDataStream, Bytes};
use axum::http::StatusCode;
use futures::StreamExt as _;

use crate::problem::HttpProblem;

/// The fewest bytes a second, once the patience is over.
const SLOWEST: f64 = 1000.0;

/// The transfer rate of a body.
pub(crate) struct RequestPace {
    began: Instant,
    bytes: u64,
    patience: Duration,
}

impl RequestPace {
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

/// A body that comes piece by piece, at a pace.
pub(crate) struct BodyPieces {
    pieces: BodyDataStream,
    pace: RequestPace,
}

impl BodyPieces {
    /// The pieces of a body that begins to come now.
    pub(crate) fn of(body: Body, patience: Duration) -> Self {
        Self { pieces: body.into_data_stream(), pace: RequestPace::new(patience) }
    }

    /// The next piece; none at the end.
    ///
    /// # Errors
    /// When the body breaks off, or comes too slowly.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, HttpProblem> {
        let Some(piece) = self.pace.wait(self.pieces.next()).await? else { return Ok(None) };
        let piece = piece.map_err(|_| HttpProblem::new(StatusCode::BAD_REQUEST, "body", "the body broke off"))?;
        self.pace.came(piece.len())?;
        Ok(Some(piece))
    }
}

/// A body did not come in time.
fn slow() -> HttpProblem {
    HttpProblem::new(StatusCode::REQUEST_TIMEOUT, "slow", "the body came too slowly")
}
