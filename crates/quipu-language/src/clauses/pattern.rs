//! Patterns over the pieces of a question, for rules in tables.
//!
//! A pattern is atoms separated by blanks. An atom is a word, several words separated by `|`, the beginning of words
//! their end, or both (`depend*`, `*ться`, `сход*тся`), `NAME`, `NUMBER`, `DATE`, `PLURAL` (an English plural), `_` for any one
//! piece, `..` for any number of them, or a sign. `^` before the first atom binds a pattern to the beginning, `$`
//! after the last one to the end.

use std::ops::Range;

use super::clause_pieces::{ClausePiece, PieceSort};

/// True if any of some patterns fits.
pub(crate) fn any(pieces: &[ClausePiece], patterns: &[&str]) -> bool {
    patterns.iter().any(|pattern| fits(pieces, pattern))
}

/// The first pattern that fits.
pub(crate) fn which<'p>(pieces: &[ClausePiece], patterns: &[&'p str]) -> Option<&'p str> {
    patterns.iter().find(|pattern| fits(pieces, pattern)).copied()
}

/// True if a pattern fits.
pub(crate) fn fits(pieces: &[ClausePiece], pattern: &str) -> bool {
    let (bound, pattern) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let atoms: Vec<&str> = pattern.split_whitespace().collect();
    let begins = if bound { 0..1 } else { 0..pieces.len().max(1) };
    begins.into_iter().any(|at| from(pieces, at, &atoms))
}

/// The places that the `..` of a pattern stand for, each the shortest of at least one piece; none where the pattern does
/// not fit from the first piece to the last one. Signs behind the last piece are left aside.
pub(crate) fn captured(pieces: &[ClausePiece], pattern: &str) -> Option<Vec<Range<usize>>> {
    let atoms: Vec<&str> = pattern.split_whitespace().collect();
    let ends = |piece: &ClausePiece| matches!(piece.sort, PieceSort::Sign('?' | '.' | '!' | ',' | ';' | ':'));
    let end = pieces.iter().rposition(|piece| !ends(piece)).map_or(0, |last| last + 1);
    capture(&pieces[..end], 0, &atoms)
}

fn capture(pieces: &[ClausePiece], at: usize, atoms: &[&str]) -> Option<Vec<Range<usize>>> {
    let Some((atom, rest)) = atoms.split_first() else { return (at == pieces.len()).then(Vec::new) };
    if *atom != ".." {
        let fits = pieces.get(at).is_some_and(|piece| is(piece, atom));
        return if fits { capture(pieces, at + 1, rest) } else { None };
    }
    (at + 1..=pieces.len()).find_map(|end| {
        let mut found = capture(pieces, end, rest)?;
        found.insert(0, at..end);
        Some(found)
    })
}

fn from(pieces: &[ClausePiece], at: usize, atoms: &[&str]) -> bool {
    let Some((atom, rest)) = atoms.split_first() else { return true };
    match *atom {
        "$" => pieces[at.min(pieces.len())..].iter().all(|piece| matches!(piece.sort, PieceSort::Sign(_))),
        ".." => (at..=pieces.len()).any(|next| from(pieces, next, rest)),
        _ => pieces.get(at).is_some_and(|piece| is(piece, atom)) && from(pieces, at + 1, rest),
    }
}

fn is(piece: &ClausePiece, atom: &str) -> bool {
    atom.split('|').any(|one| match one {
        "_" => true,
        "NAME" => piece.is_name(),
        "NUMBER" => piece.number().is_some(),
        "DATE" => piece.day().is_some(),
        "PLURAL" => is_plural(piece),
        "WORD" => piece.is_word(),
        _ => match one.split_once('*').filter(|(begin, end)| !begin.is_empty() || !end.is_empty()) {
            Some((begin, end)) => {
                piece.is_word() && piece.low.strip_prefix(begin).is_some_and(|rest| rest.ends_with(end))
            }
            None => piece.low == one && !piece.is_name(),
        },
    })
}

/// True if a word looks like an English plural.
pub(crate) fn is_plural(piece: &ClausePiece) -> bool {
    const NOT: &str = " is was has does this us its thus always across yes his hers perhaps series news goes ";
    let low = piece.low.as_str();
    let odd = matches!(low, "people" | "men" | "women" | "children" | "criteria" | "data");
    let ends = low.len() > 3 && low.ends_with('s') && !["ss", "us", "is"].iter().any(|end| low.ends_with(end));
    piece.is_word() && (odd || ends && !NOT.contains(&format!(" {low} ")))
}

#[cfg(test)]
mod tests {
    use super::super::clause_pieces::pieces;
    use super::*;

    #[test]
    fn atoms_stand_for_pieces() {
        let read = pieces("How many services depend on AuthService in May 2024?", &[]);
        assert!(fits(&read, "^how many PLURAL depend* on NAME") && fits(&read, "in DATE $"));
        assert!(fits(&read, "many .. NAME") && !fits(&read, "^many") && !fits(&read, "authservice"));
    }

    #[test]
    fn dots_are_the_places_between() {
        let read = pieces("How many notes mention the old clock?", &[]);
        assert_eq!(captured(&read, "how many .. mention .."), Some(vec![2..3, 4..7]));
        assert_eq!(captured(&read, "how many .. mention"), None);
        assert_eq!(captured(&read, "how many notes mention the old clock .."), None, "dots are one piece at the least");
    }
}
