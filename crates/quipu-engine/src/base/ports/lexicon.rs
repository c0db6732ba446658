//! The lexicon port: meanings of words, looked up without delay.

/// Vectors of words and short texts from a table in this process, so that hundreds can be read while a question
/// is answered. An [`Embedder`](super::Embedder) may be a server or a network; a lexicon never is.
pub trait Lexicon: Send + Sync {
    /// The unit vector of a text, always the same for the same text; none where no word of it is known.
    fn vector(&self, text: &str) -> Option<Vec<f32>>;
}
