//! Tests of reading samples that other tools made, and of the errors of unreadable files.

use std::path::{Path, PathBuf};

use quipu_pdf::{OcrReason, PageSeam, Pdf, PdfError, PdfOptions, read};
use quipu_proof::eval::TextLikeness;

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../eval/documents")
}

fn sample(name: &str) -> Pdf {
    let bytes = std::fs::read(samples().join(name)).expect("the sample is there");
    read(&bytes, PdfOptions::default()).expect("the sample is read")
}

fn made(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).expect("the sample is there")
}

#[test]
fn samples_read_as_expected() {
    let mut count = 0;
    for file in std::fs::read_dir(samples()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "pdf") {
            continue;
        }
        let expected = std::fs::read_to_string(path.with_extension("pdf.md")).unwrap();
        let pdf = read(&std::fs::read(&path).unwrap(), PdfOptions::default()).unwrap();
        let like = TextLikeness::of(&pdf.text().0, &expected);
        assert!(like.words >= 0.9, "{}: {like:?}", path.display());
        assert!(like.cells.is_none_or(|cells| cells >= 0.85), "{}: {like:?}", path.display());
        count += 1;
    }
    assert!(count >= 4);
}

#[test]
fn a_paper_in_columns() {
    insta::assert_snapshot!(sample("tides-paper.pdf").text().0);
}

#[test]
fn a_russian_paper_in_columns() {
    insta::assert_snapshot!(sample("tuman.pdf").text().0);
}

#[test]
fn a_report_with_a_table_over_two_pages() {
    let pdf = sample("berths.pdf");
    insta::assert_snapshot!(pdf.text().0);
    assert_eq!(pdf.pages[1].seam, PageSeam::Rows);
    assert!(!pdf.text().0.contains("Harbour office"));
    // The title was a program's word.
    assert_eq!((pdf.title.as_deref(), pdf.authors.as_slice()), (None, &["Harbour office".to_owned()][..]));
}

#[test]
fn slides() {
    let pdf = sample("slides.pdf");
    insta::assert_snapshot!(pdf.text().0);
    assert_eq!(pdf.pages.len(), 5);
    assert!(pdf.pages[3].markdown.contains("| Staff hours | 410 | 155 |"));
}

#[test]
fn pages_keep_their_place_in_the_text() {
    for name in ["tides-paper.pdf", "tuman.pdf", "berths.pdf", "slides.pdf"] {
        let pdf = sample(name);
        let (text, starts) = pdf.text();
        assert_eq!(starts.len(), pdf.pages.len());
        for (start, page) in starts.iter().zip(&pdf.pages) {
            assert!(text[*start..].starts_with(&page.markdown), "{name}");
        }
    }
}

#[test]
fn a_sentence_goes_on_over_the_end_of_a_page() {
    let pdf = sample("tuman.pdf");
    assert_eq!(pdf.pages[1].seam, PageSeam::Sentence);
    assert!(pdf.text().0.contains("после электрификации маяка огонь"));
}

#[test]
fn what_cannot_be_read_says_why() {
    let error = |name: &str| read(&made(name), PdfOptions::default()).unwrap_err();
    assert_eq!(error("locked.pdf"), PdfError::Locked);
    assert_eq!(error("scan.pdf"), PdfError::NeedsOcr { pages: 1, reason: OcrReason::Scan });
    assert_eq!(error("codes.pdf"), PdfError::NeedsOcr { pages: 1, reason: OcrReason::NoCharacterMap });
    insta::assert_snapshot!(["locked.pdf", "scan.pdf", "codes.pdf"].map(|name| error(name).to_string()).join("\n"));
}

#[test]
fn a_hidden_text_layer_is_read() {
    for name in ["hidden.pdf", "owner-locked.pdf", "plain-text.pdf"] {
        let pdf = read(&made(name), PdfOptions::default()).unwrap();
        assert!(pdf.pages[0].markdown.contains("storm of that winter"), "{name}");
        assert_eq!(pdf.pages[0].needs_ocr, None);
    }
}

#[test]
fn a_file_without_its_end_says_so() {
    let bytes = made("plain-text.pdf");
    let whole = read(&bytes, PdfOptions::default()).unwrap();
    assert!(!whole.cut_short);
    match read(&bytes[..bytes.len() - 120], PdfOptions::default()) {
        Ok(pdf) => assert!(pdf.cut_short),
        Err(error) => assert!(matches!(error, PdfError::Damaged { .. }), "{error}"),
    }
    assert!(matches!(read(&bytes[..40], PdfOptions::default()), Err(PdfError::Damaged { .. })));
    assert!(matches!(read(b"PK\x03\x04", PdfOptions::default()), Err(PdfError::Damaged { .. })));
    assert!(matches!(read(b"", PdfOptions::default()), Err(PdfError::Damaged { .. })));
}

#[test]
fn limits_leave_pages_unread() {
    let bytes = std::fs::read(samples().join("slides.pdf")).unwrap();
    let pdf = read(&bytes, PdfOptions { most_pages: 2, ..PdfOptions::default() }).unwrap();
    assert_eq!((pdf.pages.len(), pdf.total), (2, 5));
    let pdf = read(&bytes, PdfOptions { most_text: 60, ..PdfOptions::default() }).unwrap();
    assert!(pdf.pages.len() < 5 && pdf.total == 5);
}
