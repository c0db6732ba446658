//! Macros inside of a paragraph of AsciiDoc: links, references, pictures, notes, keys, formulas.

use super::adoc_attributes::parts_of;

/// The longest name of a macro, in bytes.
const LONGEST_NAME: usize = 12;
/// The longest reference, anchor or term of an index, in bytes.
const LONGEST_REFERENCE: usize = 300;
/// The longest target of a macro, in bytes.
const LONGEST_TARGET: usize = 2_000;
/// The longest words of a macro, in bytes.
const LONGEST_WORDS: usize = 2_000;

/// What a macro says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MacroText {
    /// Words in which marks are read.
    Words(String),
    /// Words in which no mark is read.
    Plain(String),
    /// A reference to a section.
    Section {
        /// The id.
        id: String,
        /// The words; empty for those of the section.
        words: String,
    },
    /// A link.
    Link {
        /// The words; empty for the target itself.
        words: String,
        /// The target.
        target: String,
    },
}

/// A macro in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MacroFound {
    /// What it says.
    pub(super) text: MacroText,
    /// The place behind it.
    pub(super) end: usize,
    /// Bytes before its mark that belong to it.
    pub(super) said: usize,
}

/// The macro at a mark, which is one of `<`, `[`, `(` and `:`.
pub(super) fn macro_at(text: &str, at: usize) -> Option<MacroFound> {
    let rest = &text[at..];
    match rest.as_bytes()[0] {
        b'<' => angle(rest, at),
        b'[' => anchor(rest, at),
        b'(' => index_term(rest, at),
        _ => named(text, at),
    }
}

/// `<<id,words>>` or `<https://…>`.
fn angle(rest: &str, at: usize) -> Option<MacroFound> {
    if let Some(inner) = rest.strip_prefix("<<") {
        let end = near(inner, LONGEST_REFERENCE).find(">>")?;
        let (id, words) = inner[..end].split_once(',').unwrap_or((&inner[..end], ""));
        let is_id = !id.is_empty() && !id.starts_with(['<', ' ']);
        return is_id.then(|| MacroFound {
            text: reference(id.trim(), words.trim().trim_matches('"')),
            end: at + end + 4,
            said: 0,
        });
    }
    let inner = &rest[1..];
    let end = near(inner, LONGEST_TARGET).find(['>', ' ', '\n']).filter(|end| inner[*end..].starts_with('>'))?;
    let target = &inner[..end];
    let is_address = target.contains("://") || (target.contains('@') && target.contains('.'));
    is_address.then(|| link("", target, at + end + 2, 0))
}

/// `[[id]]`, which is no text, and `[[[name]]]`, which names a work.
fn anchor(rest: &str, at: usize) -> Option<MacroFound> {
    let inner = rest.strip_prefix("[[")?;
    if let Some(inner) = inner.strip_prefix('[') {
        let end = near(inner, LONGEST_REFERENCE).find("]]]")?;
        let (id, name) = inner[..end].split_once(',').unwrap_or((&inner[..end], &inner[..end]));
        let name = if name.trim().is_empty() { id } else { name };
        return Some(MacroFound { text: MacroText::Plain(format!("[{}]", name.trim())), end: at + end + 6, said: 0 });
    }
    let end = near(inner, LONGEST_REFERENCE).find("]]")?;
    let is_id = inner[..end].starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | ':'));
    is_id.then(|| MacroFound { text: MacroText::Plain(String::new()), end: at + end + 4, said: 0 })
}

/// `((term))`, which is shown, and `(((term)))`, which is not.
fn index_term(rest: &str, at: usize) -> Option<MacroFound> {
    if let Some(inner) = rest.strip_prefix("(((") {
        let end = near(inner, LONGEST_REFERENCE).find(")))")?;
        return Some(MacroFound { text: MacroText::Plain(String::new()), end: at + end + 6, said: 0 });
    }
    let inner = rest.strip_prefix("((")?;
    let end = near(inner, LONGEST_REFERENCE).find("))")?;
    let is_term = !inner[..end].contains(['(', ')']) && end > 0;
    is_term.then(|| MacroFound { text: MacroText::Words(inner[..end].to_owned()), end: at + end + 4, said: 0 })
}

