//! A description of a community without a model: its central names, its typical words, and the sentences
//! that say most of its members (extractive summarisation).

mod central;
mod sentences;
mod words;

pub use central::central;
pub use sentences::{ReportCandidate, ReportChunk, candidates, chosen};
pub use words::{WordCount, added, telling, word_counts};

/// Importance of a community, from 0 to 10: by its share of all chunks.
pub fn rating(chunks: u64, all: u64) -> f64 {
    let most = (all as f64).ln_1p();
    if most > 0.0 { (10.0 * (chunks as f64).ln_1p() / most).clamp(0.0, 10.0) } else { 0.0 }
}
