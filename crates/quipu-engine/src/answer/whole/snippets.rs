//! Sentences of documents as an answer shows them: of one line, cut where they are long, each with its number.

use quipu_kernel::model::Span;
use quipu_language::answer::{ToldUnit, UnitKind, plain, told_units};

use crate::answer::AnswerUnit;
use crate::base::citation::Citation;
use crate::find::texts::DocumentText;

/// The longest sentence shown, in letters, and how much is shown before what is sought.
const LONGEST: usize = 260;
const BEFORE: usize = 80;

/// A text on one line without markup.
pub(super) fn shown(text: &str) -> String {
    plain(text)
}

/// A text cut around a byte of it: both ends stand at words.
pub(super) fn cut(text: &str, around: usize) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let at = text.get(..around).map_or(0, |before| before.chars().count());
    let from = if at + BEFORE < LONGEST { 0 } else { at - BEFORE };
    let part: String = text.chars().skip(from).take(LONGEST).collect();
    let begin = if from == 0 { 0 } else { part.find(' ').map_or(0, |space| space + 1) };
    let end = if from + LONGEST >= count {
        part.len()
    } else {
        part.rfind(' ').filter(|end| *end > begin).unwrap_or(part.len())
    };
    let (left, right) = (if from > 0 { "… " } else { "" }, if from + LONGEST < count { " …" } else { "" });
    format!("{left}{}{right}", &part[begin..end])
}

/// A text with a capital.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The units of a document, without the fields that its source writes below the text.
pub(super) fn units_of(document: &DocumentText) -> Vec<ToldUnit> {
    let mut units = told_units(&document.text, document.row.format);
    let is_field = |unit: &ToldUnit| {
        let name = unit.text.split_once(": ").map(|(name, _)| name);
        name.is_some_and(|name| document.row.metadata.contains_key(name))
    };
    units.retain(|unit| !is_field(unit));
    units
}

/// The unit of a document that holds a byte: the smallest.
pub(super) fn unit_at(units: &[ToldUnit], at: u32) -> Option<&ToldUnit> {
    let holds = |unit: &&ToldUnit| unit.span.start <= at && at < unit.span.end;
    let small = |unit: &&ToldUnit| matches!(unit.kind, UnitKind::Sentence | UnitKind::Member | UnitKind::Row);
    units.iter().filter(holds).filter(small).min_by_key(|unit| unit.span.end - unit.span.start)
}

/// The line of a text that holds a byte.
pub(super) fn line_at(text: &str, at: u32) -> Span {
    let at = at as usize;
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    Span::new(start, end)
}

/// The sentences of an answer, with their citations.
#[derive(Debug, Default)]
pub(super) struct CitedSentences {
    pub(super) citations: Vec<Citation>,
    pub(super) units: Vec<AnswerUnit>,
}

impl CitedSentences {
    /// The mark of a sentence of a document, ` [3]`; empty where the document has no such place.
    pub(super) fn mark(&mut self, document: &DocumentText, span: Span, text: &str) -> String {
        document.cite(span).map_or_else(String::new, |citation| self.mark_of(citation, text))
    }

    /// The mark of a citation.
    pub(super) fn mark_of(&mut self, citation: Citation, text: &str) -> String {
        let before = self.citations.len();
        let n = citation.number_in(&mut self.citations);
        if n > before {
            self.units.push(AnswerUnit { n, kind: UnitKind::Sentence, text: text.to_owned() });
        }
        format!(" [{n}]")
    }
}

/// The title of a document as shown: its file's name where it has none.
pub(super) fn title(document: &DocumentText) -> String {
    let title = plain(document.row.title.trim());
    if title.is_empty() { document.row.id.clone() } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_around_a_place() {
        assert_eq!(cut("Short.", 0), "Short.");
        let long = "word ".repeat(100);
        assert!(cut(&long, 0).ends_with(" …") && cut(&long, 0).chars().count() <= LONGEST + 2);
        let late = cut(&long, 400);
        assert!(late.starts_with("… ") && late.contains("word"));
        assert_eq!(line_at("one\ntwo\nthree", 5), Span::new(4, 7));
    }
}
