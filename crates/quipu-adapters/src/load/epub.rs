//! The loader of EPUB books: chapters in the order of their spine, each read as a page is.
//!
//! Links from one chapter to another lead nowhere outside of the book, so their words alone are read.

use std::io::Cursor;

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};
use rbook::Epub;

use super::html::{self, Scope};
use super::written::Written;

/// The start of a book's archive: its first entry names its type.
const MARK: &[u8] = b"mimetypeapplication/epub+zip";
const MARK_AT: usize = 30;

/// A book with more than one wordless chapter in this number gets a note.
const PICTURES: usize = 3;

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
        let (mut lost, mut silent, mut read) = (0usize, 0usize, 0usize);
        while let Some(chapter) = reader.read_next() {
            match chapter {
                Ok(chapter) => {
                    let page = html::write_page(&mut written, chapter.content(), Scope::Chapter);
                    read += 1;
                    silent += usize::from(!page.said);
                }
                Err(_) => lost += 1,
            }
            if written.is_full() {
                break;
            }
        }
        written.note((lost > 0).then(|| format!("{lost} chapters could not be read")));
        // A cover and a title page are seldom more than pictures; a book of them was scanned or drawn.
        let pictures = silent * PICTURES > read;
        written.note(pictures.then(|| format!("{silent} of {read} chapters hold no words, only pictures or nothing")));
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

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use quipu_engine::ports::Parsed;

    use super::*;

    fn read(bytes: &[u8]) -> Parsed {
        let mut loaded = Books.parse(&Input::whole("a.epub", bytes, 1 << 20)).expect("a book");
        loaded.documents.remove(0)
    }

    #[test]
    fn links_of_a_book_into_itself_are_words() {
        let chapter = |body: &str| {
            format!(
                "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title></head><body>{body}</body></html>"
            )
        };
        let book = |chapters: &[&str]| {
            let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
            let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
            let mut put = |name: &str, text: &str| {
                zip.start_file(name, options).expect("memory takes it");
                zip.write_all(text.as_bytes()).expect("memory takes it");
            };
            put("mimetype", "application/epub+zip");
            put(
                "META-INF/container.xml",
                "<?xml version=\"1.0\"?><container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles>\
                <rootfile full-path=\"o.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>",
            );
            let of = |shape: &dyn Fn(usize) -> String| (0..chapters.len()).map(shape).collect::<String>();
            put(
                "o.opf",
                &format!(
                    "<?xml version=\"1.0\"?><package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"i\">\
                <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>T</dc:title><dc:identifier id=\"i\">x</dc:identifier></metadata>\
                <manifest>{}</manifest><spine>{}</spine></package>",
                    of(&|at| format!("<item id=\"c{at}\" href=\"c{at}.xhtml\" media-type=\"application/xhtml+xml\"/>")),
                    of(&|at| format!("<itemref idref=\"c{at}\"/>"))
                ),
            );
            for (at, body) in chapters.iter().enumerate() {
                put(&format!("c{at}.xhtml"), &chapter(body));
            }
            read(&zip.finish().expect("memory takes it").into_inner())
        };
        let told = book(&[
            "<p>As <a href=\"c1.xhtml#p\">below</a><a href=\"c1.xhtml#n1\"><sup>1</sup></a>, and <a href=\"https://a.b/c\">outside</a>.</p>",
            "<p>Below.</p>",
        ]);
        assert_eq!((told.text.as_str(), told.partial), ("As below[^1], and [outside](https://a.b/c).\n\nBelow.", None));
        let drawn = book(&["<p>Words.</p>", "<img src=\"a.png\"/>", "<img src=\"b.png\"/>"]);
        assert_eq!(drawn.partial.as_deref(), Some("2 of 3 chapters hold no words, only pictures or nothing"));
    }
}
