//! Any stored bytes are a row or an error, for every decoder; the first byte chooses it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_adapters::store::STORED;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, bytes)) = data.split_first() else { return };
    let (part, decode) = STORED[usize::from(choice) % STORED.len()];
    if let Err(error) = decode(bytes) {
        assert!(!error.to_string().is_empty(), "{part} fails without a word");
    }
});
