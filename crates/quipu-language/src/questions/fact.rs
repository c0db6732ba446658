//! A question by the fact that it asks of sentences.

use super::ReadQuestion;
use crate::clauses::clause_pieces::ClausePiece;
use crate::clauses::wanted::{AskedFact, wanted};

/// Reads which fact a question asks for, by its pieces.
#[derive(Debug, Clone, Copy)]
pub struct WantedFact;

impl ReadQuestion for WantedFact {
    type Form<'q> = [ClausePiece];
    type Asked = AskedFact;

    fn read(&self, question: &[ClausePiece]) -> AskedFact {
        wanted(question)
    }
}
