//! The door of JSON, whole and by lines.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.json", "a.jsonl"], data));
