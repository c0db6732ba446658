//! Questions over all documents at once: how many or which of them mention something, what is commonest in them, what
//! kinds of a thing they name, and a thing as a whole. The form decides, by patterns of closed-class words
//! ([`whole_forms`]); what is asked about is kept as the question writes it.

mod nouns;
mod piece_text;
mod trimmed;
mod whole_forms;

use std::ops::Range;

use whole_forms::{
    COMMON, HELD, KINDS, LARGEST, LATEST, LISTED, MOST_NAMED, MentionForms, THING, WHO_MOST, WROTE_MOST,
};

use nouns::is_of_documents;
pub use nouns::{DocumentNoun, kind_of_noun};

use super::ReadQuestion;
use crate::clauses::clause_pieces::{ClausePiece, PieceSort, pieces};
use crate::clauses::pattern::captured;
use piece_text::{bare, text};
use trimmed::{Restricted, opened, parted, phrase, thing};

/// A question over all documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WholeAsked {
    /// How many documents there are.
    Documents(DocumentNoun),
    /// Which documents, or how many, mention a word or a phrase.
    Mentions(MentionAsked),
    /// The members of a kind: all, or the commonest.
    Members(MembersAsked),
    /// The largest of the groups of documents: their themes, or their folders.
    LargestGroup,
    /// The documents with the latest dates.
    Latest,
    /// The authors with the most documents.
    Authors,
    /// A thing as a whole, by its name.
    Thing(String),
}

/// Documents that mention a word or a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MentionAsked {
    /// The documents that are asked about.
    pub of: DocumentNoun,
    /// The word or phrase, as the question writes it, without quotation marks.
    pub phrase: String,
    /// True if it stands in quotation marks.
    pub quoted: bool,
    /// True if their number is asked for, and not which they are.
    pub count: bool,
}

/// Members of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MembersAsked {
    /// The kind: "treatment", "side effects", "виды лечения".
    pub kind: String,
    /// What the documents must be about, or be: "leukemia" of "treatments of leukemia".
    pub about: Option<String>,
    /// True if the commonest are asked for, and not all.
    pub commonest: bool,
}

impl MembersAsked {
    /// The people that the most documents name.
    fn of_people() -> Self {
        Self { kind: "people".to_owned(), about: None, commonest: true }
    }
}

/// Reads questions over all documents; none for any other.
#[derive(Debug, Clone, Copy)]
pub struct QuestionOfWhole;

impl ReadQuestion for QuestionOfWhole {
    type Form<'q> = str;
    type Asked = Option<WholeAsked>;

    fn read(&self, question: &str) -> Option<WholeAsked> {
        let read = pieces(question, &[]);
        let read = opened(&read);
        if read.len() > LONGEST || read.iter().any(|piece| piece.is_sign('?')) && !asks_once(read) {
            return None;
        }
        let told = |forms: &[&str]| forms.iter().find_map(|form| captured(read, form));
        documents(question, read)
            .or_else(|| mentions(question, read))
            .or_else(|| largest(&told(LARGEST)?, read))
            .or_else(|| latest(&told(LATEST)?, read))
            .or_else(|| told(WROTE_MOST).map(|_| WholeAsked::Authors))
            .or_else(|| told(WHO_MOST).map(|_| WholeAsked::Members(MembersAsked::of_people())))
            .or_else(|| most_named(question, &told(MOST_NAMED)?, read))
            .or_else(|| members(question, &told(COMMON)?, read, true))
            .or_else(|| members(question, &told(KINDS)?, read, false))
            .or_else(|| Some(WholeAsked::Thing(thing(question, &read[told(THING)?.pop()?])?)))
    }
}

/// The longest question, in pieces.
const LONGEST: usize = 40;

/// True if a question mark ends the text, and stands nowhere else.
fn asks_once(read: &[ClausePiece]) -> bool {
    let marks = read.iter().filter(|piece| piece.is_sign('?')).count();
    marks == 1 && read.last().is_some_and(|last| last.is_sign('?'))
}

/// How many documents there are.
fn documents(question: &str, read: &[ClausePiece]) -> Option<WholeAsked> {
    let found = whole_forms::DOCUMENTS.iter().find_map(|form| captured(read, form))?;
    let of = DocumentNoun::read(question, &read[found.first()?.clone()])?;
    of.is_document().then_some(WholeAsked::Documents(of))
}

