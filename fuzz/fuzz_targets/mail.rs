//! The door of messages and mailboxes.
#![no_main]

mod door;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| door::enter(&["a.eml", "a.mbox", "a.txt"], data));
