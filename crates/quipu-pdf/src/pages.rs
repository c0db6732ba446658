//! All pages of a document: a window of pages is held until their repeated parts are known, then each
//! is laid out; headings and broken words are settled when all have been read.

use std::collections::VecDeque;

use pdf_oxide::PdfDocument;

use crate::blocks::{Block, Kind};
use crate::cells::Table;
use crate::error::OcrReason;
use crate::furniture::{AROUND, Ends};
use crate::glyphs::sheet;
use crate::joining::Vocabulary;
use crate::layout::{Laid, Raw, goes_on};
use crate::markdown::{Looks, markdown};
use crate::metadata::{Metadata, metadata};
use crate::{Page, Pdf, PdfError, PdfOptions, Seam};

/// Reads all pages within the limits.
pub(crate) fn pages(document: &PdfDocument, options: PdfOptions, cut_short: bool) -> Result<Pdf, PdfError> {
    let total = document.page_count().map_err(PdfError::damaged)?;
    let mut laid = lay(document, options, total);
    verdict(&laid, total, cut_short)?;
    let seams = seams(&mut laid);
    let blocks = laid.iter().flat_map(|page| &page.blocks);
    let looks = Looks::of(blocks.clone());
    let mut words = Vocabulary::default();
    blocks.for_each(|block| learn(&mut words, block));
    let pages = laid.iter().zip(seams).map(|(page, seam)| Page {
        markdown: markdown(&page.blocks, &looks, &words, seam == Seam::Rows),
        needs_ocr: page.needs_ocr,
        damaged: page.damaged,
        left_out: page.left_out,
        seam,
    });
    let pages = pages.collect();
    let Metadata { title, authors, date } = metadata(document);
    Ok(Pdf { title, authors, date, pages, total, cut_short })
}

/// Lays pages out, each when the pages around it have been read.
fn lay(document: &PdfDocument, options: PdfOptions, total: usize) -> Vec<Laid> {
    let mut margins: Vec<Ends> = Vec::new();
    let mut waiting: VecDeque<Raw> = VecDeque::new();
    let mut laid: Vec<Laid> = Vec::new();
    let (mut text, mut mono) = (0_usize, 0_usize);
    for page in 0..total.min(options.most_pages) {
        let (raw, margin) = Raw::of(sheet(document, page));
        let (one_width, all) = raw.mono();
        (mono, text) = (mono + one_width, text + all);
        margins.push(margin);
        waiting.push_back(raw);
        if waiting.len() > AROUND
            && let Some(raw) = waiting.pop_front()
        {
            laid.push(raw.lay(&margins, laid.len(), total, 2 * mono > text));
        }
        if text > options.most_text {
            break;
        }
    }
    for raw in waiting {
        laid.push(raw.lay(&margins, laid.len(), total, 2 * mono > text));
    }
    laid
}

/// The error of a document without any text.
fn verdict(pages: &[Laid], total: usize, cut_short: bool) -> Result<(), PdfError> {
    if pages.iter().any(|page| !page.blocks.is_empty()) {
        return Ok(());
    }
    if cut_short {
        return Err(PdfError::damaged("its end is missing, and no text was found in the rest"));
    }
    let reason = pages.iter().find_map(|page| page.needs_ocr);
    if pages.iter().any(|page| page.damaged || page.left_out) && reason != Some(OcrReason::NoCharacterMap) {
        return Err(PdfError::damaged("the content of its pages cannot be decoded"));
    }
    Err(match reason {
        Some(reason) => PdfError::NeedsOcr { pages: total, reason },
        None => PdfError::Empty { pages: total },
    })
}

fn learn(words: &mut Vocabulary, block: &Block) {
    match &block.kind {
        Kind::Table(table) => table.rows.iter().flatten().for_each(|cell| words.learn(cell)),
        _ => words.learn(&block.lines),
    }
}

/// Finds paragraphs and tables that go over a page's end, and makes both halves fit.
fn seams(pages: &mut [Laid]) -> Vec<Seam> {
    let mut seams = vec![Seam::Paragraph; pages.len()];
    for (at, seam) in seams.iter_mut().enumerate().skip(1) {
        let (before, after) = pages.split_at_mut(at);
        let (Some(page), Some(next)) = (before.last_mut(), after.first_mut()) else { continue };
        let anew = next.anew;
        // A block that goes on must come last, so footnotes come before it.
        let Some(open) = page.blocks.iter().rposition(|block| block.kind != Kind::Note) else { continue };
        let (Some(last), Some(first)) = (page.blocks.get_mut(open), next.blocks.first_mut()) else { continue };
        *seam = if let (Kind::Table(one), Kind::Table(other)) = (&last.kind, &mut first.kind) {
            rows(one, other)
        } else if !anew && goes_on(last, first) {
            take_half(last, first);
            Seam::Sentence
        } else {
            continue;
        };
        if *seam != Seam::Paragraph {
            let last = page.blocks.remove(open);
            page.blocks.push(last);
        }
    }
    seams
}

/// A table goes on in one with the same columns; a header that is repeated goes.
fn rows(one: &Table, other: &mut Table) -> Seam {
    let width = |table: &Table| table.rows.first().map_or(0, Vec::len);
    let alike = (one.left - other.left).abs() < 6.0 && (one.right - other.right).abs() < 6.0;
    let repeated = one.rows.first() == other.rows.first();
    if width(one) != width(other) || !(alike || repeated) || other.rows.len() < 2 && repeated {
        return Seam::Paragraph;
    }
    if repeated {
        other.rows.remove(0);
    }
    Seam::Rows
}

/// The second half of a word that a page's end breaks moves to the first.
fn take_half(last: &mut Block, first: &mut Block) {
    let broken = last.lines.last().is_some_and(|line| line.ends_with(['-', '\u{ad}']));
    let Some(line) = first.lines.first_mut().filter(|_| broken) else { return };
    let (half, rest) =
        line.split_once(' ').map_or((line.clone(), String::new()), |(a, b)| (a.to_owned(), b.to_owned()));
    *line = rest;
    last.lines.push(half);
}
