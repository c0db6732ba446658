//! Small changes to texts that all formats share.

use super::small_letters::{lowered, raised};

/// The text with each run of blanks as one, none at the ends.
pub(crate) fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// The collapsed text, if anything is left.
pub(crate) fn some(text: &str) -> Option<String> {
    Some(collapsed(text)).filter(|text| !text.is_empty())
}

/// The parts between blank lines.
pub(crate) fn paragraphs(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at + line.len();
        }
        at += line.len();
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The tags of markup that titles hold in CSL JSON and in open catalogues.
const TAGS: [&str; 10] = ["i", "b", "u", "sc", "scp", "sub", "sup", "span", "em", "strong"];
/// The beginning of tags that publishers' catalogues write.
const JATS: &str = "jats:";

/// A text without tags such as `<i>`, and the contents of `<span class="nocase">`, in order. What is raised or lowered
/// stays so.
pub(crate) fn untagged(text: &str) -> (String, Vec<String>) {
    let (mut out, mut kept) = (String::with_capacity(text.len()), Vec::new());
    // The beginning of each open span, if its case is kept.
    let mut spans: Vec<Option<usize>> = Vec::new();
    // The beginning of an open power or index.
    let mut small: Option<usize> = None;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let Some((tag, length)) = tag_at(rest) else {
            out.push('<');
            rest = rest.get(1..).unwrap_or_default();
            continue;
        };
        if tag.starts_with("span") {
            spans.push(tag.contains("nocase").then_some(out.len()));
        } else if tag == "/span"
            && let Some(Some(from)) = spans.pop()
        {
            kept.extend(some(out.get(from..).unwrap_or_default()));
        } else if matches!(tag, "/jats:p" | "/jats:title") {
            out.push(' ');
        } else if matches!(tag.strip_prefix(JATS).unwrap_or(tag), "sup" | "sub") {
            small = Some(out.len());
        } else if let "/sup" | "/sub" | "/jats:sup" | "/jats:sub" = tag
            && let Some(from) = small.take()
        {
            let inside = out.split_off(from);
            out.push_str(&if tag.ends_with("sup") { raised(&inside) } else { lowered(&inside) });
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    (out, kept)
}

/// Maximal length of a tag, in bytes.
const LONGEST_TAG: usize = 100;

/// The inside of the tag that a text begins with, and its length with the brackets.
fn tag_at(text: &str) -> Option<(&str, usize)> {
    let end = text.bytes().take(LONGEST_TAG).position(|byte| byte == b'>')?;
    let tag = text.get(1..end)?;
    let name = tag.trim_start_matches('/').split_whitespace().next()?;
    (TAGS.contains(&name) || name.starts_with(JATS)).then_some((tag, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_what_keeps_its_case_is_told() {
        let (text, kept) = untagged("The <span class=\"nocase\">BERT</span> of <i>All</i> x < y > <unknown>");
        assert_eq!(text, "The BERT of All x < y > <unknown>");
        assert_eq!(kept, ["BERT"]);
        let said = |text: &str| untagged(text).0;
        assert_eq!(said("10<sup>6</sup> of CO<sub>2</sub>"), "10⁶ of CO₂");
        assert_eq!(
            said("<jats:p>One <jats:italic>bell</jats:italic>.</jats:p><jats:p>Two.</jats:p>"),
            "One bell. Two. "
        );
    }

    #[test]
    fn paragraphs_stand_between_blank_lines() {
        assert_eq!(paragraphs("\n a\nb\n \n\nc\n"), [" a\nb\n", "c\n"]);
        assert!(paragraphs(" \n").is_empty());
    }
}
