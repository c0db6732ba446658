//! Boilerplate: parts of documents that answer nothing (tables of contents, navigation, badges, rules, diagrams,
//! licence lines), detected by their form.

use super::visible::BLANK;
use quipu_kernel::text::{fold_name, words};

/// Characters of which diagrams are drawn.
const DRAWN: &str = "|-+/\\_<>=^v*.'`~#:()[]{}";
/// Languages of fenced code that draws.
const DIAGRAMS: &[&str] = &["mermaid", "plantuml", "puml", "dot", "graphviz", "ditaa", "svgbob", "ascii", "art"];
/// Headings above lists of works, folded.
const REFERENCES: &[&str] = &[
    "references",
    "bibliography",
    "works cited",
    "literature",
    "literature cited",
    "литература",
    "список литературы",
    "источники",
    "список источников",
    "библиография",
    "ссылки",
    "примечания",
];
/// Beginnings or parts of lines about rights, folded.
const RIGHTS: &[&str] = &[
    "copyright",
    "all rights reserved",
    "spdx license identifier",
    "licensed under",
    "license mit",
    "все права защищены",
];

/// True if a line or paragraph has no content: no word is left of it, or only addresses, numbers of pages and dots.
pub(super) fn is_silent(seen: &str) -> bool {
    let bare = seen.trim_matches(|c: char| c.is_whitespace() || c == BLANK);
    words(bare).is_empty() || (!bare.contains(char::is_whitespace) && bare.contains("://")) || leads_to_a_page(bare)
}

/// `Introduction ........ 3`
fn leads_to_a_page(line: &str) -> bool {
    let before = line.trim_end_matches(|c: char| c.is_ascii_digit());
    let dotted = |dot: &str| before.trim_end().ends_with(&dot.repeat(4));
    before.len() < line.len() && (dotted(".") || dotted(". ") || before.trim_end().ends_with(". . .") || dotted("…"))
}

/// True if a text consists of links and separators between them: `source` is the Markdown, `seen`
/// its visible text. One link alone is navigation only in a list.
pub(super) fn is_navigation(source: &str, seen: &str, least: usize) -> bool {
    let links = source.matches("](").count() + source.matches("][").count();
    if links < least {
        return false;
    }
    let (mut depth, mut linked, mut plain) = (0_usize, 0_usize, 0_usize);
    for (c, shown) in source.bytes().zip(seen.bytes()) {
        match c {
            b'[' if shown == 0 => depth += 1,
            b']' if shown == 0 => depth = depth.saturating_sub(1),
            _ if shown != 0 && (c.is_ascii_alphanumeric() || c >= 0x80) => {
                if depth > 0 {
                    linked += 1;
                } else {
                    plain += 1;
                }
            }
            _ => {}
        }
    }
    linked > 0 && plain * 10 <= linked
}

/// True if targets of links lie in the same document: a table of contents.
pub(super) fn is_contents(source: &str) -> bool {
    let links = source.matches("](").count();
    links >= 2 && source.matches("](#").count() * 5 >= links * 4
}

/// True if code is a drawing without content to copy: by the language of its fence, or by the kinds of most of its
/// characters.
pub(super) fn is_diagram(code: &str) -> bool {
    let mut lines = code.trim_start().lines();
    let info = lines.next().unwrap_or_default().trim_start_matches(['`', '~']).trim();
    let language = info.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    if DIAGRAMS.contains(&language.to_lowercase().as_str()) {
        return true;
    }
    let inner: Vec<char> = code.chars().filter(|c| !c.is_whitespace() && *c != '`').collect();
    let boxes = inner.iter().filter(|c| matches!(c, '\u{2500}'..='\u{25ff}' | '→' | '←' | '↑' | '↓')).count();
    let drawn = inner.iter().filter(|c| DRAWN.contains(**c)).count();
    let rules =
        code.lines().filter(|line| line.contains("----") || line.contains("+--") || line.contains("--+")).count();
    boxes * 8 > inner.len() || (drawn * 2 > inner.len() && rules >= 2)
}

/// True if a line names an owner of rights or a licence.
pub(super) fn is_of_rights(seen: &str) -> bool {
    let folded = fold_name(seen);
    seen.contains('©') || RIGHTS.iter().any(|mark| folded.starts_with(mark)) || folded.contains("all rights reserved")
}

/// True if a heading is that of a list of works.
pub(super) fn is_of_references(heading: &str) -> bool {
    let folded = fold_name(heading);
    let words = folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    REFERENCES.contains(&words)
}

#[cfg(test)]
mod tests {
    use super::super::visible::visible;
    use super::*;

    fn navigates(text: &str, least: usize) -> bool {
        is_navigation(text, &visible(text), least)
    }

    #[test]
    fn lines_without_words_are_silent() {
        for line in ["| --- | :-: |", "***", "[a]: https://b.c", "Introduction ..... 12", "https://a.b/c", "![a](b)"] {
            assert!(is_silent(&visible(line)), "{line}");
        }
        assert!(!is_silent("It costs 3 euros.") && !is_silent("Version 1... 2 of them"));
    }

    #[test]
    fn links_alone_lead_elsewhere() {
        assert!(navigates("[Next](a) | [Back](b)", 2) && navigates("[Top](#top)", 1));
        assert!(!navigates("See [this](a) and what it says of [that](b).", 2) && !navigates("[One](a)", 2));
        assert!(is_contents("- [A](#a)\n- [B](#b)") && !is_contents("- [A](a.md)\n- [B](b.md)"));
    }

    #[test]
    fn what_draws_is_no_code() {
        assert!(is_diagram("```mermaid\ngraph TD\n A --> B\n```"));
        assert!(is_diagram("```\n+-----+   +---+\n| app |-->| b |\n+-----+   +---+\n```"));
        assert!(is_diagram("```\n├── a\n│   └── b\n```") || !is_diagram("```\ntree\n```"));
        assert!(!is_diagram("```sh\ntar --list -f a.tar | sort\n```"));
    }

    #[test]
    fn rights_and_references() {
        assert!(
            is_of_rights("Copyright (c) 2019 Someone") && is_of_rights("© 2020") && !is_of_rights("It copies rights.")
        );
        assert!(
            is_of_references("7. References")
                && is_of_references("Список литературы")
                && !is_of_references("Reference")
        );
    }
}
