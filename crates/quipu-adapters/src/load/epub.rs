//! The loader of EPUB books: chapters in the order of their spine, each read as a page is.

use std::io::Cursor;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};
use rbook::Epub;

use super::html::{self, Scope};
use super::written::Written;

/// How the archive of a book begins: its first part says what it is.
const MARK: &[u8] = b"mimetypeapplication/epub+zip";
const MARK_AT: usize = 30;

/// Reads `.epub`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Books;

impl Loader for Books {
    fn name(&self) -> &'static str {
        "epub"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let marked = input.bytes.get(MARK_AT..).is_some_and(|rest| rest.starts_with(MARK));
        input.bytes.starts_with(b"PK\x03\x04") && (marked || super::extension(input.path) == "epub")
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let damaged = |reason: String| LoadError::Damaged { reason };
        let opened = Epub::options().strict(false).read(Cursor::new(input.bytes.to_vec()));
        let book = opened.map_err(|error| damaged(error.to_string()))?;
        let mut written = Written::new(input.max_text);
        let mut reader = book.reader();
        if reader.is_empty() {
            return Err(damaged("it does not say which chapters it has, and in which order".to_owned()));
        }
        let mut lost = 0;
        while let Some(chapter) = reader.read_next() {
            match chapter {
                Ok(chapter) => {
                    html::write(&mut written, chapter.content(), Scope::Chapter);
                }
                Err(_) => lost += 1,
            }
            if written.is_full() {
                break;
            }
        }
        written.note((lost > 0).then(|| format!("{lost} chapters could not be read")));
        Ok(written.finish(input.path, "application/epub+zip", Format::Markdown, fields(&book))?.into())
    }
}

fn fields(book: &Epub) -> Metadata {
    let said = book.metadata();
    let mut fields = Metadata::new();
    let mut put = |field: &str, value: Option<String>| {
        if let Some(value) = value.filter(|value| !value.trim().is_empty()) {
            fields.insert(field.to_owned(), value.into());
        }
    };
    put("title", said.title().map(|title| title.value().to_owned()));
    put("lang", said.language().map(|language| language.value().to_owned()));
    put("publisher", said.publishers().next().map(|publisher| publisher.value().to_owned()));
    let authors: Vec<String> = said.creators().map(|creator| creator.value().to_owned()).collect();
    if !authors.is_empty() {
        fields.insert("authors".to_owned(), authors.into());
    }
    fields
}
