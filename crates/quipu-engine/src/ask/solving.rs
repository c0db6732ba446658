//! The agent's answer beside that of one look: what rules solved stands; else the look answers where its evidence is good
//! enough, and refuses where it is not.

use quipu_kernel::stated::clauses::topic;
use quipu_kernel::stated::grade::{ENOUGH, of_sentences};
use quipu_kernel::stated::pieces::{Piece, pieces};

use super::answer::{Answer, refusal};
use crate::agent::solve::Solved;

/// The answer to a question that the agent was asked.
pub(super) fn answer(solved: Solved, looked: Answer, question: &str) -> Answer {
    let (trace, asked) = match solved {
        Solved::Answer(answer) => return *answer,
        Solved::Look { trace, asked } => (trace, asked),
    };
    let title = |document: &str| document.rsplit('/').next().unwrap_or(document).replace(['-', '_', '.'], " ");
    let read = |quote: &str, document: &str| -> Vec<Piece> {
        let mut all = topic(&title(document), &[]);
        all.extend(pieces(quote, &[]));
        all
    };
    let quotes: Vec<Vec<Piece>> = looked.citations.iter().map(|cited| read(&cited.quote, &cited.document)).collect();
    let weak = asked.is_some_and(|asked| of_sentences(&asked, &quotes) < ENOUGH);
    if weak && !looked.refused {
        let answer = refusal(question).to_owned();
        return Answer { answer, refused: true, agent: Some(trace), ..Answer::default() };
    }
    Answer { agent: Some(trace), ..looked }
}