/// `name:target[words]`, at its colon.
fn named(text: &str, at: usize) -> Option<MacroFound> {
    let name_length = text[..at].bytes().rev().take(LONGEST_NAME + 1).take_while(u8::is_ascii_alphanumeric).count();
    let start = at - name_length;
    let name = text.get(start..at).filter(|name| (1..=LONGEST_NAME).contains(&name.len()))?;
    let rest = &text[at + 1..];
    if matches!(name, "http" | "https" | "ftp" | "irc") {
        return rest.starts_with("//").then(|| address(text, start, at)).flatten();
    }
    let is_known = matches!(
        name,
        "link"
            | "mailto"
            | "xref"
            | "image"
            | "icon"
            | "footnote"
            | "footnoteref"
            | "kbd"
            | "btn"
            | "menu"
            | "stem"
            | "latexmath"
            | "asciimath"
            | "pass"
            | "anchor"
            | "indexterm"
            | "indexterm2"
            | "video"
            | "audio"
    );
    if !is_known || rest.starts_with(':') {
        return None;
    }
    let open = target_end(rest)?;
    let target = rest[..open].trim_start_matches("++").trim_end_matches("++");
    let words_from = open + 1;
    let length = words_end(&rest[words_from..])?;
    let words = rest[words_from..words_from + length].replace("\\]", "]");
    let end = at + 1 + words_from + length + 1;
    let text = said(name, target, &words)?;
    Some(MacroFound { text, end, said: name_length })
}

/// What a known macro says.
fn said(name: &str, target: &str, words: &str) -> Option<MacroText> {
    let first = || words_of_link(words);
    Some(match name {
        "link" => MacroText::Link { words: first(), target: target.to_owned() },
        "mailto" => {
            let words = if words.is_empty() { target.to_owned() } else { first() };
            MacroText::Link { words, target: format!("mailto:{target}") }
        }
        "xref" => reference(target, &first()),
        "image" | "icon" => MacroText::Words(if name == "icon" { String::new() } else { first() }),
        "video" | "audio" => MacroText::Link { words: String::new(), target: target.to_owned() },
        "footnote" if words.is_empty() => MacroText::Plain(String::new()),
        "footnote" => MacroText::Words(format!(" ({words})")),
        "footnoteref" => {
            MacroText::Words(words.split_once(',').map_or(String::new(), |(_, words)| format!(" ({})", words.trim())))
        }
        "kbd" => MacroText::Plain(words.trim().to_owned()),
        "btn" => MacroText::Words(words.to_owned()),
        "menu" => {
            let steps = words.split(['>', ',']).map(str::trim).filter(|step| !step.is_empty());
            MacroText::Plain([target].into_iter().chain(steps).collect::<Vec<_>>().join(" → "))
        }
        "stem" | "latexmath" | "asciimath" => MacroText::Plain(format!("${}$", words.trim().trim_matches('$'))),
        "pass" if target.contains(['q', 'n', 'm']) => MacroText::Words(words.to_owned()),
        "pass" => MacroText::Plain(without_tags(words)),
        "indexterm2" => MacroText::Words(words.to_owned()),
        "anchor" | "indexterm" => MacroText::Plain(String::new()),
        _ => return None,
    })
}

/// A bare address, or one with words in brackets, whose name begins at `start`.
fn address(text: &str, start: usize, at: usize) -> Option<MacroFound> {
    let rest = &text[at + 1..];
    let stop = |c: char| c.is_whitespace() || matches!(c, '[' | '<' | '>' | '"' | '`' | '|');
    let length = near(rest, LONGEST_TARGET).find(stop).unwrap_or_else(|| near(rest, LONGEST_TARGET).len());
    if rest[length..].starts_with('[')
        && let Some(inner) = words_end(&rest[length + 1..])
    {
        let words = words_of_link(&rest[length + 1..length + 1 + inner].replace("\\]", "]"));
        let target = &text[start..at + 1 + length];
        return Some(link(&words, target, at + 1 + length + inner + 2, at - start));
    }
    let is_open = rest[..length].contains('(');
    let ends =
        |c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '+' | '_') || (c == ')' && !is_open);
    let bare = rest[..length].trim_end_matches(ends);
    (bare.len() > 2).then(|| link("", &text[start..at + 1 + bare.len()], at + 1 + bare.len(), at - start))
}

