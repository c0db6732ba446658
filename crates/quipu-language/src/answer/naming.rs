//! The part that a name plays in a sentence: its subject, what the verb is about, or a word beside others. By the words
//! right before and behind the name, without a parse.

use quipu_kernel::text::fold_name;

use super::kind_name::stems;
use crate::clauses::clause::verbal;
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};

/// The part of a name in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamePart {
    /// The sentence says what it is.
    Defined,
    /// The sentence is about it.
    Subject,
    /// The verb acts on it.
    Object,
    /// It stands beside other words, or is not there.
    Beside,
}

/// Words between a subject and what defines it.
const DEFINING: &str = " is are was were means denotes это является являются называется называют ";
/// Words before a noun.
const BEFORE: &str = " the a an this that these our its their new этот эта эти это наш наша ";
/// Words that join a verb with its object.
const JOINING: &str = " on by with to from through via upon into от на с со к через из ";
/// Words that may stand right behind a name that is not part of a longer one.
const BEHIND: &str = " every each all daily again here there today now then once twice and or but in on at by for from to with of as when where while if than since via и или но в во на с из к по для от при как когда где если а ";
const AUXILIARIES: &str = " is are was were can could may might must should will would have has had do does did be могут может будет был была были ";
const ADVERBS: &str = " also now only still often usually then not never always также теперь только обычно часто не ";

/// The best part that one of several names has in a sentence.
pub fn name_part(sentence: &str, names: &[String]) -> NamePart {
    // Words in quotation marks are words here, and no one piece.
    let read = pieces(&sentence.replace(['"', '“', '”', '«', '»', '„'], " "), &[]);
    names.iter().map(|name| of(&read, name)).min().unwrap_or(NamePart::Beside)
}

fn of(read: &[ClausePiece], name: &str) -> NamePart {
    let words: Vec<Vec<String>> = fold_name(name).split(' ').map(stems).collect();
    if words.is_empty() || words[0].is_empty() {
        return NamePart::Beside;
    }
    let own: Vec<usize> = (0..read.len()).filter(|at| !matches!(read[*at].sort, PieceSort::Sign(_))).collect();
    let is_here = |at: &usize| {
        words
            .iter()
            .enumerate()
            .all(|(step, word)| own.get(at + step).is_some_and(|piece| stems(&fold_name(&read[*piece].text)) == *word))
    };
    let places = (0..own.len()).filter(is_here);
    places.map(|at| at_place(read, own[at], own[at + words.len() - 1])).min().unwrap_or(NamePart::Beside)
}

fn has(list: &str, piece: &ClausePiece) -> bool {
    list.contains(&format!(" {} ", piece.low))
}

/// The part of the name from one piece to another.
fn at_place(read: &[ClausePiece], first: usize, last: usize) -> NamePart {
    let before = &read[..first];
    let behind = after_bracket(&read[last + 1..]);
    let opens = before
        .iter()
        .all(|piece| has(BEFORE, piece) || matches!(piece.sort, PieceSort::Sign('*' | '_' | '"' | '`' | '«' | '“')));
    let joined = matches!(behind.first().map(|next| &next.sort), Some(PieceSort::Sign('—' | '–' | '-')));
    let predicate = behind.iter().find(|piece| !has(ADVERBS, piece) && !is_mark(piece));
    if opens {
        if joined || predicate.is_some_and(|next| has(DEFINING, next)) {
            return if passive(behind) { NamePart::Subject } else { NamePart::Defined };
        }
        // "Quay workers are": the name is part of a longer subject.
        let longer =
            behind.get(1).is_some_and(|next| has(AUXILIARIES, next)) && !predicate.is_some_and(|p| has(AUXILIARIES, p));
        if predicate.is_some_and(verbal) && !longer {
            return NamePart::Subject;
        }
    }
    if is_object(before, behind) { NamePart::Object } else { NamePart::Beside }
}

/// True if "is" is followed by a participle: something is done to the subject, which is not said to be anything.
fn passive(behind: &[ClausePiece]) -> bool {
    let at = behind.iter().position(|piece| has(" is are was were ", piece));
    at.and_then(|at| behind[at + 1..].iter().find(|piece| !has(ADVERBS, piece))).is_some_and(|next| {
        next.low.ends_with("ed") || has(" built made kept led held run written given known in on at by ", next)
    })
}

/// Pieces after an explanation in brackets.
fn after_bracket(behind: &[ClausePiece]) -> &[ClausePiece] {
    let marks = behind.iter().take_while(|piece| is_mark(piece)).count();
    let behind = &behind[marks..];
    if !behind.first().is_some_and(|first| first.is_sign('(')) {
        return behind;
    }
    let close = behind.iter().position(|piece| piece.is_sign(')'));
    close.map_or(behind, |close| &behind[close + 1..])
}

fn is_mark(piece: &ClausePiece) -> bool {
    matches!(piece.sort, PieceSort::Sign('*' | '_' | '"' | '`' | '»' | '”'))
}

/// True if a verb stands right before a name, and no word behind makes the name part of a longer one.
fn is_object(before: &[ClausePiece], behind: &[ClausePiece]) -> bool {
    let mut words = before.iter().rev().filter(|piece| !has(BEFORE, piece) && !is_mark(piece));
    let Some(last) = words.next() else { return false };
    let verb = if has(JOINING, last) { words.next() } else { Some(last) };
    let ends = behind.first().is_none_or(|next| {
        matches!(next.sort, PieceSort::Sign(_)) && !next.is_sign('-') && !next.is_sign('\'') && !next.is_sign('’')
            || has(BEHIND, next)
    });
    ends && verb.is_some_and(|verb| verbal(verb) || is_base(verb))
}

/// True for the base form of common verbs, as after "can" and "to".
fn is_base(piece: &ClausePiece) -> bool {
    has(
        " use run need require call install support connect depend rely replace configure enable open start build contact send ",
        piece,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(sentence: &str, name: &str) -> NamePart {
        name_part(sentence, &[name.to_owned()])
    }

    #[test]
    fn a_name_is_defined_acts_or_is_acted_on() {
        for (sentence, name, expected) in [
            ("The Tide Gauge is a brass float in a well.", "Tide Gauge", NamePart::Defined),
            ("“Tide gauge” means a float in a well.", "tide gauge", NamePart::Defined),
            ("Tide Gauge (TG) is a brass float.", "tide gauge", NamePart::Defined),
            ("The Tide Gauge is repaired every May.", "Tide Gauge", NamePart::Subject),
            ("The Tide Gauge sends a number each hour.", "Tide Gauge", NamePart::Subject),
            ("The lock depends on the Tide Gauge.", "Tide Gauge", NamePart::Object),
            ("Clerks use the Tide Gauge at night.", "Tide Gauge", NamePart::Object),
            ("Tide Gauge keepers are paid twice.", "Tide Gauge", NamePart::Beside),
            ("Beside the mill and the Tide Gauge stands an oak.", "Tide Gauge", NamePart::Beside),
            ("Мареограф — это поплавок в колодце.", "мареограф", NamePart::Defined),
            ("Шлюз зависит от мареографа.", "мареограф", NamePart::Object),
        ] {
            assert_eq!(part(sentence, name), expected, "{sentence}");
        }
    }
}
