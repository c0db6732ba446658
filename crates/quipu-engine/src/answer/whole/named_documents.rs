//! The documents that a question names: by words of their titles, places and fields.

use quipu_kernel::view::values;
use quipu_language::answer::stems;
use quipu_language::questions::DocumentNoun;

use crate::base::ports::DocumentRow;

/// Fields that name the kind of a document.
const KIND_FIELDS: [&str; 4] = ["type", "kind", "category", "layout"];

/// Documents that a question names.
pub(super) struct NamedDocuments {
    pub(super) rows: Vec<DocumentRow>,
    /// The words that they all have; empty where all documents are meant.
    pub(super) by: Vec<String>,
}

/// The documents of a noun; none where it names no documents here.
pub(super) fn named(rows: Vec<DocumentRow>, noun: &DocumentNoun) -> Option<NamedDocuments> {
    let (words, all) = noun.narrowed();
    if words.is_empty() {
        return Some(NamedDocuments { rows, by: Vec::new() });
    }
    let by: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    // A noun of a kind alone means all documents, unless some are set apart as such: its word in a title is chance.
    let own = if all { set_apart(&rows, &by.join(" ")) } else { with_words(&rows, &by.join(" ")) };
    // Words that all documents have tell none apart, and a kind that most are of is all of them.
    if own.len() == rows.len() || all && own.len() * 2 > rows.len() {
        return Some(NamedDocuments { rows, by: Vec::new() });
    }
    match own.is_empty() {
        false => Some(NamedDocuments { rows: own, by }),
        true if all => Some(NamedDocuments { rows, by: Vec::new() }),
        true => None,
    }
}

/// The documents whose titles, places and fields have all words of a text, in any form.
pub(super) fn with_words(rows: &[DocumentRow], text: &str) -> Vec<DocumentRow> {
    let wanted = stems(text);
    let has = |row: &&DocumentRow| {
        let said = stems(&described(row));
        wanted.iter().all(|word| said.contains(word))
    };
    rows.iter().filter(has).cloned().collect()
}

/// The documents in folders of a kind, or with its name in a field for kinds.
fn set_apart(rows: &[DocumentRow], kind: &str) -> Vec<DocumentRow> {
    let wanted = stems(kind);
    let is = |text: &str| wanted.iter().all(|word| stems(&text.replace('_', " ")).contains(word));
    let has = |row: &&DocumentRow| {
        let folders = row.source.path.rsplit_once('/').map_or("", |(folders, _)| folders);
        let fields = KIND_FIELDS.iter().filter_map(|field| row.metadata.get(*field)?.as_str());
        folders.split('/').chain(fields).any(is)
    };
    rows.iter().filter(has).cloned().collect()
}

/// The title, the place and the fields of a document, as a text.
fn described(row: &DocumentRow) -> String {
    let said = values(&row.described()).into_iter().filter(|(field, _)| field != "links");
    let texts = said.filter_map(|(_, value)| value.as_str().map(str::to_owned));
    // An address of the web has words that describe nothing.
    let texts = texts.filter(|text| !text.contains("://"));
    texts.collect::<Vec<_>>().join(" ").replace(['_', '/'], " ")
}
