//! The words of a line in XML: formulas, code and links as Markdown has them, notes in their place.

use std::collections::HashMap;

use super::roles::{XmlRole, role};
use super::xml_tree::{XmlElement, XmlInside};
use crate::load::superscripts::{lowered, raised};
use crate::load::text_builder::one_line;

/// The longest title that a reference within the document shows, in bytes.
const LONGEST_TITLE: usize = 200;

/// Titles by the ids of their elements.
pub(super) type XmlTitles = HashMap<String, String>;

/// The titles of a document, for references to them.
pub(super) fn titles(root: &XmlElement) -> XmlTitles {
    let mut found = XmlTitles::new();
    gather(root, &mut found);
    found
}

fn gather(element: &XmlElement, found: &mut XmlTitles) {
    if let Some(id) = element.attribute("id")
        && let Some(title) = element.elements().find(|inside| role(&inside.name) == XmlRole::Heading)
    {
        let title = title.said();
        if title.len() <= LONGEST_TITLE {
            found.entry(id.to_owned()).or_insert(title);
        }
    }
    element.elements().for_each(|inside| gather(inside, found));
}

/// Writes the words of elements.
pub(super) struct XmlLine<'t> {
    titles: &'t XmlTitles,
    /// The words so far.
    pub(super) words: String,
    /// Notes at the foot that the words lead to.
    pub(super) notes: Vec<String>,
    in_code: bool,
}

impl<'t> XmlLine<'t> {
    /// An empty line.
    pub(super) fn new(titles: &'t XmlTitles) -> Self {
        Self { titles, words: String::new(), notes: Vec::new(), in_code: false }
    }

    /// Adds a piece of content.
    pub(super) fn piece(&mut self, piece: &XmlInside) {
        match piece {
            XmlInside::Words(text) => self.words.push_str(text),
            XmlInside::Blank => self.words.push(' '),
            XmlInside::Element(element) => self.element(element),
        }
    }

    /// Adds all that stands in an element; elements without words beside them are set apart by blanks.
    pub(super) fn inside(&mut self, element: &XmlElement) {
        for piece in &element.inside {
            self.piece(piece);
            if !element.has_words && matches!(piece, XmlInside::Element(_)) {
                self.words.push(' ');
            }
        }
    }

    /// Adds an element.
    pub(super) fn element(&mut self, element: &XmlElement) {
        match (role(&element.name), element.name.as_str()) {
            (XmlRole::Left, _) => {}
            (_, "lb" | "br" | "pb") => self.words.push(' '),
            (_, "footnote" | "fn" | "note") => self.note(element),
            (_, "sup" | "superscript") => self.shifted(element, |before, words| raised(words, before)),
            (_, "sub" | "subscript") => self.shifted(element, |_, words| lowered(words)),
            (_, "quote" | "q" | "socalled") => {
                self.words.push('“');
                self.inside(element);
                self.words.push('”');
            }
            (_, "menuchoice" | "menucascade") => self.joined(element, " > "),
            (_, "keycombo") => self.joined(element, "+"),
            (_, "alternatives") => self.formula(element),
            (XmlRole::Formula, _) => self.formula(element),
            (XmlRole::Literal, _) if !self.in_code => self.literal(element),
            (_, "link" | "ulink" | "ext-link" | "xref" | "ref" | "a" | "uri" | "ptr" | "rref") => self.link(element),
            (XmlRole::Inline, _) => self.inside(element),
            // A block within a line, as a paragraph of a cell.
            _ => {
                if !element.has_words && !self.words.ends_with([' ', '(']) {
                    self.words.push(' ');
                }
                self.inside(element);
            }
        }
    }

    fn note(&mut self, element: &XmlElement) {
        let mut line = XmlLine::new(self.titles);
        line.inside(element);
        let words = one_line(&line.words);
        if words.is_empty() {
            return;
        }
        if self.in_code {
            self.words.push_str(&words);
            return;
        }
        self.notes.push(words);
    }

    fn shifted(&mut self, element: &XmlElement, shift: impl Fn(Option<char>, &str) -> String) {
        let words = self.apart(element);
        let before = self.words.chars().next_back();
        self.words.push_str(&shift(before, &words));
    }

