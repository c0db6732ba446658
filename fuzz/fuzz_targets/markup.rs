//! The door of reStructuredText and AsciiDoc.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.rst", "a.adoc", "a.txt"], data));
