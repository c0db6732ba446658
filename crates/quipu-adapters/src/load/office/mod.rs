//! The loader of office documents: Word, PowerPoint and Excel, in current (OOXML) and old formats,
//! OpenDocument, and letters of Outlook.
//!
//! `office_oxide` reads documents; before, `mend` rewrites content that it would lose, and counts the words; `text`
//! writes the result as Markdown, which is checked against the count. The content decides the kind of a
//! file: the main part of a program in the archive, or the streams of the old compound file.

mod archive;
mod compound;
mod formula;
mod grid;
mod links;
mod mend;
mod message;
mod numbers;
mod numerals;
mod open;
mod prose;
mod sheets;
mod shown;
mod text;
mod xml;

use std::io::Cursor;

use office_oxide::{Document, DocumentFormat, OfficeError, options::ParseOptions};
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};

use super::marks;
use super::said::letters;
use super::written::{Written, one_line};
use super::zipped::names;
use compound::{COMPOUND, Compound};

/// Parts of an archive, and the formats with them.
const PARTS: [(&str, DocumentFormat); 3] =
    [("word/", DocumentFormat::Docx), ("ppt/", DocumentFormat::Pptx), ("xl/", DocumentFormat::Xlsx)];

/// Parts of unsupported archives, and the names of their formats.
const OTHERS: [(&str, &str); 6] = [
    ("visio/", "a Visio drawing"),
    ("Index/Document.iwa", "an Apple iWork document (Pages, Numbers or Keynote)"),
    ("Index.zip", "an Apple iWork document (Pages, Numbers or Keynote)"),
    ("FixedDocSeq.fdseq", "an XPS document"),
    ("FixedDocumentSequence.fdseq", "an XPS document"),
    ("Contents/section0.xml", "a Hangul (HWPX) document"),
];

/// Reads DOCX, PPTX and XLSX, DOC, PPT and XLS, ODT, ODS and ODP, and MSG.
#[derive(Debug, Clone, Copy, Default)]
pub struct Office;

impl Loader for Office {
    fn name(&self) -> &'static str {
        "office"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        input.bytes.starts_with(b"PK\x03\x04") || input.bytes.starts_with(COMPOUND)
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        if input.bytes.starts_with(COMPOUND) {
            return match compound::kind(input.bytes)? {
                Compound::Document(format) => document(input, format),
                Compound::Message(streams) => message::read(input, streams),
            };
        }
        if open::is_open(input.bytes) {
            return open::document(input);
        }
        document(input, format_of(input.bytes)?)
    }
}

fn format_of(bytes: &[u8]) -> Result<DocumentFormat, LoadError> {
    let names = names(bytes)?;
    let has = |part: &str| names.iter().any(|name| name.starts_with(part));
    let found = PARTS.into_iter().find(|(part, _)| has(part)).map(|(_, format)| format);
    let other = || OTHERS.into_iter().find(|(part, _)| has(part)).map_or("a ZIP archive", |(_, what)| what);
    found.ok_or_else(|| LoadError::Binary { found: other().to_owned() })
}

/// Reads a document of Word, PowerPoint or Excel.
fn document(input: &Input<'_>, format: DocumentFormat) -> Result<Loaded, LoadError> {
    let mut options = ParseOptions::default();
    // An option that cannot be set keeps its own bound, and the process has one too.
    let _ = options.set_option("max_text_chars", (input.max_text as u64).saturating_mul(2));
    let open = |bytes: &[u8]| Document::from_reader_with(Cursor::new(bytes.to_vec()), format, &options);
    let mended = mend::mend(input.bytes, format);
    let document = open(&mended.bytes).or_else(|_| open(input.bytes)).map_err(|error| refused(&error))?;
    let read = document.to_ir();
    let mut written = Written::new(input.max_text);
    let outcome = text::write(&mut written, &read);
    if let Some(said) = mended.said {
        let read = letters(written.text()) + outcome.left_out;
        written = said.held(written, read);
    }
    let lost: Vec<String> =
        document.damage().iter().filter(|damage| damage.is_loss()).map(ToString::to_string).collect();
    written.note((!lost.is_empty()).then(|| format!("not all could be read: {}", lost.join("; "))));
    let hidden = outcome.hidden.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(", ");
    written.note((!hidden.is_empty()).then(|| format!("hidden sheets are not read: {hidden}")));
    let mut fields = fields(&read.metadata);
    if !outcome.remarks.is_empty() {
        fields.insert("comments".to_owned(), outcome.remarks.into());
    }
    Ok(written.finish(input.path, document.format().mime_type(), Format::Markdown, fields)?.into())
}

fn refused(error: &OfficeError) -> LoadError {
    let reason = error.to_string();
    match error {
        OfficeError::Panic(_) => LoadError::Crashed { reason },
        _ if reason.contains("password") || reason.contains("encrypted") => LoadError::Locked,
        _ => LoadError::Damaged { reason },
    }
}

/// The metadata of the file.
fn fields(said: &office_oxide::ir::Metadata) -> Metadata {
    // A title may come from the first heading, which is marked.
    let title = said.title.as_deref().map(marks::bare);
    let texts = [
        ("title", &title),
        ("author", &said.author),
        ("created", &said.created),
        ("updated", &said.modified),
        ("subject", &said.subject),
        ("description", &said.description),
    ];
    let texts = texts.into_iter().filter_map(|(field, text)| Some((field, text.as_deref()?.trim())));
    let mut fields: Metadata =
        texts.filter(|(_, text)| !text.is_empty()).map(|(field, text)| (field.to_owned(), text.into())).collect();
    if !said.keywords.is_empty() {
        fields.insert("keywords".to_owned(), said.keywords.clone().into());
    }
    fields
}

#[cfg(test)]
mod tests;
