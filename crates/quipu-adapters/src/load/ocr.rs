//! Recognising letters in pictures of pages, by programs that the user has: `pdftoppm` (poppler) makes
//! the picture, `tesseract` reads it.

use std::io::Write as _;
use std::process::{Command, Stdio};

use quipu_engine::ports::LoadError;
use tempfile::NamedTempFile;

/// Resolution of the pictures in dots an inch, as tesseract's documentation recommends.
const RESOLUTION: &str = "300";

/// The languages to recognise, as tesseract names them: `eng+rus`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ocr {
    languages: String,
}

/// A file whose pages can be rendered as pictures.
pub(super) struct Pictures<'a> {
    ocr: &'a Ocr,
    file: NamedTempFile,
}

impl Ocr {
    /// OCR in these languages; missing without languages.
    pub(super) fn of(languages: &str) -> Option<Self> {
        let plain = languages.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '_'));
        (plain && !languages.is_empty()).then(|| Self { languages: languages.to_owned() })
    }

    /// Makes a PDF file ready for its pages to be read.
    ///
    /// # Errors
    /// When it cannot be put where the programs find it.
    pub(super) fn pictures(&self, pdf: &[u8]) -> Result<Pictures<'_>, LoadError> {
        let written = NamedTempFile::new().and_then(|mut file| file.write_all(pdf).map(|()| file));
        let file = written.map_err(|error| LoadError::Unreadable { reason: format!("for OCR: {error}") })?;
        Ok(Pictures { ocr: self, file })
    }
}

impl Pictures<'_> {
    /// The words of a page, from 1.
    ///
    /// # Errors
    /// When a program is missing or fails.
    pub(super) fn read(&self, page: usize) -> Result<String, LoadError> {
        let page = page.to_string();
        let mut drawn = Command::new("pdftoppm");
        drawn.args(["-r", RESOLUTION, "-gray", "-png", "-f", &page, "-l", &page]).arg(self.file.path());
        let mut drawn =
            drawn.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|error| missing("pdftoppm", &error))?;
        let picture = drawn.stdout.take().map_or_else(Stdio::null, Stdio::from);
        let mut read = Command::new("tesseract");
        read.args(["stdin", "stdout", "-l", &self.ocr.languages]).stdin(picture).stderr(Stdio::piped());
        let output = read.output().map_err(|error| missing("tesseract", &error));
        // The command holds the pipe's end: the renderer would wait for a reader that is gone.
        drop(read);
        let _ = drawn.wait();
        let read = output?;
        if !read.status.success() {
            let said = String::from_utf8_lossy(&read.stderr);
            let said = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned();
            return Err(LoadError::NeedsOcr { reason: format!("tesseract failed on page {page}: {said}") });
        }
        Ok(paragraphs(&String::from_utf8_lossy(&read.stdout)))
    }
}

fn missing(program: &str, error: &std::io::Error) -> LoadError {
    LoadError::NeedsOcr { reason: format!("{program} does not run ({error}); install it, or unset `load.ocr`") }
}

/// Lines of a paragraph as one, words broken at their ends whole.
fn paragraphs(read: &str) -> String {
    let mut paragraphs: Vec<String> = vec![String::new()];
    for line in read.lines().map(str::trim) {
        let last = paragraphs.len() - 1;
        let open = &mut paragraphs[last];
        match line {
            "" if open.is_empty() => {}
            "" => paragraphs.push(String::new()),
            line if open.ends_with('-') && line.starts_with(char::is_lowercase) => {
                open.pop();
                open.push_str(line);
            }
            line => {
                open.push_str(if open.is_empty() { "" } else { " " });
                open.push_str(line);
            }
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_paragraphs() {
        let read = "A quipu keeps num-\nbers in knots\non a cord.\n\n\n  Another\n\u{c}";
        assert_eq!(paragraphs(read), "A quipu keeps numbers in knots on a cord.\n\nAnother");
    }

    #[test]
    fn languages_are_no_flags() {
        assert!(Ocr::of("eng+rus").is_some());
        assert!(Ocr::of("").is_none() && Ocr::of("-l eng").is_none() && Ocr::of("../x").is_none());
    }
}
