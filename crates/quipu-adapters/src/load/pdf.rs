//! The loader of PDF files: `quipu-pdf` reads them, pages stay addressable, and pages without text are
//! reported, or given to OCR where the settings name its languages.

use quipu_engine::ports::{Input, LoadError, Loaded, Loader, Reach};
use quipu_kernel::model::{Format, Metadata};
use quipu_pdf::{OcrReason, Page, Pdf, PdfError, PdfOptions};

use super::ocr::Ocr;
use super::written::Written;
use super::{LoadOptions, extension};

/// The start mark of a file, perhaps after some other bytes.
const MARK: &[u8] = b"%PDF-";
/// Search distance of that mark, as in viewers.
const MARK_WITHIN: usize = 1024;
/// Limit of pages that a note names.
const NAMED: usize = 12;

/// Reads `.pdf`.
#[derive(Debug, Clone, Default)]
pub struct PdfFiles {
    /// The OCR engine, if configured.
    ocr: Option<Ocr>,
}

impl PdfFiles {
    /// Reads PDF files as the options say.
    pub fn new(options: &LoadOptions) -> Self {
        Self { ocr: Ocr::of(&options.ocr) }
    }
}

impl Loader for PdfFiles {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn accepts(&self, input: &Input<'_>) -> bool {
        let beginning = &input.bytes[..input.bytes.len().min(MARK_WITHIN)];
        let Some(at) = memchr::memmem::find(beginning, MARK) else { return false };
        // A text with the mark further on is one about PDF files, unless its name is that of one.
        let before = beginning[..at].trim_ascii();
        before.is_empty() || extension(input.path) == "pdf" || before.iter().any(|byte| *byte < b'\t')
    }

    fn reach(&self) -> Reach {
        Reach::Whole
    }

    fn is_risky(&self) -> bool {
        true
    }

    fn parse(&self, input: &Input<'_>) -> Result<Loaded, LoadError> {
        let options = PdfOptions { most_text: input.max_text, ..PdfOptions::default() };
        let mut pdf = match quipu_pdf::read(input.bytes, options) {
            Err(PdfError::NeedsOcr { pages, reason }) => match &self.ocr {
                Some(_) => scanned(pages, reason),
                None => return Err(needs_ocr(pages, reason)),
            },
            read => read.map_err(refused)?,
        };
        if let Some(ocr) = &self.ocr {
            recognise(ocr, input.bytes, &mut pdf)?;
        }
        let (text, pages) = pdf.text();
        let mut written = Written::ready(text, &pages, input.max_text);
        notes(&pdf).into_iter().for_each(|note| written.note(Some(note)));
        Ok(written.finish(input.path, "application/pdf", Format::Markdown, fields(&pdf))?.into())
    }
}

/// A file whose pages all need OCR.
fn scanned(pages: usize, reason: OcrReason) -> Pdf {
    let page = Page { needs_ocr: Some(reason), ..Page::default() };
    Pdf { pages: vec![page; pages], total: pages, ..Pdf::default() }
}

fn recognise(ocr: &Ocr, bytes: &[u8], pdf: &mut Pdf) -> Result<(), LoadError> {
    let wanting: Vec<usize> = (0..pdf.pages.len()).filter(|at| pdf.pages[*at].needs_ocr.is_some()).collect();
    if wanting.is_empty() {
        return Ok(());
    }
    let pictures = ocr.pictures(bytes)?;
    for at in wanting {
        let text = pictures.read(at + 1)?;
        let page = &mut pdf.pages[at];
        if !text.trim().is_empty() {
            (page.markdown, page.needs_ocr) = (text, None);
        }
    }
    Ok(())
}

fn refused(error: PdfError) -> LoadError {
    match error {
        PdfError::Locked => LoadError::Locked,
        PdfError::Damaged { reason } => LoadError::Damaged { reason },
        PdfError::NeedsOcr { pages, reason } => needs_ocr(pages, reason),
        PdfError::Empty { .. } => LoadError::Empty,
    }
}

fn needs_ocr(pages: usize, reason: OcrReason) -> LoadError {
    let reason = format!(
        "no text can be read on any of {pages} pages: {reason}; install tesseract and pdftoppm and set `load.ocr` to \
         its languages, as in eng+rus"
    );
    LoadError::NeedsOcr { reason }
}

/// Notes on content that is missing in the text.
fn notes(pdf: &Pdf) -> Vec<String> {
    let pages = |holds: &dyn Fn(&Page) -> bool| {
        let numbers: Vec<String> = (1..)
            .zip(&pdf.pages)
            .filter(|(_, page)| holds(page))
            .map(|(number, _): (usize, _)| number.to_string())
            .collect();
        let more = if numbers.len() > NAMED { format!(" and {} more", numbers.len() - NAMED) } else { String::new() };
        let named = numbers.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        (!numbers.is_empty()).then(|| format!("{named}{more}"))
    };
    let unread = pdf.total.saturating_sub(pdf.pages.len());
    let notes = [
        pages(&|page| page.needs_ocr.is_some()).map(|pages| format!("needs OCR on page {pages}")),
        pages(&|page| page.damaged).map(|pages| format!("damaged on page {pages}")),
        pages(&|page| page.left_out).map(|pages| format!("some text is left out on page {pages}")),
        pdf.cut_short.then(|| "the end of the file is missing".to_owned()),
        (unread > 0).then(|| format!("the last {unread} pages were not read")),
    ];
    notes.into_iter().flatten().collect()
}

fn fields(pdf: &Pdf) -> Metadata {
    let mut fields = Metadata::new();
    if let Some(title) = &pdf.title {
        fields.insert("title".to_owned(), title.clone().into());
    }
    if !pdf.authors.is_empty() {
        fields.insert("authors".to_owned(), pdf.authors.clone().into());
    }
    if let Some(date) = &pdf.date {
        fields.insert("date".to_owned(), date.clone().into());
    }
    fields
}
