//! A dump delivered row by row, at the pace of its consumer.

use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, channel};

use crate::base::EngineError;
use crate::base::ports::{DumpRow, Store, StoreError};

/// Number of rows read ahead.
const AHEAD: usize = 64;

/// The rows of a dump that are `wanted`.
pub(super) struct Rows(Receiver<Result<DumpRow, StoreError>>);

impl Rows {
    pub(super) fn of(store: &Arc<dyn Store>, wanted: fn(&DumpRow) -> bool) -> Self {
        let (sender, receiver) = channel(AHEAD);
        let (store, runtime) = (store.clone(), tokio::runtime::Handle::current());
        let read = move || {
            let mut take = |row: DumpRow| !wanted(&row) || wait(sender.send(Ok(row))).is_ok();
            if let Err(error) = runtime.block_on(store.dump(&mut take)) {
                // Who has gone wants no error either.
                let _ = wait(sender.send(Err(error)));
            }
        };
        tokio::task::spawn_blocking(read);
        Self(receiver)
    }

    /// The next row; none at the end.
    pub(super) async fn next(&mut self) -> Result<Option<DumpRow>, EngineError> {
        Ok(self.0.recv().await.transpose()?)
    }
}

/// Waits on the dump's own thread. A task's share of turns does not count here: once it is used up,
/// nothing on this thread would ever give it back.
fn wait<T>(future: impl Future<Output = T>) -> T {
    futures::executor::block_on(tokio::task::unconstrained(future))
}
