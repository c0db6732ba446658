//! The pages of a thing: those whose title is one of its names, with what its title says behind a colon; an index page
//! of a folder of its name, with the pages below.

use quipu_kernel::text::{fold_name, is_nominative_of, is_stop_word};
use quipu_language::answer::stems;

use crate::base::ports::DocumentRow;

/// The names of files that stand for their folder.
const INDEX: &[&str] = &["index", "_index", "readme", "home", "overview"];
/// Signs behind a name in a title, after which the title says which page of it this is.
const BEHIND: &[&str] = &[": ", " – ", " — ", " - ", " | ", " / "];
/// Most pages of a thing.
const MOST: usize = 12;

/// The pages of a thing.
#[derive(Debug, Default)]
pub(super) struct ThingPages {
    /// Its own pages, the one with its very name first.
    pub(super) own: Vec<DocumentRow>,
    /// Pages in the folder of which its page is the index.
    pub(super) below: Vec<DocumentRow>,
}

/// A name, to be found in titles in any of its cases.
struct TitleName {
    folded: String,
    key: Vec<String>,
}

impl TitleName {
    fn of(name: &str) -> Self {
        Self { folded: fold_name(name), key: key(name) }
    }

    /// True if a text is this name; the stems of a Russian word may differ between its cases.
    fn is(&self, text: &str) -> bool {
        self.key == key(text) || is_nominative_of(&fold_name(text), &self.folded)
    }
}

/// The pages of a thing with these names.
pub(super) fn pages(rows: &[DocumentRow], names: &[String]) -> ThingPages {
    let names: Vec<TitleName> =
        names.iter().map(|name| TitleName::of(name)).filter(|name| !name.key.is_empty()).collect();
    let mut found: Vec<(u8, &DocumentRow)> = rows.iter().filter_map(|row| Some((rank(row, &names)?, row))).collect();
    found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.id.cmp(&b.1.id)));
    // A file of the name is no page of it where titles are.
    let best = found.first().map_or(0, |(rank, _)| *rank);
    found.retain(|(rank, _)| *rank < FILE || *rank == best);
    // Of several titles that only have the name in them none is sure.
    if best == AMONG && found.len() > 1 {
        found.clear();
    }
    let own: Vec<DocumentRow> = found.into_iter().map(|(_, row)| row.clone()).take(MOST).collect();
    let below = own.first().map_or_else(Vec::new, |first| below(rows, first, &own));
    ThingPages { own, below }
}

/// The rank of a page whose file alone has the name, and of one whose title has it among few other words.
const FILE: u8 = 2;
const AMONG: u8 = 3;
/// Most words of such a title beside the name.
const BESIDE: usize = 2;

/// How a page is one of the names: by its title, by the beginning of its title, by its file.
fn rank(row: &DocumentRow, names: &[TitleName]) -> Option<u8> {
    let is = |text: &str| names.iter().any(|name| name.is(text));
    let title = row.title.trim();
    let bare = title.find(" (").map_or(title, |at| &title[..at]);
    let begin = BEHIND.iter().filter_map(|sign| title.find(sign)).min().map(|at| &title[..at]);
    match () {
        () if is(title) || is(bare) => Some(0),
        () if begin.is_some_and(is) => Some(1),
        () if is(&file_name(row)) => Some(FILE),
        () if names.iter().any(|name| is_among(&name.key, title)) => Some(AMONG),
        () => None,
    }
}

/// True if a title has a name of several words among few other ones.
fn is_among(name: &[String], title: &str) -> bool {
    let said = key(title);
    let run = said.windows(name.len().max(1)).any(|run| run == name);
    name.len() > 1 && run && said.len() <= name.len() + BESIDE
}

/// What a title says behind the name: the part of the thing that a page is about.
pub(super) fn behind_name(title: &str) -> Option<&str> {
    let sign = BEHIND.iter().filter_map(|sign| Some((title.find(sign)?, sign.len()))).min();
    sign.map(|(at, length)| title[at + length..].trim()).filter(|rest| !rest.is_empty())
}

/// The part of a title that is a name, as the title writes it.
pub(super) fn shown_name<'t>(title: &'t str, name: &str) -> Option<&'t str> {
    let name = TitleName::of(name);
    let ends = BEHIND.iter().chain(&[" ("]).filter_map(|sign| title.find(sign));
    ends.map(|at| &title[..at]).chain([title]).find(|part| name.is(part))
}

