//! Roles of reStructuredText and Sphinx: what a reader sees of `:role:`text``.

use super::rst_targets::{Definitions, with_target};
use crate::load::superscripts::{lowered, raised};

/// Roles whose text is shown as it is typed.
const TYPED: [&str; 8] = ["code", "literal", "samp", "kbd", "regexp", "file", "makevar", "command"];
/// Roles for names of code, of which `~` shows the last part only.
const NAMES: [&str; 22] = [
    "class", "func", "meth", "attr", "mod", "exc", "data", "const", "obj", "any", "type", "function", "method",
    "macro", "member", "struct", "enum", "union", "var", "property", "deco", "py",
];

/// The written form of a role.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RoleText {
    /// Words.
    Words(String),
    /// Words as they are typed.
    Code(String),
    /// Words that lead to another file.
    Link {
        /// The words.
        words: String,
        /// The target.
        target: String,
    },
}

/// The written form of a role's text, which stands behind the words `before`.
pub(super) fn written_role(role: &str, text: &str, names: &mut Definitions, ending: &str, before: &str) -> RoleText {
    let last = role.rsplit(':').next().unwrap_or(role).to_lowercase();
    match last.as_str() {
        "math" => RoleText::Words(format!("${}$", text.trim())),
        "sub" | "subscript" => RoleText::Words(lowered(text)),
        "sup" | "superscript" => RoleText::Words(raised(text, before.chars().next_back())),
        "raw" | "raw-html" | "raw-latex" => RoleText::Words(String::new()),
        "doc" | "download" => document(text, if last == "doc" { ending } else { "" }),
        "ref" | "numref" => RoleText::Words(match with_target(text).filter(|(words, _)| !words.is_empty()) {
            Some((words, _)) => words.to_owned(),
            None => names.heading(text).unwrap_or_else(|| text.to_owned()),
        }),
        "pep" | "rfc" | "cve" => RoleText::Words(match with_target(text) {
            Some((words, _)) => words.to_owned(),
            None => format!("{} {}", last.to_uppercase(), text.replace('#', " § ")),
        }),
        "menuselection" => RoleText::Words(text.replace("-->", "→").replace('&', "")),
        "guilabel" => RoleText::Words(text.replace('&', "")),
        "samp" | "file" => RoleText::Code(text.replace(['{', '}'], "")),
        typed if TYPED.contains(&typed) => RoleText::Code(text.to_owned()),
        _ => RoleText::Words(reference(&last, text, role.contains(':'))),
    }
}

/// The words of a reference: its own, or those of its target.
fn reference(role: &str, text: &str, in_domain: bool) -> String {
    if let Some((words, _)) = with_target(text).filter(|(words, _)| !words.is_empty()) {
        return words.to_owned();
    }
    let text = text.strip_prefix('!').unwrap_or(text);
    if let Some(name) = text.strip_prefix('~') {
        return name.rsplit(['.', ':', '/']).next().unwrap_or(name).to_owned();
    }
    let is_name = in_domain || NAMES.contains(&role);
    let text = if is_name { text.trim_start_matches('.') } else { text };
    // The number of an issue says nothing without the word.
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && !is_name {
        true => format!("{} {text}", role.replace(['-', '_'], " ")),
        false => text.to_owned(),
    }
}

/// A link to a file beside this one.
fn document(text: &str, ending: &str) -> RoleText {
    let (words, target) = with_target(text).unwrap_or(("", text));
    let words = if words.is_empty() { target.trim_start_matches('/') } else { words };
    RoleText::Link { words: words.to_owned(), target: with_ending(target, ending) }
}

/// The path of a document, whose ending may be missing.
pub(super) fn with_ending(path: &str, ending: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ended = [".rst", ".md", ".txt", ".ipynb"].iter().any(|end| name.ends_with(end));
    if ended || ending.is_empty() { path.to_owned() } else { format!("{path}.{ending}") }
}
