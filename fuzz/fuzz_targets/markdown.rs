//! Any bytes are a document or a line of the report: decoding, the loaders, their metadata.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_adapters::load::{loaders, parse};
use quipu_engine::ports::Input;

/// Names that loaders judge by.
const PATHS: [&str; 4] = ["notes/a.md", "notes/a.txt", "notes/sub/a", "-"];
/// The most text kept: small, so that cutting is tried too.
const MOST: [usize; 3] = [1 << 20, 64, 7];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let path = PATHS[usize::from(choice) % PATHS.len()];
    let max_text = MOST[usize::from(choice) / PATHS.len() % MOST.len()];
    let Ok(parsed) = parse(&loaders(), &Input { path, bytes, max_text }) else { return };
    assert!(parsed.text.len() <= max_text, "more text is kept than was asked for");
    assert!(!parsed.text.trim().is_empty(), "a document without text");
    if let Some(offset) = parsed.text_offset {
        let from = usize::try_from(offset).expect("an offset lies in memory");
        assert_eq!(bytes.get(from..from + parsed.text.len()), Some(parsed.text.as_bytes()), "the offset lies");
    }
});
