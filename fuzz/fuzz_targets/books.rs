//! The door of EPUB books.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.epub"], data));
