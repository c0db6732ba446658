//! Embedders: inside the binary, in the process, and behind a server.

mod openai;
mod sentence;
mod static_vectors;
mod table;

pub use openai::{Server, ServerOptions};
pub use sentence::SentenceEncoder;
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
