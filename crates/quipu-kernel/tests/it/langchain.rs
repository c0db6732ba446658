//! The splitters give the same chunks as the real `RecursiveCharacterTextSplitter` and `TokenTextSplitter` in
//! `langchain/cases.json`, written by `langchain/make.py`.

use quipu_kernel::split::{KeepSeparator, SplitOptions, recursive_parts, token_parts};
use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    cases: Vec<Case>,
    tokens: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
    options: SplitOptions,
    chunks: Vec<String>,
}

/// Python's `str.strip`, which takes the separators of ASCII for white space too.
fn strip(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}

/// Separators that are not kept stand once where they stood in a row: LangChain joins the pieces with
/// one, a chunk of ours holds them all.
fn joined(text: &str, options: &SplitOptions) -> String {
    let mut text = text.to_owned();
    for separator in options.separators.iter().filter(|separator| !separator.is_empty()) {
        let two = separator.repeat(2);
        while options.keep_separator == KeepSeparator::None && text.contains(&two) {
            text = text.replace(&two, separator);
        }
    }
    text
}

fn ours(case: &Case) -> Vec<String> {
    let parts = recursive_parts(&case.text, &case.options).into_iter();
    let shown = parts.map(|part| match (&case.text[part.range.clone()], part.joined) {
        (text, true) => (strip(text).to_owned(), true),
        (text, false) => (text.to_owned(), false),
    });
    shown.filter(|(text, joined)| !joined || !text.is_empty()).map(|(text, _)| joined(&text, &case.options)).collect()
}

fn fixture() -> Fixture {
    serde_json::from_str(include_str!("langchain/cases.json")).expect("make.py writes JSON")
}

#[test]
fn chunks_are_those_of_langchain() {
    let fixture = fixture();
    assert!(fixture.cases.len() > 300);
    let mut chunks = 0;
    for case in &fixture.cases {
        let theirs: Vec<String> = case.chunks.iter().map(|chunk| joined(chunk, &case.options)).collect();
        assert_eq!(ours(case), theirs, "{:?} by {:?}", case.text, case.options);
        chunks += theirs.len();
    }
    assert!(chunks > 3_000, "only {chunks} chunks were compared");
}

/// Where a window begins or ends inside a character, Python shows the rest of it as U+FFFD.
#[test]
fn windows_of_tokens_are_those_of_langchain() {
    let mut whole = 0;
    for case in fixture().tokens {
        let ours = token_parts(&case.text, &case.options);
        assert_eq!(ours.len(), case.chunks.len(), "{:?} by {:?}", case.text, case.options);
        for (part, chunk) in ours.into_iter().zip(&case.chunks) {
            if !chunk.contains('\u{fffd}') {
                assert_eq!(&case.text[part.range], chunk, "{:?} by {:?}", case.text, case.options);
                whole += 1;
            }
        }
    }
    assert!(whole > 300, "only {whole} windows were compared");
}
