//! Embedders: inside the binary, in the process, and behind a server; and cross-encoders in the process.

mod cross_reranker;
mod open_models;
mod openai;
mod sentence_encoder;
mod static_table;
mod static_vectors;

pub use cross_reranker::CrossReranker;
pub use openai::{Server, ServerOptions};
pub use sentence_encoder::SentenceEncoder;
pub use static_vectors::StaticVectors;

/// A vector of length 1; missing where it has no direction.
fn unit(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    if !length.is_finite() || length <= f32::MIN_POSITIVE {
        return None;
    }
    vector.iter_mut().for_each(|part| *part /= length);
    Some(vector)
}
