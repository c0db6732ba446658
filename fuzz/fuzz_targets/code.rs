//! The door of source code.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.rs", "a.py", "a.go", "a.sql", "a.hs"], data));
