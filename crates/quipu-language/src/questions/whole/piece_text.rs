//! Pieces of a question as it writes them.

use crate::clauses::clause_pieces::ClausePiece;

/// Words at the beginning of a place that say nothing.
const ARTICLES: &str = " the a an any some our all each every ";

/// Pieces without articles before and marks around them.
pub(super) fn bare(pieces: &[ClausePiece]) -> &[ClausePiece] {
    let idle = |piece: &ClausePiece| ARTICLES.contains(&format!(" {} ", piece.low)) && !piece.is_name();
    let begin = pieces.iter().take_while(|piece| idle(piece)).count();
    if begin == pieces.len() { pieces } else { &pieces[begin..] }
}

/// Pieces as the question writes them.
pub(super) fn text(question: &str, pieces: &[ClausePiece]) -> Option<String> {
    let (first, last) = (pieces.first()?, pieces.last()?);
    let text = question.get(first.span.start as usize..last.span.end as usize)?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
