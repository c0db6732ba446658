//! The words of the current block, and the marks that are open in it: links, raised and lowered
//! letters, struck-out text.

use crate::load::html::mark::Mark;
use ego_tree::NodeRef;
use scraper::node::{Element, Node};

use super::Scope;
use super::scripts::{lowered, raised};
use super::styles::Styles;
use crate::load::paths::has_scheme;
use crate::load::written::one_line;

/// Signs of links back to the text, or to a heading itself.
const SIGNS: [&str; 10] = ["↩", "↩︎", "↩\u{fe0e}", "¶", "#", "§", "↑", "^", "⏎", "🔗"];
/// Nesting limit of marks; beyond it the inner ones are forgotten.
const DEEPEST: usize = 64;
/// The longest name of a note.
const LONGEST_NOTE: usize = 6;

/// The mark that an element opens.
pub(super) fn mark(part: NodeRef<'_, Node>, element: &Element, scope: Scope, styles: &Styles) -> Option<Mark> {
    let mark = match element.name() {
        "a" => Some(Mark::Link(element.attr("href").and_then(|href| target(href, scope)))),
        "sup" => Some(Mark::Raised),
        "sub" => Some(Mark::Lowered),
        "del" | "s" | "strike" => Some(Mark::Struck),
        "img" | "br" | "input" | "table" | "tr" | "ul" | "ol" => None,
        _ => styles.mark(element),
    };
    match mark {
        Some(Mark::Raised) if leads_to_a_note(part) => Some(Mark::Note),
        // Cells, too, are set above or below the line.
        Some(Mark::Raised | Mark::Lowered) if matches!(element.name(), "td" | "th" | "div" | "p") => None,
        mark => mark,
    }
}

/// True if raised letters are the sign of a note: they hold, or stand in, a link to a place.
fn leads_to_a_note(part: NodeRef<'_, Node>) -> bool {
    let leads = |part: NodeRef<'_, Node>| {
        let link = part.value().as_element().filter(|element| element.name() == "a");
        link.and_then(|link| link.attr("href")).is_some_and(|href| href.contains('#') && !href.contains("://"))
    };
    part.ancestors().take(2).any(leads) || part.descendants().take(8).any(leads)
}

/// The target of a link, if that is not a place on the same page, or in the same book.
fn target(href: &str, scope: Scope) -> Option<String> {
    let href = href.trim();
    let leads = !href.is_empty() && !href.starts_with('#') && !href.to_lowercase().starts_with("javascript:");
    let outside = scope != Scope::Chapter || has_scheme(href);
    (leads && outside && !href.contains(char::is_whitespace)).then(|| href.replace('(', "%28").replace(')', "%29"))
}

/// The words of a block in the making.
#[derive(Debug, Default)]
pub(super) struct Inline {
    words: String,
    /// The marks that are open, and where their words begin; nowhere when the block ended in them.
    open: Vec<(Mark, Option<usize>)>,
    /// True if white space counts.
    pub(super) verbatim: bool,
    /// True if the words of a picture stand last.
    pictured: bool,
}

