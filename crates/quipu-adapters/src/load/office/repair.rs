//! Repair: a modern document is scanned once before the library reads it, part by part.
//!
//! Content that the library would lose or join (`prose`, `sheets`) is rewritten in a form that it keeps; a
//! document without such content is read as it is.

use std::borrow::Cow;

use office_oxide::DocumentFormat;
use rustc_hash::FxHashSet;

use super::archive::Archive;
use super::numbering::{NumberingCount, NumberingStyles};
use super::sheets::{self, CellStyles};
use super::word_text;
use super::xml::{Tag, read};
use crate::load::source_notes::SourceNotes;

/// A document to be read.
pub(super) struct MendedFile<'a> {
    /// Its bytes.
    pub(super) bytes: Cow<'a, [u8]>,
    /// The words of the document; missing where they could not be counted.
    pub(super) said: Option<SourceNotes>,
}

/// Mends a document.
pub(super) fn mend(bytes: &[u8], format: DocumentFormat) -> MendedFile<'_> {
    let found = Archive::open(bytes).map(|mut archive| {
        let mut rewritten = Vec::new();
        let said = match format {
            DocumentFormat::Docx => words(&mut archive, &mut rewritten),
            DocumentFormat::Pptx => slides(&mut archive, &mut rewritten),
            DocumentFormat::Xlsx => workbook(&mut archive, &mut rewritten),
            _ => None,
        };
        let bytes = if rewritten.is_empty() { None } else { archive.with(&rewritten) };
        (bytes, said)
    });
    let (rewritten, said) = found.unwrap_or_default();
    MendedFile { bytes: rewritten.map_or(Cow::Borrowed(bytes), Cow::Owned), said }
}

/// The kind of a part in its name: its file name without digits and extension.
fn sort(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".xml").unwrap_or_default().trim_end_matches(|c: char| c.is_ascii_digit())
}

fn words(archive: &mut Archive<'_>, rewritten: &mut Vec<(String, String)>) -> Option<SourceNotes> {
    let names: Vec<String> = archive.names().into_iter().filter(|name| name.starts_with("word/")).collect();
    let part = |wanted: &str| names.iter().find(|name| sort(name) == wanted);
    let numbering = part("numbering").and_then(|name| archive.text(name));
    let styles = part("styles").and_then(|name| archive.text(name));
    let numbers =
        numbering.and_then(|numbering| NumberingStyles::read(&numbering, styles.as_deref().unwrap_or("<styles/>")));
    let mut all = SourceNotes::default();
    let mut whole = true;
    for wanted in ["document", "footnotes", "endnotes", "comments", "header", "footer"] {
        for name in names.iter().filter(|name| sort(name) == wanted && name.matches('/').count() == 1) {
            let mended =
                archive.text(name).and_then(|text| word_text::mend(&text, numbers.as_ref().map(NumberingCount::new)));
            let Some(mended) = mended else {
                whole = false;
                continue;
            };
            rewritten.extend(mended.xml.map(|xml| (name.clone(), xml)));
            if !matches!(wanted, "header" | "footer") {
                all.letters += mended.said.letters;
                all.words.push_str(&mended.said.words);
            }
        }
    }
    whole.then_some(all)
}

fn slides(archive: &mut Archive<'_>, rewritten: &mut Vec<(String, String)>) -> Option<SourceNotes> {
    let mut all = SourceNotes::default();
    for name in archive.names() {
        let is_slide = sort(&name) == "slide" && name.starts_with("ppt/slides/");
        let is_notes = sort(&name) == "notesSlide" && name.starts_with("ppt/notesSlides/");
        if !is_slide && !is_notes {
            continue;
        }
        let mended = archive.text(&name).and_then(|text| word_text::mend(&text, None))?;
        rewritten.extend(mended.xml.map(|xml| (name.clone(), xml)));
        if is_slide {
            all.letters += mended.said.letters;
            all.words.push_str(&mended.said.words);
        }
    }
    Some(all)
}

fn workbook(archive: &mut Archive<'_>, rewritten: &mut Vec<(String, String)>) -> Option<SourceNotes> {
    let names = archive.names();
    let styles = archive.text("xl/styles.xml").map(|text| CellStyles::read(&text)).unwrap_or_default();
    let mut texts = Vec::new();
    if names.iter().any(|name| name == "xl/sharedStrings.xml") {
        let source = archive.text("xl/sharedStrings.xml")?;
        let shared = sheets::mark(&source, &styles, &[])?;
        rewritten.extend(shared.xml.map(|xml| ("xl/sharedStrings.xml".to_owned(), xml)));
        texts = shared.texts;
    }
    let hidden = hidden(archive);
    let mut said = SourceNotes::default();
    for name in names.iter().filter(|name| name.starts_with("xl/worksheets/") && sort(name) == "sheet") {
        let marked = archive.text(name).and_then(|text| sheets::mark(&text, &styles, &texts))?;
        rewritten.extend(marked.xml.map(|xml| (name.clone(), xml)));
        if !hidden.contains(name.as_str()) {
            said.letters += marked.letters;
        }
    }
    Some(said)
}

/// The parts of sheets that are hidden.
fn hidden(archive: &mut Archive<'_>) -> FxHashSet<String> {
    let mut part = |name: &str| archive.text(name).and_then(|text| read(&text));
    let (Some(book), Some(links)) = (part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels")) else {
        return FxHashSet::default();
    };
    let sheets = book.tag("sheets").into_iter().flat_map(Tag::tags);
    let ids = sheets.filter(|sheet| sheet.attribute("state").is_some_and(|state| state != "visible"));
    let target = |id: &str| {
        let link = links.tags().find(|link| link.attribute("Id") == Some(id))?;
        let target = link.attribute("Target")?;
        Some(target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned))
    };
    ids.filter_map(|sheet| target(sheet.attribute("id")?)).collect()
}
