//! The port of rerankers: scores of several texts for a question.

use super::{Boxed, LlmError};

/// Scores texts.
pub trait Reranker: Send + Sync {
    /// The model's name, as the server knows it.
    fn name(&self) -> &str;
    /// A finite score for each text, in their order; the higher, the better it answers. Scores of one call
    /// can be compared with each other only.
    ///
    /// # Errors
    /// When the model fails for any of them.
    fn score<'a>(&'a self, question: &'a str, texts: &'a [&'a str]) -> Boxed<'a, Result<Vec<f32>, LlmError>>;
}
