//! Sentences as clauses, each with its subject: pronouns stand for the topic of their document (coreference by rule), a
//! second verb has the first one's subject, and a line "Port: 8110" is about the topic of its page.

use quipu_kernel::model::Span;
use quipu_kernel::text::sentences;

use super::families::is_small;
use super::pieces::{Piece, Sort, pieces};
use crate::pronouns::is_pronoun;
use crate::tables::pronoun::Takers;

/// A clause, and the sentence that it stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// The sentence, in the text.
    pub span: Span,
    /// The pieces, with names for pronouns.
    pub pieces: Vec<Piece>,
    /// True if it is about its document's topic without naming it before its verb.
    pub topical: bool,
}

impl Clause {
    /// The clause as text.
    pub fn text(&self) -> String {
        joined(&self.pieces)
    }
}

/// Pieces as a text, with one blank between words.
pub fn joined(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        let close = matches!(piece.sort, Sort::Sign(',' | '.' | ';' | ':' | '%' | '?' | '!' | ')'));
        if !out.is_empty() && !close && !out.ends_with('(') {
            out.push(' ');
        }
        out.push_str(&piece.text);
    }
    out
}

/// Reads the clauses of a chunk's text; `names` are words known to be names.
pub fn clauses(title: &str, text: &str, names: &[&str]) -> Vec<Clause> {
    let topic = topic(title, names);
    let mut out = Vec::new();
    for span in lines(text) {
        let said = text.get(span.range()).unwrap_or_default();
        let mut read = pieces(said, names);
        while read.first().is_some_and(|first| matches!(first.sort, Sort::Sign('-' | '*' | '•' | '+' | '|' | '>'))) {
            read.remove(0);
        }
        for part in parted(&read) {
            let pieces = resolved(part, &topic);
            let topical = !topic.is_empty() && !named_before_verb(&pieces);
            if pieces.iter().any(|piece| !matches!(piece.sort, Sort::Sign(_))) {
                out.push(Clause { span, pieces, topical });
            }
        }
    }
    out
}

/// The pieces of a title: all of them names.
pub fn topic(title: &str, names: &[&str]) -> Vec<Piece> {
    let mut read = pieces(title, names);
    let plain = |piece: &Piece| piece.is_word() && !is_small(&piece.low);
    read.iter_mut().filter(|piece| plain(piece)).for_each(|piece| piece.sort = Sort::Name);
    read
}

/// Sentences and lines of lists; headings say nothing by themselves.
fn lines(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    for sentence in sentences(text) {
        let mut at = sentence.start as usize;
        let said = text.get(sentence.range()).unwrap_or_default();
        let parts: Vec<&str> = if listed(said) { said.split_inclusive('\n').collect() } else { vec![said] };
        for part in parts {
            let bare = part.trim();
            let start = at + part.len() - part.trim_start().len();
            if !bare.is_empty() && !bare.starts_with('#') {
                out.push(Span::new(start, start + bare.len()));
            }
            at += part.len();
        }
    }
    out
}

/// True if a stretch consists of independent lines.
fn listed(said: &str) -> bool {
    let begins = |line: &str| line.trim_start().starts_with(['-', '*', '•', '|', '#', '+']);
    said.contains('\n') && said.lines().any(|line| begins(line) || line.trim_end().ends_with([':', '.']))
}

/// True if a word looks like a verb, or stands before one.
pub(crate) fn verbal(piece: &Piece) -> bool {
    const VERBS: &str = " is are was were be been has have had will would can could must should may might does do did written led built kept held made sent run ran sold bought known given taken born died became began wrote sat sits won met gave является являются был была было были будет имеет имеют ";
    let low = piece.low.as_str();
    if !piece.is_word() || VERBS.is_empty() {
        return false;
    }
    let past = low.len() > 3 && low.ends_with("ed");
    let third = low.len() > 3 && low.ends_with('s') && !["ss", "us", "is"].iter().any(|end| low.ends_with(end));
    let russian = ["ет", "ит", "ют", "ят", "ут", "ат", "ал", "ил", "ла", "ло", "ли", "ан", "ен"]
        .iter()
        .any(|end| low.ends_with(end))
        && low.chars().count() > 4;
    VERBS.contains(&format!(" {low} ")) || past || third || russian
}

/// The clauses of a sentence: parts after a semicolon, after "which", and a second verb with the same subject.
fn parted(read: &[Piece]) -> Vec<Vec<Piece>> {
    let mut out: Vec<Vec<Piece>> = Vec::new();
    let mut this: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(piece) = read.get(at) {
        let next = read.get(at + 1);
        let relative = piece.is_sign(',') && next.is_some_and(|next| matches!(next.low.as_str(), "which" | "who"));
        let again = matches!(piece.low.as_str(), "and" | "и" | "but")
            && next.is_some_and(second_verb)
            && this.iter().any(verbal);
        if piece.is_sign(';') {
            out.push(std::mem::take(&mut this));
        } else if relative && read.get(at + 2).is_some_and(verbal) {
            let last = this.iter().rposition(Piece::is_name).map(|end| run_at(&this, end));
            out.push(std::mem::replace(&mut this, last.unwrap_or_default()));
            at += 1;
        } else if again {
            let carried = subject(&this, next);
            out.push(std::mem::replace(&mut this, carried));
        } else {
            this.push(piece.clone());
        }
        at += 1;
    }
    out.push(this);
    out.retain(|part| !part.is_empty());
    out
}

