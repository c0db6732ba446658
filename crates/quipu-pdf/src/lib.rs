//! PDF files as Markdown, a page at a time: bytes in, data out; no file, no clock, nothing printed.
//!
//! `pdf_oxide` returns the glyphs with their places (`source`, `forms`, `strokes`); everything above that is here:
//! words (`words`, `twins`, `struck`), drawn tables (`grids`), repeated parts of pages (`furniture`), columns
//! (`columns`, `stripes`), lines (`lines`), authors side by side (`bylines`), aligned tables (`aligned`, `tabular`),
//! paragraphs (`blocks`), broken words (`joining`), headings (`pdf_markdown`), and detection of noise (`plausible`).
//!
//! **Hostile files.** A panic of the parser costs a page, or ends at [`read`] and becomes
//! [`PdfError::Damaged`] (the process's panic hook still sees it). Failures that a process cannot catch are the
//! caller's: a stack that overflows, a loop without end, gigabytes of memory. So call it in a process with limits. The
//! parser writes warnings through `log` under the target `pdf_oxide`; no logger of that crate is
//! set here, and a program that sets one should leave that target out.

mod aligned;
mod blocks;
mod bylines;
mod cells;
mod characters;
mod columns;
mod error;
mod forms;
mod furniture;
mod glyphs;
mod grids;
mod joining;
mod layout;
mod letters;
mod lines;
mod metadata;
mod page_numbers;
mod pages;
mod pdf_markdown;
mod plausible;
mod restored;
mod ruled;
mod stripes;
mod strokes;
mod struck;
mod tabular;
#[cfg(test)]
mod tests;
mod twins;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_oxide::PdfDocument;

pub use error::{OcrReason, PdfError};

/// Limits of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfOptions {
    /// Pages after this many bytes of text are left unread.
    pub most_text: usize,
    /// Pages after this many are left unread.
    pub most_pages: usize,
}

impl Default for PdfOptions {
    fn default() -> Self {
        Self { most_text: 64 << 20, most_pages: 20_000 }
    }
}

/// The result of reading a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pdf {
    /// The title in its metadata, where a person wrote one.
    pub title: Option<String>,
    /// The authors in its metadata.
    pub authors: Vec<String>,
    /// The day it was made: `2024-01-31`, or less where the file says less.
    pub date: Option<String>,
    /// Page n is `pages[n - 1]`.
    pub pages: Vec<Page>,
    /// Number of pages of the file: more than `pages` where a limit of [`PdfOptions`] was met.
    pub total: usize,
    /// The file's end is missing; pages may be missing or incomplete.
    pub cut_short: bool,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// Its text; empty where it shows none.
    pub markdown: String,
    /// Its text must be recognised from its picture, and why.
    pub needs_ocr: Option<OcrReason>,
    /// The parser failed on it, or found its content damaged.
    pub damaged: bool,
    /// True if much of its visible contents is not in its text.
    pub left_out: bool,
    /// The seam with the page before.
    pub seam: PageSeam,
}

/// The seam between a page's text and that of the page before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageSeam {
    /// A new paragraph: a blank line between them.
    #[default]
    Paragraph,
    /// The last paragraph goes on: a space between them.
    Sentence,
    /// The last table goes on with rows alone: a line's end between them.
    Rows,
}

impl PageSeam {
    /// The text between the two pages' texts.
    pub fn text(self) -> &'static str {
        match self {
            Self::Paragraph => "\n\n",
            Self::Sentence => " ",
            Self::Rows => "\n",
        }
    }
}

impl Pdf {
    /// All pages as one text, and the byte at which each page begins in it.
    pub fn text(&self) -> (String, Vec<usize>) {
        let mut text = String::new();
        let mut starts = Vec::with_capacity(self.pages.len());
        for page in &self.pages {
            if !text.is_empty() && !page.markdown.is_empty() {
                text.push_str(page.seam.text());
            }
            starts.push(text.len());
            text.push_str(&page.markdown);
        }
        (text, starts)
    }
}

/// Reads a PDF.
///
/// # Errors
///
/// When no page gives text: each [`PdfError`] has the reason and the next step. A page that fails beside
/// others that do not is marked, and no error.
pub fn read(bytes: &[u8], options: PdfOptions) -> Result<Pdf, PdfError> {
    let head = &bytes[..bytes.len().min(1024)];
    if !head.windows(5).any(|window| window == b"%PDF-") {
        return Err(PdfError::damaged("it does not begin like a PDF"));
    }
    let reading = AssertUnwindSafe(|| {
        let document = PdfDocument::from_bytes(bytes.to_vec()).map_err(PdfError::damaged)?;
        if document.is_encrypted() && !document.is_authenticated() && !document.authenticate(b"").unwrap_or(false) {
            return Err(PdfError::Locked);
        }
        pages::pages(&document, options, is_cut_short(bytes))
    });
    catch_unwind(reading).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
        Err(PdfError::damaged(format_args!("the parser gave up: {text}")))
    })
}

/// True if the file's last part has no end mark.
fn is_cut_short(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(4096)..];
    let has = |mark: &[u8]| tail.windows(mark.len()).any(|window| window == mark);
    !has(b"%%EOF") && !has(b"startxref")
}
