//! Marks inside words while a document is read: struck out, raised or lowered text, and the number
//! that a program shows before a paragraph. `settle` writes them as Markdown.
//!
//! They are noncharacters of Unicode, which no text holds.

use super::powers::{around, lowered, raised};

/// The meaning of a pair of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A number shown before a paragraph.
    Label,
    /// Struck out.
    Struck,
    /// Raised.
    Up,
    /// Lowered.
    Down,
}

impl Mark {
    /// The character before, and the one behind.
    pub(super) fn pair(self) -> (char, char) {
        match self {
            Self::Label => ('\u{fdd0}', '\u{fdd1}'),
            Self::Struck => ('\u{fdd2}', '\u{fdd3}'),
            Self::Up => ('\u{fdd4}', '\u{fdd5}'),
            Self::Down => ('\u{fdd6}', '\u{fdd7}'),
        }
    }

    /// Words between these marks.
    pub(super) fn around(self, words: &str) -> String {
        let (open, close) = self.pair();
        format!("{open}{words}{close}")
    }
}

/// Words with their marks written out, except the label.
pub(super) fn settle(words: &str) -> String {
    if !words.contains(|c| ('\u{fdd2}'..='\u{fdd7}').contains(&c)) {
        return words.to_owned();
    }
    let mut words = words.to_owned();
    for mark in [Mark::Struck, Mark::Up, Mark::Down] {
        // Changes of letter shape split one marked stretch.
        let (open, close) = mark.pair();
        words = words.replace(&format!("{close}{open}"), "");
    }
    let words = written(&words, Mark::Up, raised);
    let words = written(&words, Mark::Down, |said, _| lowered(said));
    written(&words, Mark::Struck, |said, _| struck(said))
}

/// The text of a label, and the words after it.
pub(super) fn labelled(words: &str) -> (Option<&str>, &str) {
    let (open, close) = Mark::Label.pair();
    let found = words.trim_start().strip_prefix(open).and_then(|rest| rest.split_once(close));
    found.map_or((None, words), |(label, rest)| (Some(label.trim()).filter(|label| !label.is_empty()), rest))
}

/// The mark of a member of a list with this label. Markdown counts in numbers only, so others stand behind a mark.
pub(super) fn of_member(label: Option<&str>) -> String {
    let Some(label) = label.filter(|label| label.contains(char::is_alphanumeric)) else { return "-".to_owned() };
    let digits = label.strip_suffix(['.', ')']).unwrap_or_default();
    let is_number = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { label.to_owned() } else { format!("- {label}") }
}

/// Words with their labels before them; missing where there are only labels.
pub(super) fn spoken(words: &str) -> String {
    let (open, close) = Mark::Label.pair();
    if !words.contains(open) {
        return words.to_owned();
    }
    let bare = written(words, Mark::Label, |_, _| String::new());
    if bare.trim().is_empty() {
        return String::new();
    }
    written(words, Mark::Label, |label, _| format!("{} ", label.trim())).replace(close, "")
}

/// Words without their labels, for use elsewhere.
pub(super) fn bare(words: &str) -> String {
    written(&settle(words), Mark::Label, |_, _| String::new()).trim().to_owned()
}

/// Replaces the text between marks of one kind; a mark without its other half goes.
fn written(words: &str, mark: Mark, change: impl Fn(&str, Option<char>) -> String) -> String {
    let (open, close) = mark.pair();
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, from)) = rest.split_once(open) {
        out.push_str(&before.replace(close, ""));
        // Where no mark is closed any more, the search ends.
        let Some((inside, after)) = from.split_once(close) else {
            out.push_str(&from.replace(open, ""));
            return out;
        };
        let changed = change(&inside.replace(open, ""), out.chars().next_back());
        out.push_str(&changed);
        rest = after;
    }
    out.push_str(&rest.replace(close, ""));
    out
}

/// Struck words, as Markdown marks them.
fn struck(words: &str) -> String {
    around(words, |said| format!("~~{said}~~"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_letter_shapes_part_is_one() {
        let words = format!("for {}{} now", Mark::Struck.around("30 "), Mark::Struck.around("marks"));
        assert_eq!(settle(&words), "for ~~30 marks~~ now");
        let words = format!("10{}{}", Mark::Up.around("-"), Mark::Up.around("3"));
        assert_eq!(settle(&words), "10⁻³");
        let words = Mark::Struck.around(&format!("10{}", Mark::Up.around("3")));
        assert_eq!(settle(&words), "~~10³~~");
        assert_eq!(settle(&"\u{fdd2}a".repeat(300_000)), "a".repeat(300_000));
    }

    #[test]
    fn a_label_stands_before_its_words_and_never_alone() {
        let words = format!("{}Of water", Mark::Label.around("3.1"));
        assert_eq!(labelled(&words), (Some("3.1"), "Of water"));
        assert_eq!(spoken(&words), "3.1 Of water");
        assert_eq!(bare(&words), "Of water");
        assert_eq!(spoken(&Mark::Label.around("3.1")), "");
        assert_eq!(spoken("a\u{fdd0}b"), "ab");
    }
}
