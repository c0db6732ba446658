//! Choice among the forms of one body: plain text, a page and perhaps more.
//!
//! The plain one is read, unless it is blank, a stub ("your program shows no pages") or much shorter than
//! another: forms are compared by their words, and words missing in the chosen form are read
//! too. Cost: the words of all forms.

use std::collections::HashSet;

/// A plain form says as much as a page where it has this share of the words of the page, in percent:
/// the rest is the page's frame.
const ENOUGH: usize = 60;
/// A form with fewer words of its own is only a stub.
const STUB: usize = 40;

/// A form of a body, as it was written.
pub(super) struct Form {
    /// Its text.
    pub(super) text: String,
    /// True if it was a page.
    pub(super) is_page: bool,
}

/// The places of the forms to be read, the best first.
pub(super) fn chosen(forms: &[Form]) -> Vec<usize> {
    let words: Vec<HashSet<String>> = forms.iter().map(|form| words(&form.text)).collect();
    let Some(richest) = (0..forms.len()).rev().max_by_key(|at| words[*at].len()) else { return Vec::new() };
    let plain = (0..forms.len()).find(|at| {
        let shared = words[*at].intersection(&words[richest]).count();
        !forms[*at].is_page && !words[*at].is_empty() && shared * 100 >= words[richest].len() * ENOUGH
    });
    let first = plain.unwrap_or(richest);
    let mut read = vec![first];
    let mut said = words[first].clone();
    for at in (0..forms.len()).filter(|at| *at != first) {
        let alone = words[at].difference(&said).count();
        if alone >= STUB && alone * 2 > words[at].len() {
            read.push(at);
            said.extend(words[at].iter().cloned());
        }
    }
    read
}

/// The distinct words of a text without the addresses in it; in scripts that do not part words, each letter.
fn words(text: &str) -> HashSet<String> {
    let mut words = HashSet::new();
    for part in text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '<' | '>')) {
        if part.contains("://") || part.starts_with("mailto:") {
            continue;
        }
        for word in part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if word.chars().any(|c| c >= '\u{2e80}') {
                words.extend(word.chars().map(String::from));
            } else {
                words.insert(word.to_lowercase());
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str, is_page: bool) -> Form {
        Form { text: text.to_owned(), is_page }
    }

    #[test]
    fn the_plain_form_is_read_where_it_says_as_much() {
        let page = "# Rota\n\nThe pump is checked on Monday by Ada and on Friday by Cyr. [all](https://x.example/rota)";
        let same = form("The pump is checked on Monday by Ada and on Friday by Cyr.", false);
        assert_eq!(chosen(&[same, form(page, true)]), [0]);
        for stub in ["", "  \n", "Your program shows no pages.", "The pump"] {
            assert_eq!(chosen(&[form(stub, false), form(page, true)]), [1], "{stub:?}");
        }
        assert_eq!(chosen(&[form("Only this.", false)]), [0]);
        assert_eq!(chosen(&[form("Words.", false), form("", true)]), [0]);
        assert_eq!(chosen(&[]), [0; 0]);
    }

    #[test]
    fn what_no_other_form_says_is_read_too() {
        let many = |from: u32| (from..from + 60).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        assert_eq!(chosen(&[form(&many(0), false), form(&many(100), true)]), [0, 1]);
        assert_eq!(chosen(&[form(&many(0), false), form(&(many(0) + " " + &many(100)), true)]), [1]);
    }
}