/// True if a word after "and" is a second verb of the same subject, and no noun of a list.
fn second_verb(piece: &Piece) -> bool {
    const SURE: &str = " is are was were has have had will would can must should does did written led built kept held made sent run sold bought known sits won имеет был была было ";
    let low = piece.low.as_str();
    piece.is_word()
        && (SURE.contains(&format!(" {low} ")) || low.len() > 4 && low.ends_with("ed") || super::families::is_verb(low))
}

/// The run of names that ends at a place.
fn run_at(pieces: &[Piece], end: usize) -> Vec<Piece> {
    let start = (0..=end).rev().take_while(|at| pieces[*at].is_name()).last().unwrap_or(end);
    pieces[start..=end].to_vec()
}

/// The subject of a clause, for its second verb; with the auxiliary that both share.
fn subject(this: &[Piece], next: Option<&Piece>) -> Vec<Piece> {
    let verb = this.iter().enumerate().position(|(at, piece)| at > 0 && verbal(piece)).unwrap_or(0);
    let auxiliary = this.get(verb).filter(|piece| matches!(piece.low.as_str(), "is" | "are" | "was" | "were" | "be"));
    let participle = next.is_some_and(|next| {
        next.low.ends_with("ed")
            || next.low.ends_with("en")
            || matches!(next.low.as_str(), "built" | "kept" | "led" | "made" | "held")
    });
    let mut out = this[..verb].to_vec();
    out.extend(auxiliary.filter(|_| participle).cloned());
    out
}

/// The pieces with the topic's names for pronouns.
fn resolved(part: Vec<Piece>, topic: &[Piece]) -> Vec<Piece> {
    if topic.is_empty() {
        return part;
    }
    let mut out: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(piece) = part.get(at) {
        let next = part.get(at + 1);
        let pronoun = piece.is_word() && is_pronoun(&piece.low, Takers::CLAUSES);
        let opens = out.is_empty();
        let object = piece.low == "it" && !opens && next.is_none_or(|next| !verbal(next));
        let article = matches!(piece.low.as_str(), "the" | "this" | "этот" | "эта" | "это");
        let noun = next.filter(|next| {
            article
                && next.is_word()
                && topic.iter().any(|known| known.is_name() && super::families::key(&known.low) == next.key)
        });
        let bare = part.get(at + 2).is_none_or(|after| !after.is_name());
        if pronoun && (opens && piece.low != "его" && piece.low != "ее" || object) {
            out.extend(topic.iter().cloned());
            at += 1;
        } else if noun.is_some() && bare {
            out.extend(topic.iter().cloned());
            at += 2;
        } else {
            out.push(piece.clone());
            at += 1;
        }
    }
    out
}

/// True if a name stands before the first verb, so that the clause is about it.
fn named_before_verb(pieces: &[Piece]) -> bool {
    let name = pieces.iter().position(Piece::is_name);
    let verb = pieces.iter().position(verbal);
    match (name, verb) {
        (Some(name), Some(verb)) => name < verb,
        (Some(name), None) => name == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(title: &str, text: &str) -> Vec<String> {
        clauses(title, text, &[]).iter().map(Clause::text).collect()
    }

    #[test]
    fn a_pronoun_stands_for_the_topic() {
        assert_eq!(
            texts("Lamp", "Lamp lights the yard. It is owned by the Yard team and written in Go."),
            ["Lamp lights the yard.", "Lamp is owned by the Yard team", "Lamp is written in Go."]
        );
        assert_eq!(
            texts("Team Yard", "Ada Lind has led it since 2 May 2021."),
            ["Ada Lind has led Team Yard since 2 May 2021."]
        );
    }

    #[test]
    fn a_clause_behind_which_is_about_the_name_before_it() {
        assert_eq!(
            texts("Lamp", "Lamp keeps its data in YardDB, which runs on SQLite."),
            ["Lamp keeps its data in YardDB", "YardDB runs on SQLite."]
        );
    }

    #[test]
    fn a_line_of_a_list_is_about_the_page() {
        let read = clauses("Lamp", "## Facts\n\n- Port: 8110\n- Replicas: 3", &[]);
        assert_eq!(
            read.iter().map(|clause| (clause.text(), clause.topical)).collect::<Vec<_>>(),
            [("Port: 8110".to_owned(), true), ("Replicas: 3".to_owned(), true)]
        );
    }
}
