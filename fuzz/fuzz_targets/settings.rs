//! Any text is a file of settings or an error that says what to mend.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quipu::settings::{TABLE, check_text};

fuzz_target!(|data: &str| match check_text(Path::new("quipu.toml"), data) {
    // What was accepted is accepted again as it is shown.
    Ok(mut loaded) => {
        for setting in TABLE.iter() {
            let shown = (setting.show)(&loaded.settings);
            assert_eq!((setting.set)(&mut loaded.settings, &shown), Ok(()), "{}", setting.key);
        }
    }
    Err(error) => assert!(!error.to_string().is_empty()),
});
