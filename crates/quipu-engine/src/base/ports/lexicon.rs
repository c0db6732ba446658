//! The lexicon port: meanings of words, looked up without delay.

/// Gives vectors of words and short texts from a table in this process, so that hundreds can be asked for while a question
/// is answered. An [`Embedder`](super::Embedder) may be a server or a network; a lexicon never is.
pub trait Lexicon: Send + Sync {
    /// The unit vector of a text, always the same for the same text; none where no word of it is known.
    fn vector(&self, text: &str) -> Option<Vec<f32>>;
}
