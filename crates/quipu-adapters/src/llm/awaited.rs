//! Timeouts that leave out times when the process itself did not run: paused, or starved.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::time::error::Elapsed;
use tokio::time::{Instant, timeout, timeout_at};

/// Delay of a timer that shows that the process was asleep.
const LATE: Duration = Duration::from_millis(100);
/// Grace period for input that arrived meanwhile.
const MORE: Duration = Duration::from_secs(1);

/// The result of a future before a deadline, or, if the process was asleep at the deadline, shortly after.
pub(super) async fn awaited<F: Future>(until: Instant, future: F) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    match timeout_at(until, future.as_mut()).await {
        Err(_) if until.elapsed() > LATE => timeout(MORE, future).await,
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_slept_hears_what_came_meanwhile() {
        let (tell, heard) = tokio::sync::oneshot::channel();
        let until = Instant::now() + Duration::from_millis(20);
        let waiting = tokio::spawn(async move { awaited(until, heard).await });
        tokio::task::yield_now().await;
        // The only thread sleeps: nothing runs.
        std::thread::sleep(Duration::from_millis(200));
        tokio::spawn(async move { tell.send(7) });
        assert_eq!(waiting.await.unwrap().unwrap().unwrap(), 7);
        let never = std::future::pending::<()>();
        assert!(awaited(Instant::now() + Duration::from_millis(1), never).await.is_err());
    }
}