impl Inline {
    /// Adds words.
    pub(super) fn say(&mut self, text: &str) {
        if self.verbatim {
            self.words.push_str(text);
            return;
        }
        if std::mem::take(&mut self.pictured) && text.starts_with(char::is_alphanumeric) {
            self.words.push(' ');
        }
        for c in text.chars() {
            match c.is_whitespace() {
                true if self.words.is_empty() || self.words.ends_with([' ', '\n']) => {}
                true => self.words.push(' '),
                // Soft hyphens and marks of direction are no letters.
                false if matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}') => {}
                false => self.words.push(c),
            }
        }
    }

    /// Adds the words of a picture, apart from letters beside it.
    pub(super) fn picture(&mut self, words: &str) {
        if self.words.ends_with(char::is_alphanumeric) {
            self.say(" ");
        }
        self.say(words);
        self.pictured = true;
    }

    /// Begins a line.
    pub(super) fn line(&mut self) {
        self.words.push('\n');
    }

    /// Begins another part of the same line: after `mark`, unless the line is empty so far.
    pub(super) fn part(&mut self, mark: &str) {
        let end = self.words.trim_end().len();
        self.words.truncate(end);
        if end > 0 {
            let ended = self.words.ends_with([':', ';', '.', ',', '!', '?']);
            self.words.push_str(if ended { "" } else { mark });
            self.words.push(' ');
        }
    }

    /// Begins the mark of an element.
    pub(super) fn begin(&mut self, mark: Mark) {
        let known = self.open.len() < DEEPEST;
        self.open.push((mark, known.then_some(self.words.len())));
    }

    /// Ends the mark that was begun last.
    pub(super) fn end(&mut self) {
        let Some((mark, Some(from))) = self.open.pop() else { return };
        if let Some(written) = self.words.get(from..).and_then(|inside| self.marked(&mark, from, inside)) {
            self.words.truncate(from);
            self.words.push_str(&written);
        }
    }

    /// Words with their mark applied; missing where they stay as they are.
    fn marked(&self, mark: &Mark, from: usize, inside: &str) -> Option<String> {
        let words = inside.trim();
        if words.is_empty() {
            return None;
        }
        // No blank stands before an exponent.
        let apart = inside.starts_with(char::is_whitespace) && !matches!(mark, Mark::Raised | Mark::Lowered);
        let blank = if apart { " " } else { "" };
        let before = self.words.get(..from).unwrap_or_default();
        let written = match mark {
            Mark::Link(None) if SIGNS.contains(&words) => return Some(String::new()),
            Mark::Link(Some(target)) if !self.verbatim && words != target => {
                format!("[{}]({target})", one_line(words).replace(['[', ']'], " "))
            }
            Mark::Link(_) => return None,
            Mark::Note if self.verbatim => return None,
            Mark::Note => note(words).unwrap_or_else(|| raised(before, words)),
            Mark::Raised => raised(before, words),
            Mark::Lowered => lowered(before, words),
            // Struck-out text around it covers both.
            Mark::Struck if self.struck().is_some() => return None,
            Mark::Struck if self.verbatim || !words.contains(char::is_alphanumeric) => return None,
            Mark::Struck => struck(words),
        };
        let after = if inside.ends_with(char::is_whitespace) { " " } else { "" };
        Some(format!("{blank}{written}{after}"))
    }

    /// Takes the words; marks that are open go on in the next block.
    pub(super) fn take(&mut self) -> String {
        let mut words = std::mem::take(&mut self.words);
        self.pictured = false;
        if words.is_empty() {
            return words;
        }
        let from = self.struck();
        let inside = from.and_then(|from| words.get(from..)).map(str::trim).unwrap_or_default();
        if !self.verbatim && inside.contains(char::is_alphanumeric) {
            let written = struck(inside);
            words.truncate(from.unwrap_or_default());
            words.push_str(&written);
        }
        for (mark, from) in self.open.iter_mut().take(DEEPEST) {
            *from = (*mark == Mark::Struck).then_some(0);
        }
        words
    }

    /// The start of the struck-out words.
    fn struck(&self) -> Option<usize> {
        self.open.iter().take(DEEPEST).find(|(mark, _)| *mark == Mark::Struck).and_then(|(_, from)| *from)
    }

    /// True if there is no text.
    pub(super) fn is_empty(&self) -> bool {
        self.words.trim().is_empty()
    }
}

/// Words that were struck out, as Markdown has it, line by line.
fn struck(words: &str) -> String {
    words.lines().map(|line| format!("~~{}~~", line.trim())).collect::<Vec<_>>().join("\n")
}

/// The sign of a note, if it is short.
fn note(words: &str) -> Option<String> {
    let name = words.trim_matches(['[', ']', '(', ')']);
    let fits = name.chars().count() <= LONGEST_NOTE && !name.is_empty() && name.chars().all(char::is_alphanumeric);
    fits.then(|| format!("[^{name}]"))
}
