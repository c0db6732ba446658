//! Links from a page of a wiki to the files of documents, at a line or a page where that is known.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use quipu_adapters::read::Root;
use quipu_engine::wiki::WikiPlace;

use crate::documents::roots::file_of;

/// The largest file whose lines are counted, and the most bytes of files in memory.
const LARGEST: u64 = 1 << 24;
const HELD: usize = 1 << 26;

/// The largest file that is searched for words, and the number of words sought.
const LARGEST_SEARCHED: usize = 1 << 20;
const WORDS: usize = 12;

/// The files of documents.
pub(super) struct SourceLinks {
    roots: Vec<Root>,
    read: HashMap<PathBuf, Rc<[u8]>>,
    held: usize,
}

impl SourceLinks {
    /// Files below these roots.
    pub(super) fn new(roots: Vec<Root>) -> Self {
        Self { roots, read: HashMap::new(), held: 0 }
    }

    /// The address of a place from a folder; none where its file is not there.
    pub(super) fn address(&mut self, from: &Path, place: &WikiPlace) -> Option<String> {
        let file = file_of(&place.source, &self.roots)?;
        let address = relative(from, &file)?;
        let is_pdf = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf"));
        if let Some(page) = place.page.filter(|_| is_pdf) {
            return Some(format!("{address}#page={page}"));
        }
        let line = match place.in_file {
            Some(at) => self.line(&file, at as usize, place.quote.as_bytes()),
            None => self.bytes(&file).and_then(|bytes| line_of_words(&bytes, &place.quote)),
        };
        Some(line.map_or_else(|| address.clone(), |line| format!("{address}#L{line}")))
    }

    /// The line of a byte, from 1, if the quote still stands there.
    fn line(&mut self, file: &Path, at: usize, quote: &[u8]) -> Option<usize> {
        let bytes = self.bytes(file)?;
        if !bytes.get(at..)?.starts_with(quote) {
            return None;
        }
        Some(bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1)
    }

    fn bytes(&mut self, file: &Path) -> Option<Rc<[u8]>> {
        if let Some(known) = self.read.get(file) {
            return Some(known.clone());
        }
        if file.metadata().ok()?.len() > LARGEST {
            return None;
        }
        let bytes: Rc<[u8]> = std::fs::read(file).ok()?.into();
        if self.held + bytes.len() > HELD {
            (self.held, self.read) = (0, HashMap::new());
        }
        self.held += bytes.len();
        self.read.insert(file.to_owned(), bytes.clone());
        Some(bytes)
    }
}

/// The line of a file with the first words of a quote, if they stand at one place: where a text was converted, as from
/// reStructuredText, its words are those of the file and its bytes are not.
fn line_of_words(bytes: &[u8], quote: &str) -> Option<usize> {
    if bytes.len() > LARGEST_SEARCHED {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let sought: Vec<&str> = words(quote).take(WORDS).collect();
    let said: Vec<(usize, &str)> =
        (1..).zip(text.lines()).flat_map(|(line, text)| words(text).map(move |word| (line, word))).collect();
    let stands = |place: &&[(usize, &str)]| place.iter().map(|(_, word)| *word).eq(sought.iter().copied());
    let mut places = said.windows(sought.len().max(1)).filter(stands);
    let line = places.next()?.first()?.0;
    places.next().is_none().then_some(line)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The path of a file from a folder as the target of a link; an address where they are on different disks.
pub(super) fn relative(from: &Path, to: &Path) -> Option<String> {
    let (mut from, mut to) = (from.components().peekable(), to.components().peekable());
    let mut shared = 0;
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
        shared += 1;
    }
    let rest: PathBuf = to.collect();
    if shared == 0 {
        return Some(format!("file:///{}", encoded(&rest)?));
    }
    let up = "../".repeat(from.filter(|part| matches!(part, Component::Normal(_))).count());
    Some(format!("{up}{}", encoded(&rest)?))
}

/// A path with `/` between its parts, and without signs that end a link.
fn encoded(path: &Path) -> Option<String> {
    let mut out = String::new();
    for byte in path.to_str()?.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            b'\\' if cfg!(windows) => out.push('/'),
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use quipu_engine::wiki::WikiPageKind;

    use super::*;

    #[test]
    fn a_path_leads_from_one_place_to_another() {
        let to = |from: &str, to: &str| relative(Path::new(from), Path::new(to)).unwrap_or_default();
        assert_eq!(to("/n/wiki/things", "/n/notes/a b(1).md"), "../../notes/a%20b%281%29.md");
        assert_eq!(to("/n/wiki", "/n/wiki/things/B.md"), "things/B.md");
        assert_eq!(to("/w", "/n/ё.md"), "../n/%D1%91.md");
    }

    #[test]
    fn the_line_of_a_converted_text_is_found_by_its_words() {
        let text = "Bells\n=====\n\nThe *great*\nbell ``rings``. Bells\nring.\n\nThe end.\n";
        let line = |quote: &str| line_of_words(text.as_bytes(), quote);
        assert_eq!((line("The great bell `rings`."), line("The end."), line("The")), (Some(4), Some(8), None));
        assert_eq!((line("great bells"), line(""), line_of_words(b"\xff the end", "end")), (None, None, None));
    }

    #[test]
    fn a_line_is_named_only_where_the_quote_still_stands() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        std::fs::write(root.join("a.md"), "# A\n\nIt rings.\n").expect("it is written");
        let mut links = SourceLinks::new(vec![Root { name: "n".into(), path: root.clone() }]);
        let place = |source: &str, at: Option<u64>, page: Option<u32>| WikiPlace {
            document: WikiPageKind::Source.key(Default::default()),
            source: source.into(),
            page,
            start: 0,
            in_file: at,
            quote: "It rings.".into(),
        };
        let mut address = |source: &str, at, page| links.address(&root.join("w"), &place(source, at, page));
        assert_eq!(address("n/a.md", Some(5), None).as_deref(), Some("../a.md#L3"));
        assert_eq!(address("n/a.md", Some(4), Some(2)).as_deref(), Some("../a.md"));
        assert_eq!(address("n/a.md", Some(500), None).as_deref(), Some("../a.md"));
        assert_eq!((address("n/b.md", None, None), address("n/../a.md", None, None)), (None, None));
        std::fs::write(root.join("b.PDF"), "").expect("it is written");
        assert_eq!(address("n/b.PDF", None, Some(7)).as_deref(), Some("../b.PDF#page=7"));
    }
}
