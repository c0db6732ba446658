//! The gateway: wrappers of models that avoid wasted calls.
//!
//! Each file is one concern (a middleware), a wrapper around the port [`Llm`](crate::base::ports::Llm). From the
//! outside in:
//!
//! - [`Remembered`] (the same prompt costs once): no call below for known prompts;
//! - [`Whole`] (no empty reply, none that was cut off, no reasoning, calls of tools out of its text): above the
//!   retries, because it asks for something else, with more room;
//! - [`Patient`] (retries): above all that may refuse for a moment, so that no place is held in a pause;
//! - [`Fused`] (a circuit breaker): above the queues, so that no call waits in them for a dead server;
//! - [`Paced`] (limits a minute), then [`Crowded`] (concurrent calls): a call that waits takes no place;
//! - [`Counted`] (the ledger, its bounds and the budget): around each call that reaches the server, and its time alone;
//! - [`Recorded`] (runs as files) and the server, or [`Replayed`] in its place: all above is the same.
//!
//! State that belongs to a server, not to one use of it, is [`Shared`]. A reranker has the same rules in one
//! wrapper, [`Polite`]; an embedder keeps all the vectors it computed ([`Salvaged`]).

mod crowd;
mod fuse;
mod ledger;
mod pace;
mod patient;
mod polite;
mod reasoning;
mod recorded;
mod remembered;
mod salvaged;
mod spoken;
pub mod tokens;
#[cfg(test)]
pub(crate) mod toys;
mod tried;
mod whole;
mod writing;

use std::sync::Arc;

pub use crowd::{Crowd, Crowded, Door};
pub use fuse::{Fuse, Fused, Link};
pub use ledger::{Bounds, Counted, Ledger, LedgerLine, Price, money};
pub use pace::{Limits, Pace, Paced};
pub use patient::{Patience, Patient};
pub use polite::Polite;
pub use recorded::{Recorded, Recording, Replayed, Tape, sorted};
pub use remembered::Remembered;
pub use salvaged::Salvaged;
pub use tried::{Long, Tried, try_llm};
pub use whole::Whole;

use crate::base::ports::{Kept, Llm};

/// Settings of calls to a server.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Manners {
    /// Retries.
    pub patience: Patience,
    /// Settings of the circuit breaker.
    pub fuse: Fuse,
    /// Limits a minute.
    pub limits: Limits,
    /// Concurrent calls.
    pub crowd: Crowd,
    /// Its price.
    pub price: Price,
}

/// State that all uses of a server share: its limiter, its circuit breaker, and the pace of one model.
#[derive(Clone)]
pub struct Shared {
    door: Arc<Door>,
    link: Arc<Link>,
    pace: Arc<Pace>,
}

impl Shared {
    /// The state of a server with one user. Needs a tokio runtime.
    pub fn new(manners: Manners) -> Self {
        Self {
            door: Arc::new(Door::new(manners.crowd)),
            link: Arc::new(Link::new(manners.fuse)),
            pace: Arc::new(Pace::new(manners.limits)),
        }
    }

    /// A copy for a model on the same server with limits of its own.
    #[must_use]
    pub fn with_pace_of(&self, manners: Manners) -> Self {
        Self { pace: Arc::new(Pace::new(manners.limits)), ..self.clone() }
    }
}

/// A server with all wrappers but memory: for streams and for prompts that are sent once.
pub fn mannered(server: Arc<dyn Llm>, work: &'static str, manners: Manners, ledger: &Arc<Ledger>) -> Arc<dyn Llm> {
    sharing(server, work, manners, ledger, &Shared::new(manners))
}

/// A server with all wrappers but memory, with state shared with other uses of it.
pub fn sharing(
    server: Arc<dyn Llm>,
    work: &'static str,
    manners: Manners,
    ledger: &Arc<Ledger>,
    shared: &Shared,
) -> Arc<dyn Llm> {
    let counted = Counted::new(server, ledger.clone(), work, manners.price);
    let crowded = Crowded::new(Arc::new(counted), shared.door.clone());
    let paced = Paced::new(Arc::new(crowded), shared.pace.clone());
    let fused = Fused::new(Arc::new(paced), shared.link.clone());
    let patient = Patient::new(Arc::new(fused), manners.patience);
    Arc::new(Whole::new(Arc::new(patient)))
}

/// A server with all wrappers, and a memory of accepted replies.
pub fn remembering(
    server: Arc<dyn Llm>,
    work: &'static str,
    manners: Manners,
    ledger: &Arc<Ledger>,
    kept: Arc<dyn Kept>,
) -> Remembered {
    Remembered::new(mannered(server, work, manners, ledger), kept, ledger.clone(), work)
}
