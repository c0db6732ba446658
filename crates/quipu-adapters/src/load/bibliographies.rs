//! The loader of bibliographies: each entry of BibTeX, RIS or CSL JSON is a document with the title, the people and the
//! abstract of its paper, and the paper's fields as metadata. Keys, dates of programs and paths of files are no text.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Parsed, Reach};
use quipu_kernel::model::Format;
use quipu_kernel::text::char_start;
use quipu_papers::described::{fields, text_with_place};
use quipu_papers::{Paper, bib};

use super::decode::cut_at;
use super::is_text;

/// Size of the beginning that tells a bibliography.
const BEGINNING: usize = 64 << 10;

/// Reads BibTeX, RIS and CSL JSON.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bibliographies;

impl Loader for Bibliographies {
    fn name(&self) -> &'static str {
        "bibliographies"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        mime(input).is_some() && is_text(input)
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let unreadable = |reason: String| LoadError::Unreadable { reason };
        let mime = mime(input).unwrap_or_default();
        let read = bib::read(input.bytes, input.path).map_err(|error| unreadable(error.to_string()))?;
        let names = bib::names(&read.papers);
        let mut loaded = Loaded::default();
        for (paper, name) in read.papers.iter().zip(&names) {
            loaded.documents.push(document(paper, name, mime, input.max_text));
        }
        // What is said of an entry that became a document costs none of it.
        let stands = |told: &str| {
            told.split_once(": ")
                .is_some_and(|(key, _)| read.papers.iter().any(|paper| paper.key.as_deref() == Some(key)))
        };
        for trouble in read.troubles.iter().filter(|trouble| !stands(&trouble.told)) {
            if let Some(line) = trouble.line {
                loaded.skipped.push((format!("line {line}"), unreadable(trouble.told.clone())));
            }
        }
        if loaded.documents.is_empty() && loaded.skipped.is_empty() {
            return Err(LoadError::Empty);
        }
        Ok(loaded)
    }
}

fn mime(input: &Input<'_>) -> Option<&'static str> {
    let beginning = String::from_utf8_lossy(&input.bytes[..input.bytes.len().min(BEGINNING)]);
    bib::mime(beginning.trim_start_matches('\u{feff}'), input.path)
}

fn document(paper: &Paper, name: &str, mime: &str, most: usize) -> Parsed {
    let mut text = text_with_place(paper);
    let partial = (text.len() > most).then(|| cut_at(most));
    text.truncate(char_start(&text, most));
    let mut metadata = fields(paper);
    metadata.extend(paper.key.as_ref().map(|key| ("key".to_owned(), key.as_str().into())));
    let title = Some(bib::shown(&paper.title)).filter(|title| !title.is_empty());
    Parsed {
        text,
        title,
        metadata,
        partial,
        within: Some(name.to_owned()),
        mime: mime.to_owned(),
        format: Format::Markdown,
        ..Parsed::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(path: &str, text: &str) -> Loaded {
        let input = Input::whole(path, text.as_bytes(), 1 << 20);
        assert!(Bibliographies.accepts(&input), "{path}");
        Bibliographies.parse(&input).expect("it is a bibliography")
    }

    #[test]
    fn each_entry_is_a_document_without_marks_of_its_format() {
        let bib = "@article{dup,\n  author = {Berg, Ann},\n  title = {Between the {{Tide}} and $\\alpha$},\n  \
                   timestamp = {2015-02-24 12:14:36 +0100}, journaltitle = {Water}, year = 2009}\n\
                   @article{dup, title = {Gates of the south}, author = {Lind, Otto}}\n";
        let loaded = load("a/lib.bib", bib);
        let named: Vec<_> =
            loaded.documents.iter().map(|parsed| parsed.within.as_deref().unwrap_or_default()).collect();
        assert_eq!(named, ["dup", "dup:2"]);
        let first = &loaded.documents[0];
        assert_eq!(first.text, "# Between the Tide and α\n\nAnn Berg\n\nWater, 2009\n");
        assert_eq!((first.title.as_deref(), &first.metadata["year"]), (Some("Between the Tide and α"), &2009.into()));
        assert!(loaded.skipped.is_empty(), "{:?}", loaded.skipped);
        let lost = load("a/lib.bib", "@article{one, title = {Tides}}\n@article{two, title = {Gates}\n");
        assert_eq!((lost.documents.len(), lost.skipped.len()), (1, 1));
    }

    #[test]
    fn ris_and_csl_are_told_from_other_files() {
        assert_eq!(load("a/lib.ris", "TY  - JOUR\nTI  - Tides\nAU  - Berg, Ann\nER  - \n").documents.len(), 1);
        let csl = r#"[{"id": "a", "type": "article-journal", "title": "Tides", "issued": {"date-parts": [[2003]]}}]"#;
        assert_eq!(load("a/lib.json", csl).documents.len(), 1);
        for (path, text) in [
            ("a/data.json", r#"[{"type": "buoy", "title": "North"}]"#),
            ("a/notes.bib", "Notes on bibliographies.\n"),
            ("a/notes.md", "@article{a, title={Tides}}\n"),
            ("a/style.csl", "<style xmlns=\"http://purl.org/net/xbiblio/csl\"/>"),
        ] {
            assert!(!Bibliographies.accepts(&Input::whole(path, text.as_bytes(), 1 << 20)), "{path}");
        }
    }
}
