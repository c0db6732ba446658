//! A model server for tests and measurements. It speaks OpenAI's protocol over real HTTP, says what a
//! script, a recording or its small brain holds, is as slow and fails as often as its [`Plan`] says,
//! and counts on its side what it was asked and what it sent whole.
//!
//! Everything follows from the plan's seed and the prompt, never from the order of calls, so that runs
//! of many calls at once can be repeated.

mod arxiv;
mod body;
mod brain;
mod chat;
mod counts;
mod drawn;
mod extras;
mod host;
mod page;
mod pdf;
mod plan;
mod replies;
mod server;

pub use arxiv::StandIn;
pub use brain::reply as brain;
pub use counts::{Counts, Sent};
pub use pdf::{file as pdf_file, of_pages as pdf_of_pages};
pub use plan::{Accepts, After, Fault, Latency, Plan, RerankShape, Rule, Step};
pub use replies::{RecordedReply, RecordedServer, SeenRequest, replay};
pub use server::{Server, start};

/// The name by which [`Plan::recorded`] and [`Sent`] know a prompt: a hash of its turns' texts.
pub fn name_of(texts: &[&str]) -> String {
    let mut hash = drawn::FNV;
    for text in texts {
        hash = drawn::hashed(hash, text.as_bytes());
        hash = drawn::hashed(hash, &[0]);
    }
    format!("{hash:016x}")
}