/// The stems of a name's words with content; all of them where it has only small ones.
fn key(name: &str) -> Vec<String> {
    let folded = fold_name(name);
    let own: Vec<&str> = folded.split(' ').filter(|word| !is_stop_word(word)).collect();
    if own.is_empty() { stems(&folded) } else { stems(&own.join(" ")) }
}

/// The name of a document's file without its ending; that of its folder, where the file is its index.
fn file_name(row: &DocumentRow) -> String {
    let parts: Vec<&str> = row.source.path.split('/').collect();
    let stem = |file: &str| file.split('.').next().unwrap_or_default().to_lowercase();
    let file = parts.last().map(|file| stem(file)).unwrap_or_default();
    let name =
        if INDEX.contains(&file.as_str()) { parts.iter().rev().nth(1).copied().unwrap_or_default() } else { &file };
    name.replace(['_', '-'], " ")
}

/// The pages in the folder of an index page, and the index pages of the folders in it.
fn below(rows: &[DocumentRow], page: &DocumentRow, own: &[DocumentRow]) -> Vec<DocumentRow> {
    let Some((folder, file)) = page.source.path.rsplit_once('/') else { return Vec::new() };
    let is_index = |file: &str| INDEX.contains(&file.split('.').next().unwrap_or_default().to_lowercase().as_str());
    // A folder whose only root page this is holds all documents, and not those of one thing.
    if !is_index(file) || !folder.contains('/') {
        return Vec::new();
    }
    let stands_below = |row: &&DocumentRow| {
        let rest = row.source.path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
        rest.is_some_and(|rest| match rest.split_once('/') {
            None => true,
            Some((_, deeper)) => is_index(deeper),
        }) && !own.iter().any(|known| known.key == row.key)
    };
    let mut found: Vec<DocumentRow> = rows.iter().filter(stands_below).cloned().collect();
    found.sort_by(|a, b| a.source.path.cmp(&b.source.path));
    found
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::{ByHand, Format, Key, Metadata, SourceFile};

    use super::*;

    fn row(path: &str, title: &str) -> DocumentRow {
        DocumentRow {
            key: Key::document(path),
            id: path.into(),
            source: SourceFile { path: path.into(), ..SourceFile::default() },
            title: title.into(),
            metadata: Metadata::new(),
            language: "en".into(),
            format: Format::Markdown,
            partial: None,
            by_hand: ByHand::default(),
            text: Key::text(path),
            rules: String::new(),
            title_names: Vec::new(),
            title_links: Vec::new(),
        }
    }

    fn found(rows: &[DocumentRow], name: &str) -> (Vec<String>, Vec<String>) {
        let ids = |rows: Vec<DocumentRow>| rows.into_iter().map(|row| row.id).collect();
        let ThingPages { own, below } = pages(rows, &[name.to_owned()]);
        (ids(own), ids(below))
    }

    #[test]
    fn a_page_is_known_by_its_title_or_its_place() {
        let rows = [
            row("d/port/locks/_index.md", "The old locks"),
            row("d/port/locks/gates.md", "Gates"),
            row("d/port/tide-gauge.md", "Brass float"),
            row("d/mill.md", "Mill: wheels"),
            row("d/mill2.md", "Mill (1870)"),
            row("d/light.md", "Маяк"),
            row("d/ferry.md", "Паром"),
        ];
        assert_eq!(
            found(&rows, "locks"),
            (vec!["d/port/locks/_index.md".into()], vec!["d/port/locks/gates.md".into()])
        );
        assert_eq!(found(&rows, "Tide gauge"), (vec!["d/port/tide-gauge.md".into()], vec![]));
        assert_eq!(found(&rows, "mill"), (vec!["d/mill2.md".into(), "d/mill.md".into()], vec![]));
        assert_eq!(found(&rows, "маяках"), (vec!["d/light.md".into()], vec![]));
        assert_eq!(found(&rows, "пароме"), (vec!["d/ferry.md".into()], vec![]));
        assert_eq!(found(&rows, "oak"), (vec![], vec![]));
        assert_eq!(behind_name("Mill: wheels"), Some("wheels"));
        assert_eq!((shown_name("Mill: wheels", "mills"), shown_name("Brass float", "mill")), (Some("Mill"), None));
    }
}
