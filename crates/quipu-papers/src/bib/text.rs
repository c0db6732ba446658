//! Small changes to texts that all formats share.

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
const TAGS: [&str; 8] = ["i", "b", "sc", "sub", "sup", "span", "em", "strong"];

/// A text without tags such as `<i>`, and the contents of `<span class="nocase">`, in order.
pub(crate) fn untagged(text: &str) -> (String, Vec<String>) {
    let (mut out, mut kept) = (String::with_capacity(text.len()), Vec::new());
    // The beginning of each open span, if its case is kept.
    let mut spans: Vec<Option<usize>> = Vec::new();
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
    TAGS.contains(&name).then_some((tag, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_what_keeps_its_case_is_told() {
        let (text, kept) = untagged("The <span class=\"nocase\">BERT</span> of <i>All</i> x < y > <unknown>");
        assert_eq!(text, "The BERT of All x < y > <unknown>");
        assert_eq!(kept, ["BERT"]);
    }

    #[test]
    fn paragraphs_stand_between_blank_lines() {
        assert_eq!(paragraphs("\n a\nb\n \n\nc\n"), [" a\nb\n", "c\n"]);
        assert!(paragraphs(" \n").is_empty());
    }
}