    fn joined(&mut self, element: &XmlElement, mark: &str) {
        let parts: Vec<String> = element.elements().map(|part| one_line(&self.apart(part))).collect();
        self.words.push_str(&parts.join(mark));
    }

    fn literal(&mut self, element: &XmlElement) {
        self.in_code = true;
        let words = one_line(&self.apart(element));
        self.in_code = false;
        match words.contains('`') || words.is_empty() {
            true => self.words.push_str(&words),
            false => self.words.push_str(&format!("`{words}`")),
        }
    }

    fn link(&mut self, element: &XmlElement) {
        let words = one_line(&self.apart(element));
        let target = ["href", "url", "target"].iter().find_map(|name| element.attribute(name)).unwrap_or_default();
        let leads = target.contains("://") && !target.contains(char::is_whitespace);
        let within = ["linkend", "endterm", "rid", "target", "href"]
            .iter()
            .find_map(|name| self.titles.get(element.attribute(name)?.rsplit(['#', '/']).next()?).map(String::as_str));
        match (words.is_empty(), leads) {
            (true, true) => self.words.push_str(target),
            (true, false) => self.words.push_str(within.unwrap_or_default()),
            (false, true) if !self.in_code && words != target => {
                let (words, target) = (words.replace(['[', ']'], " "), target.replace('(', "%28").replace(')', "%29"));
                self.words.push_str(&format!("[{words}]({target})"));
            }
            _ => self.words.push_str(&words),
        }
    }

    /// Adds a formula once: its TeX where a document has it, else its letters with powers and fractions.
    fn formula(&mut self, element: &XmlElement) {
        if let Some(tex) = element.any(&["tex-math"]).or_else(|| Some(element).filter(|it| it.name == "tex-math")) {
            let tex = tex.said();
            // Some publishers wrap each formula in a whole document of TeX.
            let tex = tex.split_once("\\begin{document}").map_or(tex.as_str(), |(_, tex)| tex);
            let tex = tex.split("\\end{document}").next().unwrap_or_default();
            self.words.push_str(&format!("${}$", tex.trim().trim_matches('$').trim()));
            return;
        }
        match element.any(&["math"]) {
            Some(math) => self.math(math),
            None => self.math(element),
        }
    }

    fn math(&mut self, element: &XmlElement) {
        let mut parts = element.elements();
        match (element.name.as_str(), parts.next(), parts.next()) {
            ("msup", Some(base), Some(power)) => {
                self.math(base);
                self.shift_math(power, |before, words| raised(words, before));
            }
            ("msub", Some(base), Some(index)) => {
                self.math(base);
                self.shift_math(index, |_, words| lowered(words));
            }
            ("msubsup", Some(base), Some(index)) => {
                self.math(base);
                self.shift_math(index, |_, words| lowered(words));
                parts
                    .next()
                    .into_iter()
                    .for_each(|power| self.shift_math(power, |before, words| raised(words, before)));
            }
            ("mfrac", Some(above), Some(below)) => {
                self.math(above);
                self.words.push('/');
                self.math(below);
            }
            ("msqrt", ..) => {
                self.words.push_str("√(");
                self.math_inside(element);
                self.words.push(')');
            }
            ("annotation" | "annotation-xml", ..) => {}
            _ => self.math_inside(element),
        }
    }

    fn math_inside(&mut self, element: &XmlElement) {
        for piece in &element.inside {
            match piece {
                XmlInside::Words(words) => self.words.push_str(words.trim()),
                XmlInside::Element(element) => self.math(element),
                XmlInside::Blank => {}
            }
        }
    }

    fn shift_math(&mut self, element: &XmlElement, shift: impl Fn(Option<char>, &str) -> String) {
        let before = std::mem::take(&mut self.words);
        self.math(element);
        let words = std::mem::replace(&mut self.words, before);
        let last = self.words.chars().next_back();
        self.words.push_str(&shift(last, &words));
    }

    /// The words of an element alone.
    fn apart(&mut self, element: &XmlElement) -> String {
        let before = std::mem::take(&mut self.words);
        self.inside(element);
        std::mem::replace(&mut self.words, before)
    }
}
