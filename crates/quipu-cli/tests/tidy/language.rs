//! The kernel knows no natural language: outside `text/` its code holds no letters beyond ASCII and no lists of words.

use super::{Source, expect_none, files};

/// Files of the kernel that may hold words of a language, and why. The list only shrinks.
const EXCUSED: &[(&str, &str)] = &[
    ("replies/keys.rs", "names of fields are the format of models' replies, in the languages that models answer in"),
    ("view/expression/tokens.rs", "the words of the language of filters are its grammar: `and`, `between`, `begins`"),
];

/// Number of consecutive words of a language that make a list of words.
const LIST: usize = 8;

/// The code of a source: without comments, and without parts compiled for tests alone.
fn code(source: &Source) -> String {
    let begins = |from: &usize| source.text[*from..].lines().nth(1).is_some_and(|line| line.ends_with(" {"));
    let tests = source.text.match_indices("#[cfg(test)]\n").map(|(at, _)| at).find(begins);
    let kept = &source.text[..tests.unwrap_or(source.text.len())];
    let lines = kept.lines().filter(|line| !line.trim_start().starts_with("//"));
    let lines = lines.map(|line| line.split(" // ").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The sources of the kernel's code, outside `text/`, without files that are compiled for tests alone.
fn sources() -> Vec<Source> {
    let all = files("crates/quipu-kernel/src", ".rs");
    let tests: Vec<String> = all
        .iter()
        .flat_map(|source| {
            let folder = source.path.trim_end_matches(".rs").trim_end_matches("/mod").to_owned();
            let named = source.text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
                let line = rest.lines().next()?.trim_start_matches("pub(crate) ");
                line.strip_prefix("mod ")?.strip_suffix(';')
            });
            named.map(move |name| format!("{folder}/{name}.rs")).collect::<Vec<_>>()
        })
        .collect();
    let of_code = |source: &Source| !source.path.contains("/src/text/") && !tests.contains(&source.path);
    all.into_iter().filter(of_code).collect()
}

fn is_excused(source: &Source) -> bool {
    EXCUSED.iter().any(|(path, _)| source.path.ends_with(&format!("quipu-kernel/src/{path}")))
}

/// The string literals of a code, in order, each with the code before it since the last.
fn literals(code: &str) -> Vec<(String, String)> {
    let (mut out, mut between, mut rest) = (Vec::new(), String::new(), code);
    while let Some(open) = rest.find('"') {
        between.push_str(&rest[..open]);
        let inside = &rest[open + 1..];
        // A quote as a character is no text.
        if between.ends_with('\'') && inside.starts_with('\'') || between.ends_with("'\\") {
            rest = inside;
            continue;
        }
        let mut escaped = false;
        let close = inside.find(|c: char| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let Some(close) = close else { break };
        out.push((std::mem::take(&mut between), inside[..close].to_owned()));
        rest = &inside[close + 1..];
    }
    out
}

/// True if a text may be a word of a language; codes of languages and names of units are shorter.
fn is_word(text: &str) -> bool {
    text.len() > 2 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The lists of words of a code: texts with commas or bars between them, and texts that hold nothing but words.
fn word_lists(code: &str) -> Vec<String> {
    let (mut out, mut run) = (Vec::new(), Vec::new());
    let literals = literals(code);
    for (before, text) in &literals {
        let is_short = text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_lowercase());
        if !matches!(before.trim(), "," | "|") || !is_word(text) && !is_short {
            run.clear();
        }
        if is_word(text) {
            run.push(text.as_str());
            if run.len() == LIST {
                out.push(run.join(" "));
            }
        }
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, '|' | '\\')).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let lower = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase());
        // Texts for people stand in calls and macros.
        let declared = before.contains("const ") && before.contains("&str");
        if declared && words.iter().filter(|word| is_word(word)).count() >= LIST && words.iter().all(lower) {
            out.push(words[..LIST].join(" "));
        }
    }
    out
}

#[test]
fn the_kernel_holds_no_letters_beyond_ascii() {
    let mut complaints = Vec::new();
    for source in sources().into_iter().filter(|source| !is_excused(source)) {
        for line in code(&source).lines().filter(|line| line.chars().any(|c| !c.is_ascii() && c.is_alphabetic())) {
            complaints.push(format!("{} holds letters of a language: {}", source.path, line.trim()));
        }
    }
    expect_none(&complaints);
}

#[test]
fn the_kernel_holds_no_lists_of_words() {
    let found = sources().into_iter().filter(|source| !is_excused(source)).flat_map(|source| {
        let lists = word_lists(&code(&source));
        lists.into_iter().map(|list| format!("{} holds a list of words: {list}", source.path)).collect::<Vec<_>>()
    });
    expect_none(&found.collect::<Vec<_>>());
}

#[test]
fn what_is_excused_needs_it() {
    let all = sources();
    let idle = EXCUSED.iter().filter(|(path, _)| {
        let source = all.iter().find(|source| source.path.ends_with(&format!("quipu-kernel/src/{path}")));
        source.is_none_or(|source| {
            let code = code(source);
            word_lists(&code).is_empty() && !code.chars().any(|c| !c.is_ascii() && c.is_alphabetic())
        })
    });
    expect_none(&idle.map(|(path, _)| format!("{path} needs no excuse any more")).collect::<Vec<_>>());
}

#[test]
fn lists_of_words_are_seen() {
    let eight = r#"const A: [&str; 8] = ["one", "two", "three", "four", "five", "six", "seven", "eight"];"#;
    let matched = r#"matches!(low, "one" | "two" | "three" | "four" | "five" | "six" | "seven" | "eight")"#;
    let joined = r#"const A: &str = " one two three four five six seven eight ";"#;
    for list in [eight, matched, joined] {
        assert_eq!(word_lists(list).len(), 1, "{list}");
    }
    for none in [r#"["anyOf", "one", "two"]"#, r#"about("how many times the view goes from chunks to their entities")"#]
    {
        assert!(word_lists(none).is_empty(), "{none}");
    }
}
