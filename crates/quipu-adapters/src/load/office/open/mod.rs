//! Documents of OpenDocument: texts (`.odt`), sheets (`.ods`) and slides (`.odp`), as LibreOffice and others write them.
//!
//! The omissions are those of Microsoft Office documents: running heads, contents pages, hidden text and
//! sheets, and deletions of tracked changes are left out.

mod blocks;
mod inline;
mod numbered;
mod sheet;
mod styles;

use quipu_engine::ports::{Input, LoadError, Loaded};
use quipu_kernel::model::{Format, Metadata};
use rustc_hash::FxHashMap;

use super::archive::Archive;
use super::xml::{Tag, read};
use crate::load::written::{Written, one_line};
use blocks::Story;
use styles::Styles;

/// The start of the archive of such a document: its first entry names its type.
const MARK: &[u8] = b"mimetypeapplication/vnd.oasis.opendocument.";
const MARK_AT: usize = 30;

/// True if bytes begin such a document.
pub(super) fn is_open(bytes: &[u8]) -> bool {
    bytes.get(MARK_AT..).is_some_and(|rest| rest.starts_with(MARK))
}

/// Reads a document.
///
/// # Errors
/// When it is locked, broken, or a drawing, a formula or another kind that holds no text.
pub(super) fn document(input: &Input<'_>) -> Result<Loaded, LoadError> {
    let damaged = |reason: &str| LoadError::Damaged { reason: reason.to_owned() };
    let mut archive = Archive::open(input.bytes).ok_or_else(|| damaged("its archive cannot be opened"))?;
    if archive.text("META-INF/manifest.xml").is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(LoadError::Locked);
    }
    let content = archive.text("content.xml").ok_or_else(|| damaged("its content.xml cannot be read"))?;
    let content = read(&content).ok_or_else(|| damaged("its content.xml is broken"))?;
    let shared = archive.text("styles.xml").and_then(|text| read(&text)).unwrap_or_default();
    let body = content.tag("body").and_then(|body| body.tags().next()).ok_or_else(|| damaged("it has no body"))?;
    let styles = Styles::read(&[&shared, &content]);
    let mut story = Story::new(Written::new(input.max_text), &styles);
    story.formulas = formulas(&mut archive);
    let kind = match body.name.as_str() {
        "text" => {
            story.blocks(body);
            "text"
        }
        "spreadsheet" => {
            story.sheets(body);
            "spreadsheet"
        }
        "presentation" => {
            story.slides(body);
            "presentation"
        }
        other => return Err(LoadError::Binary { found: format!("an OpenDocument {}", one_line(other)) }),
    };
    let mut fields =
        archive.text("meta.xml").and_then(|text| read(&text)).map(|meta| fields(&meta)).unwrap_or_default();
    let (written, remarks) = story.finish();
    if !remarks.is_empty() {
        fields.insert("comments".to_owned(), remarks.into());
    }
    let mime = format!("application/vnd.oasis.opendocument.{kind}");
    Ok(written.finish(input.path, &mime, Format::Markdown, fields)?.into())
}

/// The formulas that stand in objects of a document, in the words in which they were written.
fn formulas(archive: &mut Archive<'_>) -> FxHashMap<String, String> {
    let names = archive.names();
    let objects = names.iter().filter_map(|name| name.strip_suffix("/content.xml"));
    let found = objects.filter_map(|object| {
        let text = archive.text(&format!("{object}/content.xml")).filter(|text| text.contains("annotation"))?;
        let words = one_line(&read(&text)?.words_of("annotation"));
        (!words.is_empty()).then(|| (object.to_owned(), words))
    });
    found.collect()
}

/// The metadata of the file.
fn fields(meta: &Tag) -> Metadata {
    let mut fields = Metadata::new();
    let Some(said) = meta.tag("meta") else { return fields };
    let names = [
        ("title", "title"),
        ("author", "initial-creator"),
        ("author", "creator"),
        ("subject", "subject"),
        ("description", "description"),
        ("created", "creation-date"),
        ("updated", "date"),
    ];
    for (field, name) in names {
        let words = said.tag(name).map(|tag| one_line(&tag.words_of(name))).unwrap_or_default();
        if !words.is_empty() && !fields.contains_key(field) {
            fields.insert(field.to_owned(), words.into());
        }
    }
    let keywords: Vec<String> =
        said.tags().filter(|tag| tag.name == "keyword").map(|tag| one_line(&tag.words_of("keyword"))).collect();
    if !keywords.is_empty() {
        fields.insert("keywords".to_owned(), keywords.into());
    }
    fields
}
