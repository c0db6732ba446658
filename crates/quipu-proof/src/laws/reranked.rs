//! The laws of rerankers: a score for each text, in any order, and no score for no text.

use quipu_engine::ports::Reranker;

const QUESTION: &str = "Who cast the bell of the tower?";
const TEXTS: [&str; 4] = [
    "The harbour froze in the second winter.",
    "Ilse Varga cast the bell of the tower.",
    "A tower stood by the river, and its bell rang at noon.",
    "",
];

/// Checks every law.
///
/// # Errors
/// With the first law that does not hold.
pub async fn hold(reranker: &dyn Reranker) -> Result<(), String> {
    let score = async |texts: &[&str]| reranker.score(QUESTION, texts).await.map_err(|error| error.to_string());
    let scores = score(&TEXTS).await?;
    if scores.len() != TEXTS.len() || scores.iter().any(|score| !score.is_finite()) {
        return Err(format!("a finite score for each of {} texts, not {scores:?}", TEXTS.len()));
    }
    let turned: Vec<&str> = TEXTS.into_iter().rev().collect();
    let again: Vec<f32> = score(&turned).await?.into_iter().rev().collect();
    // Servers round as their batches fall.
    if scores.iter().zip(&again).any(|(one, other)| (one - other).abs() > 1e-3) {
        return Err(format!("the order of texts changes their scores: {scores:?}, then {again:?}"));
    }
    if scores.iter().any(|score| *score > scores[1]) {
        return Err(format!("the text that answers is not the best: {scores:?}"));
    }
    match score(&[]).await?.as_slice() {
        [] => Ok(()),
        some => Err(format!("scores for no text: {some:?}")),
    }
}
