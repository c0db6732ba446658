//! The door of office documents.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.docx", "a.xlsx", "a.pptx", "a.doc"], data));
