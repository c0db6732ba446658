//! A clause as a statement: its subject, its predicate, and the value: "Lamp", "written in", "Go" (open information
//! extraction, read when asked).

use super::clauses::{Clause, joined, verbal};
use super::find::with_topic;
use super::pieces::{Piece, Sort};

/// A statement that a clause makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseStatement {
    /// Its subject.
    pub subject: String,
    /// Its predicate, in its own words.
    pub predicate: String,
    /// The keys of those words.
    pub keys: Vec<String>,
    /// The value.
    pub value: String,
}

/// The statement of a clause, if it has a subject, a predicate and a value.
pub fn statement(clause: &Clause, topic: &[Piece]) -> Option<ClauseStatement> {
    let pieces = with_topic(clause, topic);
    let is_value =
        |piece: &Piece| piece.is_name() || matches!(piece.sort, Sort::Number(_) | Sort::Version | Sort::Date(_));
    let named = pieces.iter().position(Piece::is_name)?;
    let end = named + pieces[named..].iter().take_while(|piece| piece.is_name()).count();
    // The topic before a line of its page ends where the line begins.
    let end = if clause.topical { end.min(topic.len()).max(named) } else { end };
    let verb = if clause.topical { end } else { (end..pieces.len()).find(|at| verbal(&pieces[*at]))? };
    let value = (verb..pieces.len()).find(|at| is_value(&pieces[*at]))?;
    let said: Vec<Piece> = pieces[verb..value].iter().filter(|piece| piece.is_word()).cloned().collect();
    if said.is_empty() {
        return None;
    }
    let stops = |piece: &&Piece| !matches!(piece.sort, Sort::Sign(';' | '.'));
    let value: Vec<Piece> = pieces[value..].iter().take_while(stops).cloned().collect();
    let keys = said.iter().map(|piece| piece.key.clone()).collect();
    Some(ClauseStatement {
        subject: joined(&pieces[named..end]),
        predicate: joined(&said).to_lowercase(),
        keys,
        value: joined(&value),
    })
}

#[cfg(test)]
mod tests {
    use super::super::clauses::{clauses, topic};
    use super::*;

    #[test]
    fn a_clause_says_something_of_its_subject() {
        let said = |title: &str, text: &str| -> Vec<(String, String, String)> {
            let read = clauses(title, text, &[]);
            let made = read.iter().filter_map(|clause| statement(clause, &topic(title, &[])));
            made.map(|made| (made.subject, made.predicate, made.value)).collect()
        };
        let is = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(said("Lamp", "It is written in Go."), [is("Lamp", "is written in", "Go")]);
        assert_eq!(said("Lamp", "- Port: 8110"), [is("Lamp", "port", "8110")]);
    }
}
