//! What holds of every door: any bytes are a document or a reason, and never more text than asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use quipu_adapters::load::{LoadOptions, loaders, parse};
use quipu_engine::ports::{Input, Parsed};

/// The most text kept: small, so that cutting is tried too.
const MOST: [usize; 3] = [1 << 20, 64, 7];

/// Lets libraries panic: that ends at the worker which reads, and costs one file. Our own code must not.
#[allow(dead_code)] // Doors without a library have no use for it.
pub fn lenient() {
    std::panic::set_hook(Box::new(|panic| {
        if panic.location().is_some_and(|place| place.file().contains("quipu")) {
            eprintln!("{panic}");
            std::process::abort();
        }
    }));
}

/// Reads bytes, the first of which chooses among the paths and how much is kept.
pub fn enter(paths: &[&str], data: &[u8]) {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let path = paths[usize::from(choice) % paths.len()];
    let max_text = MOST[usize::from(choice) / paths.len() % MOST.len()];
    let read = || parse(&loaders(&LoadOptions::default()), &Input::whole(path, bytes, max_text));
    let Ok(Ok(loaded)) = catch_unwind(AssertUnwindSafe(read)) else { return };
    loaded.documents.iter().for_each(|parsed| holds(parsed, bytes, max_text));
}

fn holds(parsed: &Parsed, bytes: &[u8], max_text: usize) {
    assert!(parsed.text.len() <= max_text, "more text is kept than was asked for");
    assert!(!parsed.text.trim().is_empty(), "a document without text");
    if let Some(offset) = parsed.text_offset {
        let from = usize::try_from(offset).expect("an offset lies in memory");
        assert_eq!(bytes.get(from..from + parsed.text.len()), Some(parsed.text.as_bytes()), "the offset lies");
    }
}
