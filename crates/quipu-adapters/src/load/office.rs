//! The loader of office documents: Word, PowerPoint and Excel, of today (OOXML) and of old.
//!
//! `office_oxide` reads them; `office_text` writes what it read as Markdown. Which of them a file is,
//! its content says: a program's part in the archive, or the compound file of old.

use std::io::Cursor;

use memchr::memmem::find;
use office_oxide::{Document, DocumentFormat, OfficeError, options::ParseOptions};
use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};

use super::office_text::write;
use super::written::Written;
use super::zipped::names;

/// The compound file of old office documents, and of locked ones of today.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// The stream of a compound file that holds a locked document, in UTF-16.
const LOCKED: &[u8] = b"E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0";
/// Parts of an archive, and what has them.
const PARTS: [(&str, DocumentFormat); 3] =
    [("word/", DocumentFormat::Docx), ("ppt/", DocumentFormat::Pptx), ("xl/", DocumentFormat::Xlsx)];

/// Reads DOCX, PPTX and XLSX, DOC, PPT and XLS.
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
        let format = format_of(input.bytes)?;
        let mut options = ParseOptions::default();
        // What cannot be set keeps its own bound, and the process has one too.
        let _ = options.set_option("max_text_chars", (input.max_text as u64).saturating_mul(2));
        let opened = Document::from_reader_with(Cursor::new(input.bytes.to_vec()), format, &options);
        let document = opened.map_err(|error| refused(&error))?;
        let read = document.to_ir();
        let mut written = Written::new(input.max_text);
        let remarks = write(&mut written, &read);
        let lost: Vec<String> =
            document.damage().iter().filter(|damage| damage.is_loss()).map(ToString::to_string).collect();
        written.note((!lost.is_empty()).then(|| format!("not all could be read: {}", lost.join("; "))));
        let format = document.format();
        let mut fields = fields(&read.metadata);
        if !remarks.is_empty() {
            fields.insert("comments".to_owned(), remarks.into());
        }
        Ok(written.finish(input.path, format.mime_type(), Format::Markdown, fields)?.into())
    }
}

fn format_of(bytes: &[u8]) -> Result<DocumentFormat, LoadError> {
    if bytes.starts_with(COMPOUND) {
        // Which one it is, the reader finds by its streams.
        return if find(bytes, LOCKED).is_some() { Err(LoadError::Locked) } else { Ok(DocumentFormat::Doc) };
    }
    let names = names(bytes)?;
    let has = |part: &str| names.iter().any(|name| name.starts_with(part));
    let found = PARTS.into_iter().find(|(part, _)| has(part)).map(|(_, format)| format);
    found.ok_or_else(|| LoadError::Binary { found: "a ZIP archive".to_owned() })
}

fn refused(error: &OfficeError) -> LoadError {
    let reason = error.to_string();
    match error {
        OfficeError::Panic(_) => LoadError::Crashed { reason },
        _ if reason.contains("password") || reason.contains("encrypted") => LoadError::Locked,
        _ => LoadError::Damaged { reason },
    }
}

/// What the file says about itself.
fn fields(said: &office_oxide::ir::Metadata) -> Metadata {
    let texts = [
        ("title", &said.title),
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
