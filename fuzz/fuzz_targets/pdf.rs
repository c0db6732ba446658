//! The door of PDF files: any bytes give pages or an error.
//!
//! A panic of the parser is no finding here: it ends at the door. One of our own code aborts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_pdf::{PdfOptions, read};

fuzz_target!(
    init: std::panic::set_hook(Box::new(|panic| {
        if panic.location().is_some_and(|place| place.file().contains("quipu-pdf")) {
            eprintln!("{panic}");
            std::process::abort();
        }
    })),
    |data: &[u8]| {
        if let Ok(pdf) = read(data, PdfOptions { most_text: 1 << 20, most_pages: 40 }) {
            let (text, starts) = pdf.text();
            assert!(starts.is_sorted() && starts.iter().all(|start| text.is_char_boundary(*start)));
        }
    }
);
