//! The row that a store keeps of a document, and the key of its text.

use quipu_kernel::model::{ByHand, Document, Format, Key};

use crate::base::ports::DocumentRow;

/// The row of a document, without the names in its title: those are found when it is written.
pub(crate) fn row_of(document: &Document, recipe: &str, rules: &str) -> DocumentRow {
    DocumentRow {
        key: document.key(),
        id: document.id.clone(),
        source: document.source.clone(),
        title: document.title.clone(),
        metadata: document.metadata.clone(),
        language: document.language.clone(),
        format: document.format,
        partial: document.partial.clone(),
        by_hand: ByHand::default(),
        text: text_key(document, recipe),
        rules: rules.to_owned(),
        title_names: Vec::new(),
        title_links: Vec::new(),
    }
}

/// True if a store's row equals a new row, names in the title aside.
pub(crate) fn same(stored: &DocumentRow, new: &DocumentRow) -> bool {
    stored.key == new.key
        && stored.text == new.text
        && stored.id == new.id
        && stored.source == new.source
        && stored.title == new.title
        && stored.metadata == new.metadata
        && stored.language == new.language
        && stored.format == new.format
        && stored.partial == new.partial
        && stored.by_hand == new.by_hand
        && stored.rules == new.rules
}

/// Two documents share a body when they would be cut into the same chunks: equal text, marked up
/// alike, on the same pages, in one language, by one recipe; then their facts are equal, too.
fn text_key(document: &Document, recipe: &str) -> Key {
    let format: &[u8] = match document.format {
        Format::Plain => b"plain",
        Format::Markdown => b"markdown",
    };
    let pages: Vec<u8> = document.pages.iter().flat_map(|start| start.to_le_bytes()).collect();
    Key::of("text", &[document.text.as_bytes(), format, document.language.as_bytes(), recipe.as_bytes(), &pages])
}
