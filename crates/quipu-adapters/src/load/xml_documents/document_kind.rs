//! The choice between a document and data in XML: a document has words in paragraphs and headings, data in fields.

use super::roles::{XmlRole, is_data_root, is_document_root, role};
use super::xml_tree::{XmlElement, XmlInside};

/// Words of an element without a known name from which on it is a paragraph.
pub(super) const WORDS: usize = 6;
/// Percent of the words that stand in paragraphs and headings of a document.
const PROSE: usize = 50;

/// True if a tree is that of a document.
pub(super) fn is_document(root: &XmlElement) -> bool {
    if is_data_root(&root.name) {
        return false;
    }
    let mut words = XmlWords::default();
    words.count(root, false);
    match is_document_root(&root.name) {
        true => words.all > 0,
        false => words.is_marked && words.prose > 0 && words.prose * 100 >= words.all * PROSE,
    }
}

/// The words of a tree.
#[derive(Default)]
struct XmlWords {
    all: usize,
    /// Number of words in paragraphs and headings.
    prose: usize,
    /// True if there is a paragraph or heading by its name, or words beside elements.
    is_marked: bool,
}

impl XmlWords {
    fn count(&mut self, element: &XmlElement, within: bool) {
        let role = role(&element.name);
        if role == XmlRole::Left {
            return;
        }
        let named = matches!(
            role,
            XmlRole::Heading | XmlRole::Paragraph | XmlRole::Code | XmlRole::Lines | XmlRole::Point | XmlRole::Number
        );
        let own: usize = element.inside.iter().map(own_words).sum();
        let is_mixed = element.has_words && element.elements().next().is_some();
        let within = within || named || is_mixed || own >= WORDS;
        self.is_marked |= is_mixed || matches!(role, XmlRole::Heading | XmlRole::Paragraph);
        self.all += own;
        self.prose += if within { own } else { 0 };
        element.elements().for_each(|element| self.count(element, within));
    }
}

fn own_words(piece: &XmlInside) -> usize {
    match piece {
        XmlInside::Words(text) => text.split_whitespace().count(),
        XmlInside::Element(_) | XmlInside::Blank => 0,
    }
}
