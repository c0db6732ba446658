//! The door of Markdown and plain text: decoding, the loaders, their metadata.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["notes/a.md", "notes/a.txt", "notes/sub/a", "-"], data));
