//! The door of documents in XML and LaTeX, canvases, RFCs and heads of plain texts.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.xml", "a.canvas", "a.txt", "rfc1.txt", "a", "a.tex"], data));
