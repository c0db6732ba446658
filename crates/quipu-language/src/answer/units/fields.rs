//! Header fields as units: lines of a paragraph that are all a name, a colon and a value, as mails, minutes and proposals
//! begin with them. Each says one fact of its document.

use std::ops::Range;

use super::visible::BLANK;

/// The fewest lines that are fields.
const FEWEST: usize = 2;
/// The longest name of a field, in words.
const LONGEST_NAME: usize = 4;

/// Ranges of the fields of a paragraph; none where a line is no field and continues none.
pub(super) fn fields(seen: &str) -> Option<Vec<Range<usize>>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in seen.split_inclusive('\n') {
        let (begin, end) = (at, at + line.trim_end().len());
        at += line.len();
        match out.last_mut() {
            _ if is_field(line) => out.push(begin..end),
            Some(last) if line.starts_with([' ', '\t']) => last.end = end,
            _ => return None,
        }
    }
    (out.len() >= FEWEST).then_some(out)
}

/// `Name: value`: a capital, few words, and text behind the colon.
fn is_field(line: &str) -> bool {
    let line = line.trim_matches([BLANK, '*', '_', ':', '\\']).trim_end();
    let Some((name, value)) = line.split_once(':') else { return false };
    let bare = name.trim_matches([BLANK, '*', '_']);
    let value = value.trim_start_matches([BLANK, '*', '_']);
    let words = bare.split_whitespace().count();
    let named = bare.starts_with(char::is_uppercase) && bare.chars().all(|c| c.is_alphanumeric() || " -/".contains(c));
    named && (1..=LONGEST_NAME).contains(&words) && value.starts_with([' ', '\t']) && !value.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_of_names_and_values_are_fields() {
        let text = "Number: 12\nOwner: Mira Lund,\n  Ivo Hahn\n\0\0Status:\0\0 closed";
        let found: Vec<&str> = fields(text).unwrap().into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["Number: 12", "Owner: Mira Lund,\n  Ivo Hahn", "\0\0Status:\0\0 closed"]);
        for text in ["Number: 12", "Number: 12\nand more", "One thing: this\nIt is so", "https://a.b\nhttps://c.d", ""]
        {
            assert_eq!(fields(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn fields_lie_in_their_paragraph(text in "\\PC{0,40}|([A-Z]{1,3}: ?[a-z]{0,3}\n){0,5}") {
            for at in fields(&text).unwrap_or_default() {
                prop_assert!(text.get(at).is_some());
            }
        }
    }
}
