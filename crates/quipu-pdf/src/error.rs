//! Reasons why a file gives no text: each message names the reason and the next step.

use thiserror::Error;

/// The reason why nothing was read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PdfError {
    /// The file opens only with a password.
    #[error("the PDF is locked with a password; save a copy without it and index that")]
    Locked,
    /// Its structure cannot be followed.
    #[error("the PDF is damaged ({reason}); open it in a viewer and save it again, or download it again")]
    Damaged {
        /// The first error, in the parser's words.
        reason: String,
    },
    /// Pages there are, and none with text that can be read.
    #[error("no text can be read on any of {pages} pages: {reason}; recognise it with OCR first")]
    NeedsOcr {
        /// Number of pages of the file.
        pages: usize,
        /// Contents of the pages instead of text.
        reason: OcrReason,
    },
    /// No page shows anything.
    #[error("the PDF has no text and no pictures on {pages} pages; check that it is the right file")]
    Empty {
        /// Number of pages of the file.
        pages: usize,
    },
}

/// The reason why a page's text must be recognised from its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum OcrReason {
    /// Pictures or drawn shapes without a text layer.
    #[error("they are pictures without a text layer")]
    Scan,
    /// Codes of glyphs which nothing maps to letters.
    #[error("their fonts do not say which letters they draw")]
    NoCharacterMap,
}

impl PdfError {
    pub(crate) fn damaged(reason: impl ToString) -> Self {
        let mut reason = reason.to_string();
        if let Some((at, _)) = reason.char_indices().nth(200) {
            reason.truncate(at);
        }
        Self::Damaged { reason: reason.replace(['\n', '\r'], " ") }
    }
}
