//! The laws of splitting over any text: bodies cover every written byte once, keys are unique,
//! prefixes lie before their bodies.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use quipu_kernel::model::{Document, Format};
use quipu_kernel::split::{Encoding, KeepSeparator, SPLITTERS, SplitOptions};

fuzz_target!(|data: (u8, u8, bool, &str)| {
    let (characters, tokens, plain, text) = data;
    let options = SplitOptions {
        size_chars: Some(usize::from(characters).max(1) * 4),
        size_tokens: Some(usize::from(tokens)).filter(|tokens| *tokens > 0),
        overlap: Some(usize::from(tokens) * 2),
        separators: if tokens % 2 == 0 { Vec::new() } else { [". ", " "].map(str::to_owned).to_vec() },
        keep_separator: if characters % 2 == 0 { KeepSeparator::Start } else { KeepSeparator::End },
        encoding: Encoding::ALL[usize::from(tokens) % 2],
    };
    let format = if plain { Format::Plain } else { Format::Markdown };
    let document =
        Document { id: "a.md".into(), text: text.into(), format, language: "en".into(), ..Document::default() };
    for splitter in SPLITTERS {
        let chunks = splitter.split(&document, &options);
        let (mut at, mut keys) = (0, HashSet::new());
        for chunk in &chunks {
            let body = chunk.body.range();
            assert!(text[at..body.start].trim().is_empty(), "a body leaves text out");
            assert_eq!(text[body.clone()], chunk.text, "a body is not what its span says");
            assert!(!chunk.text.is_empty() && chunk.text.trim() == chunk.text, "a body has blank edges");
            assert!(keys.insert(chunk.key), "two chunks have one key");
            let prefix: Vec<&str> = chunk.prefix.iter().map(|span| &text[span.range()]).collect();
            assert_eq!(prefix.join("\n"), chunk.prefix_text, "a prefix is not what its spans say");
            assert!(chunk.prefix.iter().all(|span| span.end <= chunk.body.start), "a prefix lies behind its body");
            at = body.end;
        }
        assert!(text[at..].trim().is_empty(), "the end is left out");
    }
});