fn link(words: &str, target: &str, end: usize, said: usize) -> MacroFound {
    let is_mail = target.contains('@') && !target.contains(':');
    let target = if is_mail { format!("mailto:{target}") } else { target.to_owned() };
    MacroFound { text: MacroText::Link { words: words.to_owned(), target }, end, said }
}

/// A reference to a section of this file, or to another file.
fn reference(target: &str, words: &str) -> MacroText {
    let (file, id) = target.split_once('#').unwrap_or(("", target));
    let file =
        if file.is_empty() && (target.ends_with(".adoc") || target.ends_with(".asciidoc")) { target } else { file };
    if file.is_empty() {
        return MacroText::Section { id: id.to_owned(), words: words.to_owned() };
    }
    let is_ended = file.rsplit('/').next().unwrap_or(file).contains('.');
    let file = if is_ended { file.to_owned() } else { format!("{file}.adoc") };
    let shown =
        if words.is_empty() { file.rsplit(['/', ':']).next().unwrap_or(&file).to_owned() } else { words.to_owned() };
    MacroText::Link { words: shown, target: file }
}

/// Bytes of a target before its bracket.
fn target_end(rest: &str) -> Option<usize> {
    let reach = near(rest, LONGEST_TARGET);
    let end = match reach.strip_prefix("++").and_then(|inner| inner.find("++[")) {
        Some(end) => end + 4,
        None => reach.find(['[', ' ', '\n', '\t'])?,
    };
    rest[end..].starts_with('[').then_some(end)
}

/// Bytes of the words up to the bracket that closes them.
fn words_end(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, byte) in near(rest, LONGEST_WORDS).bytes().enumerate() {
        match byte {
            b']' if escaped => {}
            b']' if depth == 0 => return Some(at),
            b']' => depth -= 1,
            b'[' => depth += 1,
            _ => {}
        }
        escaped = byte == b'\\';
    }
    // A bracket inside that nothing closes.
    let reach = near(rest, LONGEST_WORDS);
    reach.match_indices(']').map(|(at, _)| at).find(|at| !reach[..*at].ends_with('\\'))
}

/// The words of a link, without its attributes and the sign for a new window.
fn words_of_link(words: &str) -> String {
    let words = words.trim();
    let has_attributes = words.contains('=') || words.starts_with('"');
    let first = if has_attributes {
        parts_of(words).into_iter().find(|part| !part.contains('=')).unwrap_or_default()
    } else {
        words.to_owned()
    };
    first.trim().trim_end_matches('^').trim().to_owned()
}

/// The beginning of a text, at most of a length.
fn near(text: &str, most: usize) -> &str {
    &text[..quipu_kernel::text::char_start(text, most)]
}

/// A text of HTML without its tags.
pub(super) fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let is_tag = rest[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
        match rest[at..].find('>').filter(|_| is_tag) {
            Some(end) => {
                if !out.ends_with(char::is_whitespace) {
                    out.push(' ');
                }
                rest = &rest[at + end + 1..];
            }
            None if is_tag => return out + &rest[at..],
            None => {
                out.push('<');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> MacroText {
        let at = text.find([':', '<', '[', '(']).expect("a mark");
        let found = macro_at(text, at).expect("a macro");
        assert_eq!(found.end, text.len(), "{text}");
        found.text
    }

    #[test]
    fn macros_are_their_words() {
        let link = |words: &str, target: &str| MacroText::Link { words: words.to_owned(), target: target.to_owned() };
        assert_eq!(found("link:tide.pdf[Tide table^]"), link("Tide table", "tide.pdf"));
        assert_eq!(
            found("https://mast.example/a[\"Masts, all\",role=x]"),
            link("Masts, all", "https://mast.example/a")
        );
        assert_eq!(
            found("<<lamps,the lamps>>"),
            MacroText::Section { id: "lamps".to_owned(), words: "the lamps".to_owned() }
        );
        assert_eq!(found("xref:buoys.adoc#north[]"), link("buoys.adoc", "buoys.adoc"));
        assert_eq!(found("menu:File[Open > Chart]"), MacroText::Plain("File → Open → Chart".to_owned()));
        assert_eq!(found("[[lamps]]"), MacroText::Plain(String::new()));
        assert!(macro_at("std::vector[0]", 3).is_none());
    }
}