fn mentions(question: &str, read: &[ClausePiece]) -> Option<WholeAsked> {
    let ask = |told: &MentionForms, count: bool| {
        told.forms.iter().find_map(|form| {
            let found = captured(read, form)?;
            let (of, said) = match found.as_slice() {
                [said] => (None, said),
                [of, said] => (Some(of), said),
                _ => return None,
            };
            let of = match of {
                Some(of) => DocumentNoun::read(question, &read[of.clone()])?,
                None => DocumentNoun::any(),
            };
            let (phrase, quoted) = phrase(question, &read[said.clone()])?;
            // "Which people mention …" is sure of documents only by its noun.
            (!told.of_documents || of.is_document() || of.may_be()).then_some(WholeAsked::Mentions(MentionAsked {
                of,
                phrase,
                quoted,
                count,
            }))
        })
    };
    HELD.iter().find_map(|told| ask(told, true)).or_else(|| LISTED.iter().find_map(|told| ask(told, false)))
}

/// The largest group of documents: the first captured place names groups, and nothing else.
fn largest(found: &[Range<usize>], read: &[ClausePiece]) -> Option<WholeAsked> {
    let restricts =
        |piece: &ClausePiece| matches!(piece.low.as_str(), "in" | "among" | "across" | "of" | "в" | "среди");
    let named = bare(&read[found.first()?.clone()]);
    let end = named.iter().position(restricts).unwrap_or(named.len());
    let (kind, about) = named.split_at(end);
    // "The largest section of the harbour" asks of a harbour.
    let of_all = about.is_empty() || about.iter().any(|piece| is_of_many_documents(&piece.low));
    (kind.len() <= 2 && nouns::is_group(&kind.last()?.low) && of_all).then_some(WholeAsked::LargestGroup)
}

/// The latest documents; a captured place must mean documents.
fn latest(found: &[Range<usize>], read: &[ClausePiece]) -> Option<WholeAsked> {
    let documents = |place: &Range<usize>| {
        let own = bare(&read[place.clone()]);
        own.len() <= 2 && own.iter().any(|piece| is_of_many_documents(&piece.low))
    };
    found.iter().all(documents).then_some(WholeAsked::Latest)
}

/// True for a word that can mean all documents: "these data sets", "the posts", "here".
fn is_of_many_documents(low: &str) -> bool {
    let noun = || DocumentNoun { words: Vec::new(), noun: low.to_owned() };
    is_of_documents(low)
        || noun().may_be()
        || matches!(
            low,
            "these" | "this" | "all" | "here" | "collection" | "corpus" | "them" | "этих" | "этом" | "всех" | "них"
        )
}

/// What the most documents name; a second place must mean documents, since it is what is counted.
fn most_named(question: &str, found: &[Range<usize>], read: &[ClausePiece]) -> Option<WholeAsked> {
    let counted = found.get(1).is_none_or(|place| {
        let own = &read[place.clone()];
        own.len() <= 5 && (own.iter().any(|piece| is_of_many_documents(&piece.low)) || own.len() == 1)
    });
    if !counted {
        return None;
    }
    let asked = members(question, &found[..1], read, true)?;
    matches!(&asked, WholeAsked::Members(asked) if asked.about.is_none()).then_some(asked)
}

/// Members of a kind; the first of the captured places is the kind, a second one what the documents are about.
fn members(question: &str, found: &[Range<usize>], read: &[ClausePiece], commonest: bool) -> Option<WholeAsked> {
    let Restricted { kind, about } = parted(question, bare(&read[found.first()?.clone()]))?;
    let is_sign = |piece: &ClausePiece| matches!(piece.sort, PieceSort::Sign(sign) if sign != '-');
    if nouns::is_theme(&kind.last()?.low) || kind.iter().any(is_sign) {
        return None;
    }
    let place = found.get(1).map(|place| bare(&read[place.clone()]));
    let named = place.filter(|place| !place.iter().any(|piece| is_of_documents(&piece.low)));
    let about = about.or_else(|| text(question, named?)).filter(|about| !trimmed::is_of_many(about));
    // A kind that only some of the documents name is a question for a passage.
    if !commonest && about.is_some() {
        return None;
    }
    Some(WholeAsked::Members(MembersAsked { kind: text(question, kind)?, about, commonest }))
}

#[cfg(test)]
mod tests;
