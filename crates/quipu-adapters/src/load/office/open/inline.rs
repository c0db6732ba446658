//! Words of a paragraph of OpenDocument, with their links, notes, remarks and marks of letters.

use super::blocks::Story;
use crate::load::marks::settle;
use crate::load::office::links::push_link;
use crate::load::office::xml::{Piece, Tag};
use crate::load::written::one_line;

/// Nesting limit of spans; deeper parts are left out.
const DEEPEST: usize = 60;
/// The most blanks in a row that one element stands for.
const BLANKS: usize = 16;

impl<'d> Story<'d> {
    /// The words of a paragraph or a heading; frames in it are kept for after it.
    pub(super) fn words(&mut self, paragraph: &'d Tag) -> String {
        let style = paragraph.attribute("style-name").unwrap_or_default();
        if self.styles.hides(style) {
            return String::new();
        }
        let mut words = String::new();
        self.inside(paragraph, style, &mut words, 0);
        settle(&words)
    }

    fn inside(&mut self, tag: &'d Tag, style: &str, words: &mut String, depth: usize) {
        for piece in &tag.inside {
            match piece {
                // White space is as in pages: one blank.
                Piece::Text(text) => words.push_str(&self.styles.marked(style, &blanks_as_one(text))),
                Piece::Tag(tag) if depth < DEEPEST => self.part(tag, style, words, depth + 1),
                Piece::Tag(_) => {}
            }
        }
    }

    fn part(&mut self, tag: &'d Tag, style: &str, words: &mut String, depth: usize) {
        match tag.name.as_str() {
            "span" => {
                let own = tag.attribute("style-name").unwrap_or(style);
                if !self.styles.hides(own) {
                    self.inside(tag, own, words, depth);
                }
            }
            "a" => {
                let mut inside = String::new();
                self.inside(tag, style, &mut inside, depth);
                push_link(words, &settle(&inside), tag.attribute("href").unwrap_or_default());
            }
            "s" => {
                let count = tag.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                words.push_str(&" ".repeat(count.min(BLANKS)));
            }
            "tab" => words.push(' '),
            "line-break" => words.push('\n'),
            "note" => self.note(tag, words),
            "annotation" => self.remark(tag),
            "ruby" => {
                if let Some(base) = tag.tag("ruby-base") {
                    self.inside(base, style, words, depth);
                }
            }
            "frame" => match self.formula(tag) {
                Some(formula) => words.push_str(formula),
                None => self.after.push(tag),
            },
            // Frames in the paragraph.
            "custom-shape" | "text-box" | "g" => self.after.push(tag),
            // Elements that are not text, and hidden values of fields.
            "bookmark" | "annotation-end" | "ruby-text" | "tracked-changes" | "hidden-text" | "script" => {}
            _ => self.inside(tag, style, words, depth),
        }
    }

    /// The formula that a frame shows.
    fn formula(&self, frame: &Tag) -> Option<&String> {
        let object = frame.tag("object")?.attribute("href")?.trim_start_matches("./").trim_end_matches('/');
        self.formulas.get(object)
    }

    fn note(&mut self, tag: &'d Tag, words: &mut String) {
        let said = tag.tag("note-body").map(|body| self.flat(body)).unwrap_or_default();
        if !said.is_empty() {
            self.noted += 1;
            words.push_str(&format!("[^{}]", self.noted));
            self.notes.push(format!("[^{}]: {said}", self.noted));
        }
    }

    fn remark(&mut self, tag: &'d Tag) {
        let said: Vec<String> =
            tag.tags().filter(|tag| matches!(tag.name.as_str(), "p" | "list")).map(|tag| self.flat(tag)).collect();
        let said = one_line(&said.join(" "));
        let author = tag.tag("creator").map(|tag| one_line(&tag.words_of("creator"))).unwrap_or_default();
        if said.is_empty() {
            return;
        }
        let (by, before) = match author.as_str() {
            "" => (String::new(), String::new()),
            author => (format!(" by {author}"), format!("{author}: ")),
        };
        self.notes.push(format!("> Comment{by}: {said}"));
        self.remarks.push(format!("{before}{said}"));
    }

    /// All that an element says, in one line.
    pub(super) fn flat(&mut self, tag: &'d Tag) -> String {
        let mut parts = Vec::new();
        let mut left = vec![tag];
        while let Some(tag) = left.pop() {
            match tag.name.as_str() {
                "p" | "h" => parts.push(self.words(tag)),
                "annotation" => self.remark(tag),
                _ => {
                    let inside: Vec<&Tag> = tag.tags().collect();
                    left.extend(inside.into_iter().rev());
                }
            }
            let after = std::mem::take(&mut self.after);
            left.extend(after.into_iter().rev());
        }
        one_line(&parts.join(" "))
    }
}

fn blanks_as_one(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' | '\t' | '\n' | '\r' if out.ends_with(' ') => {}
            '\t' | '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
