//! A question by the fact that it asks of sentences.

use super::ReadQuestion;
use crate::stated::pieces::ClausePiece;
use crate::stated::wanted::{AskedFact, wanted};

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
