//! Any text between two fences is fields, broken, or no front matter: in YAML and in TOML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_adapters::load::{LoadOptions, loaders, parse};
use quipu_engine::ports::Input;
use quipu_kernel::view::{FilterFields, fields};

fuzz_target!(|data: (bool, &str)| {
    let (toml, inner) = data;
    // Zero bytes make it UTF-16, or no text at all.
    if inner.contains('\0') {
        return;
    }
    let fence = if toml { "+++" } else { "---" };
    let text = format!("{fence}\n{inner}\n{fence}\n# Title\n\nText.\n");
    let input = Input::whole("notes/a.md", text.as_bytes(), 1 << 20);
    // Many control bytes make it no text.
    let Ok(mut loaded) = parse(&loaders(&LoadOptions::default()), &input) else { return };
    let parsed = loaded.documents.remove(0);
    assert!(parsed.text.ends_with("Text.\n"), "front matter ate the text");
    // What filters see of it.
    let described = FilterFields { id: "a", title: "", language: "", source: "notes/a.md", metadata: &parsed.metadata };
    drop(fields(&described));
});
