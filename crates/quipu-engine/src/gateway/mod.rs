//! The gateway: how models are asked so that nothing is wasted.
//!
//! Each file is one concern, a wrapper around the port [`Llm`](crate::ports::Llm). From the outside in:
//! [`Remembered`] (the same prompt costs once), [`Whole`] (no empty reply, none that was cut off, no
//! reasoning), [`Patient`] (retries), [`Fused`] (a dead server is left alone), [`Paced`] (limits a
//! minute), [`Crowded`] (calls at once), [`Counted`] (the ledger and the budget), then the server.

mod crowd;
mod fuse;
mod ledger;
mod pace;
mod patient;
mod reasoning;
mod remembered;
pub mod tokens;
#[cfg(test)]
mod toys;
mod whole;

use std::sync::Arc;

pub use crowd::{Crowd, Crowded};
pub use fuse::{Fuse, Fused};
pub use ledger::{Counted, Ledger, Line, Price};
pub use pace::{Limits, Paced};
pub use patient::{Patience, Patient};
pub use remembered::Remembered;
pub use whole::Whole;

use crate::ports::{Kept, Llm};

/// How a server is asked.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Manners {
    /// Retries.
    pub patience: Patience,
    /// When it is left alone.
    pub fuse: Fuse,
    /// Limits a minute.
    pub limits: Limits,
    /// Calls at once.
    pub crowd: Crowd,
    /// What it costs.
    pub price: Price,
}

/// A server with all manners but memory: what streams and what is asked once.
pub fn mannered(server: Arc<dyn Llm>, work: &'static str, manners: Manners, ledger: &Arc<Ledger>) -> Arc<dyn Llm> {
    let counted = Counted::new(server, ledger.clone(), work, manners.price);
    let crowded = Crowded::new(Arc::new(counted), manners.crowd);
    let paced = Paced::new(Arc::new(crowded), manners.limits);
    let fused = Fused::new(Arc::new(paced), manners.fuse);
    let patient = Patient::new(Arc::new(fused), manners.patience);
    Arc::new(Whole::new(Arc::new(patient)))
}

/// The same with a memory of what was accepted.
pub fn remembering(
    server: Arc<dyn Llm>,
    work: &'static str,
    manners: Manners,
    ledger: &Arc<Ledger>,
    kept: Arc<dyn Kept>,
) -> Remembered {
    Remembered::new(mannered(server, work, manners, ledger), kept, ledger.clone(), work)
}
