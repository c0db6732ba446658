//! Sources in the text of an answer: marks (`[1]`) after sentences, and a list of the cited documents below it.

use std::fmt::Write as _;
use std::str::FromStr;

use quipu::ask::{Citation, ShownHit};

use crate::place::Places;

/// The heading of the list, by the language of the answer.
const HEADS: [&str; 2] = ["**Sources**", "**Источники**"];
/// The heading of passages that are near a question and do not answer it.
const NEAREST: [&str; 2] = ["**Nearest passages**", "**Ближайшие отрывки**"];
/// Number of such passages in the list.
const NEAR: usize = 3;
/// The longest mark, in bytes: `[` and four digits.
const MARK: usize = 5;

/// The form of sources in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SourcesShown {
    /// Marks, and a list below.
    List,
    /// Marks alone.
    Marks,
    /// Neither.
    Hidden,
}

impl FromStr for SourcesShown {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "list" => Ok(Self::List),
            "marks" => Ok(Self::Marks),
            "none" => Ok(Self::Hidden),
            _ => Err(()),
        }
    }
}

/// The list of an answer's citations, to stand below its text; empty without citations. Its numbers are those of the
/// marks, and no marks themselves: some pages replace each mark by its citation.
pub(super) fn list(text: &str, citations: &[Citation], hits: &[ShownHit], places: &Places) -> String {
    if citations.is_empty() {
        return String::new();
    }
    let mut out = format!("\n\n{}\n\n", HEADS[language(text)]);
    for citation in citations {
        let Citation { n, page, .. } = citation;
        let link = places.cited(citation);
        let page = page.map_or_else(String::new, |page| format!(", p. {page}"));
        // A string takes everything.
        let _ = writeln!(out, "{n}. [{}]({link}){page}", escaped(&title(citation, hits)));
    }
    out.truncate(out.trim_end().len());
    out
}

/// The list of passages near an unanswered question; empty where there are no passages.
pub(super) fn nearest(text: &str, hits: &[ShownHit], places: &Places) -> String {
    let mut out = String::new();
    for hit in hits.iter().take(NEAR) {
        let document = if hit.title.is_empty() { &hit.document } else { &hit.title };
        // A string takes everything.
        let _ = writeln!(out, "- [{}]({})", escaped(&below(document, &hit.heading)), places.found(hit));
    }
    if out.is_empty() { out } else { format!("\n\n{}\n\n{}", NEAREST[language(text)], out.trim_end()) }
}

/// The title of a citation: the title of its document and the headings above the place.
pub(super) fn title(of: &Citation, hits: &[ShownHit]) -> String {
    let found = hits.iter().find(|hit| hit.document == of.document && !hit.title.is_empty());
    below(found.map_or(&of.document, |hit| &hit.title), &of.heading)
}

/// A document and the headings above a place in it.
fn below(document: &str, headings: &[String]) -> String {
    let below = headings.iter().map(String::as_str).filter(|heading| *heading != document);
    std::iter::once(document).chain(below).collect::<Vec<_>>().join(" › ")
}

/// A text that means nothing to Markdown but itself.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\[]*_`<>".contains(letter) {
            out.push('\\');
        }
        out.push(if letter.is_control() { ' ' } else { letter });
    }
    out
}

/// The language that a text is in, as a place in the lists above.
pub(super) fn language(text: &str) -> usize {
    let russian = text.chars().filter(|letter| matches!(letter, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё')).count();
    let latin = text.chars().filter(char::is_ascii_alphabetic).count();
    usize::from(russian > latin)
}

/// An answer without the list below it, for the context of the next question.
pub(super) fn without_list(text: &str) -> &str {
    let at = HEADS.iter().chain(&NEAREST).filter_map(|head| text.rfind(&format!("\n\n{head}\n"))).max();
    at.map_or(text, |at| &text[..at])
}

/// Takes marks out of a text that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Unmarked {
    held: String,
}

impl Unmarked {
    /// The text that can be sent after a piece: a mark may begin at its end.
    pub(super) fn push(&mut self, piece: &str) -> String {
        self.held.push_str(piece);
        let mut out = String::new();
        while let Some(open) = self.held.find('[') {
            let blank = self.held[..open].trim_end_matches(' ').len();
            let inside = &self.held[open + 1..];
            let signs = inside.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'?').count();
            match inside.as_bytes().get(signs) {
                // Whether it is a mark is not known yet.
                None if signs < MARK => {
                    out.push_str(&self.held[..blank]);
                    self.held.drain(..blank);
                    return out;
                }
                Some(b']') if signs > 0 => {
                    out.push_str(&self.held[..blank]);
                    self.held.drain(..open + signs + 2);
                }
                _ => {
                    out.push_str(&self.held[..=open]);
                    self.held.drain(..=open);
                }
            }
        }
        // A blank may stand before a mark.
        let known = self.held.trim_end_matches(' ').len();
        out.push_str(&self.held[..known]);
        self.held.drain(..known);
        out
    }

    /// The withheld rest, at the end.
    pub(super) fn rest(self) -> String {
        self.held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_wherever_pieces_end() {
        let text = "Ilse Varga. [1] It rang [2][13]; a[i] and [note] stay. [?]\n- one [3]";
        let plain = "Ilse Varga. It rang; a[i] and [note] stay.\n- one";
        for size in 1..text.len() {
            let (mut unmarked, mut out) = (Unmarked::default(), String::new());
            for piece in text.as_bytes().chunks(size) {
                out.push_str(&unmarked.push(std::str::from_utf8(piece).unwrap()));
            }
            out.push_str(&unmarked.rest());
            assert_eq!(out, plain, "{size}");
        }
    }

    #[test]
    fn a_list_is_taken_off_what_was_said() {
        assert_eq!(without_list("Yes. [1]\n\n**Sources**\n\n1. [a](b)"), "Yes. [1]");
        assert_eq!(without_list("Да. [1]\n\n**Источники**\n\n1. [a](b)"), "Да. [1]");
        assert_eq!(without_list("No.\n\n**Nearest passages**\n\n- [a](b)"), "No.");
        assert_eq!(without_list("**Sources** are rare."), "**Sources** are rare.");
    }

    #[test]
    fn a_title_is_no_markup() {
        assert_eq!(escaped("a [b](c) *d* <e>\n"), "a \\[b\\](c) \\*d\\* \\<e\\> ");
        assert_eq!((language("Кто?"), language("Who?")), (1, 0));
    }
}
