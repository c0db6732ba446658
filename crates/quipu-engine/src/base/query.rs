//! A query: a question with its filter and options, its analysis, and the similarity of texts to it.

use quipu_kernel::background::above;
use quipu_kernel::rank::fuse::similarity;
use quipu_kernel::strategies::Options;
use quipu_kernel::view::{Filter, Question};

use super::ports::{EmbedError, Role};
use super::workspace::Workspace;

/// A question as asked, and how to look for its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// The question.
    pub text: String,
    /// The filter of documents.
    pub filter: Filter,
    /// Name of the strategy.
    pub strategy: String,
    /// The strategy's options.
    pub options: Options,
}

/// Analyses a question: its words and names, its vector, its filter.
pub(crate) async fn understand(workspace: &Workspace, query: &Query) -> Result<Question, EmbedError> {
    let mut question =
        quipu_language::understood(Question::spelled(&query.text, |folded| workspace.extractor.spellings(folded)));
    question.filter = query.filter.clone();
    question.facts = query.options.facts;
    // No text is near to an empty one, and some servers refuse it.
    let said = !query.text.trim().is_empty();
    if let Some(embedder) = workspace.embedder.as_ref().filter(|_| said) {
        let vectors = embedder.embed(&[query.text.as_str()], Role::Question).await?;
        question.vector = vectors.into_iter().next().flatten();
        question.background = embedder.background().await?;
    }
    Ok(question)
}

/// The similarity of each text to a question, above the model's background; empty without vectors.
pub(crate) async fn nearness(
    workspace: &Workspace,
    question: &Question,
    texts: &[&str],
) -> Result<Vec<f64>, EmbedError> {
    let (Some(embedder), Some(asked)) = (&workspace.embedder, &question.vector) else { return Ok(Vec::new()) };
    let vectors = embedder.embed(texts, Role::Passage).await?;
    Ok(vectors.iter().map(|vector| beyond(question, asked, vector.as_deref())).collect())
}

/// The cosine of a vector to the question's, above the model's background.
pub(crate) fn beyond(question: &Question, asked: &[f32], vector: Option<&[f32]>) -> f64 {
    f64::from(above(similarity(Some(asked), vector) as f32, question.background))
}
