//! Tests with pages drawn operator by operator: their visible text is read, in whole words and once.

mod columns;
mod file;
mod forms;
mod furniture;
mod letters;
mod tables;

use quipu_pdf::{PdfOptions, read};

use file::File;

/// The text of a file.
fn text(file: &File) -> String {
    read(&file.bytes(), PdfOptions::default()).expect("it is read").text().0
}

/// Asserts that all of these are in a text.
#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in:\n{text}");
    }
}

/// Asserts that none of these is in a text.
#[track_caller]
fn lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part:?} is in:\n{text}");
    }
}
