//! The benefit of vectors beside words: `hybrid` compared with `lexical`, and with itself with the
//! vectors shuffled among the chunks.

use quipu_engine::{EngineError, Workspace};
use quipu_kernel::rank::measures::{bootstrap, mean};
use quipu_kernel::strategies::Options;
use serde::Serialize;

use super::asked::{Asked, Texts};
use super::{Half, Interval, Look, Set, ask_all};

/// nDCG@10 with and without vectors on one half, in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VectorRow {
    /// The half of the questions.
    pub half: Half,
    /// Number of questions.
    pub questions: usize,
    /// The value of words alone.
    pub lexical: f64,
    /// The value of words and vectors.
    pub hybrid: f64,
    /// The value of words and vectors of other chunks.
    pub shuffled: f64,
    /// `hybrid` less `lexical`, paired bootstrap.
    pub over_lexical: Interval,
    /// `hybrid` less `shuffled`, paired bootstrap.
    pub over_shuffled: Interval,
}

/// Asks every question of a workspace, and of the same with shuffled vectors (see
/// [`super::RecordedVectors::shuffled`]).
///
/// # Errors
/// When a store or the embedding model fails.
pub async fn vectors(
    [real, shuffled]: [&Workspace; 2],
    set: &Set,
    options: &Options,
    rounds: usize,
) -> Result<Vec<VectorRow>, EngineError> {
    let look = |name: &str| Look { name: name.to_owned(), strategy: name.to_owned(), options: options.clone() };
    let texts = Texts::read(&*real.store).await?;
    let lexical = ask_all(real, &texts, set, &look("lexical")).await?;
    let hybrid = ask_all(real, &texts, set, &look("hybrid")).await?;
    let shuffled = ask_all(shuffled, &texts, set, &look("hybrid")).await?;
    Ok(Half::EACH.map(|half| row(half, [&lexical, &hybrid, &shuffled], rounds)).into())
}

fn row(half: Half, asked: [&Vec<Asked>; 3], rounds: usize) -> VectorRow {
    let [lexical, hybrid, shuffled] = asked.map(|all| -> Vec<f64> {
        all.iter().filter(|asked| half.has(asked.position)).map(|asked| 100.0 * asked.ndcg).collect()
    });
    let over = |other: &[f64]| {
        let differences: Vec<f64> = hybrid.iter().zip(other).map(|(ours, theirs)| ours - theirs).collect();
        let found = bootstrap(&differences, rounds);
        Interval { low: found.low, high: found.high }
    };
    VectorRow {
        half,
        questions: hybrid.len(),
        over_lexical: over(&lexical),
        over_shuffled: over(&shuffled),
        lexical: mean(&lexical),
        hybrid: mean(&hybrid),
        shuffled: mean(&shuffled),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_paired_within_a_half() {
        let asked = |ndcg: [f64; 2]| -> Vec<Asked> {
            let one = |(position, ndcg)| Asked { position, recall: [0.0; 4], reciprocal_rank: 0.0, ndcg, ms: 0.0 };
            ndcg.into_iter().enumerate().map(one).collect()
        };
        let row = row(Half::Even, [&asked([0.5, 0.0]), &asked([0.75, 0.0]), &asked([0.25, 1.0])], 10);
        assert_eq!((row.questions, row.hybrid), (1, 75.0));
        assert_eq!((row.over_lexical.low, row.over_shuffled.high), (25.0, 50.0));
    }
}
