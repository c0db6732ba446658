//! Styles of OpenDocument: struck-out, raised or hidden letters, hidden sheets, and the numbering of lists and
//! headings.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::load::marks::Mark;
use crate::load::office::xml::Tag;

/// The longest chain of styles that is followed.
const LONGEST_CHAIN: usize = 20;

/// The properties of letters in a style.
#[derive(Debug, Clone, Default)]
struct Letters {
    parent: Option<String>,
    struck: Option<bool>,
    shifted: Option<Option<Mark>>,
    hidden: Option<bool>,
}

/// A level of a list, or of headings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Level {
    /// The format of its number; empty for a bullet or nothing.
    pub(super) format: String,
    /// The text before the number.
    pub(super) before: String,
    /// The text after it.
    pub(super) behind: String,
    /// Number of levels shown.
    pub(super) shown: usize,
    /// The first number.
    pub(super) start: u32,
}

/// All that is known of styles.
#[derive(Debug, Default)]
pub(super) struct Styles {
    letters: FxHashMap<String, Letters>,
    lists: FxHashMap<String, FxHashMap<usize, Level>>,
    headings: FxHashMap<usize, Level>,
    hidden: FxHashSet<String>,
}

impl Styles {
    /// Reads the styles in these parts; a later one counts before an earlier.
    pub(super) fn read(parts: &[&Tag]) -> Self {
        let mut styles = Self::default();
        let sets = parts.iter().flat_map(|part| part.tags());
        for style in sets.filter(|set| matches!(set.name.as_str(), "styles" | "automatic-styles")).flat_map(Tag::tags) {
            let name = style.attribute("name").unwrap_or_default().to_owned();
            match style.name.as_str() {
                "style" => styles.style(name, style),
                "list-style" => _ = styles.lists.insert(name, levels(style)),
                "outline-style" => styles.headings = levels(style),
                _ => {}
            }
        }
        styles
    }

    fn style(&mut self, name: String, style: &Tag) {
        if style.tag("table-properties").is_some_and(|said| said.attribute("display") == Some("false")) {
            self.hidden.insert(name.clone());
        }
        let said = style.tag("text-properties");
        let of = |name: &str| said.and_then(|said| said.attribute(name));
        let struck = of("text-line-through-style").or_else(|| of("text-line-through-type")).map(|line| line != "none");
        let letters = Letters {
            parent: style.attribute("parent-style-name").map(str::to_owned),
            struck,
            shifted: of("text-position").map(shifted),
            hidden: of("display").map(|display| display == "none"),
        };
        self.letters.insert(name, letters);
    }

    fn chain(&self, style: &str) -> impl Iterator<Item = &Letters> {
        let first = self.letters.get(style);
        std::iter::successors(first, |style| self.letters.get(style.parent.as_deref()?)).take(LONGEST_CHAIN)
    }

    /// True if a paragraph of this style is the title of the whole.
    pub(super) fn is_title(&self, style: &str) -> bool {
        let parents = self.chain(style).filter_map(|style| style.parent.as_deref());
        std::iter::once(style).chain(parents).any(|name| {
            let name = name.to_lowercase();
            name == "title" || name.ends_with("-title")
        })
    }

    /// True if letters of a style are not shown.
    pub(super) fn hides(&self, style: &str) -> bool {
        self.chain(style).find_map(|style| style.hidden).unwrap_or(false)
    }

    /// Words in a style, with the marks of the letters' meaning.
    pub(super) fn marked(&self, style: &str, words: &str) -> String {
        if words.trim().is_empty() {
            return words.to_owned();
        }
        let mut words = words.to_owned();
        if let Some(mark) = self.chain(style).find_map(|style| style.shifted).flatten() {
            words = mark.around(&words);
        }
        match self.chain(style).find_map(|style| style.struck) {
            Some(true) => Mark::Struck.around(&words),
            _ => words,
        }
    }

    /// True if a sheet of this style is hidden.
    pub(super) fn hides_sheet(&self, style: &str) -> bool {
        self.hidden.contains(style)
    }

    /// The levels of a list of this style.
    pub(super) fn list(&self, style: &str) -> Option<&FxHashMap<usize, Level>> {
        self.lists.get(style)
    }

    /// The levels of headings.
    pub(super) fn headings(&self) -> &FxHashMap<usize, Level> {
        &self.headings
    }
}

/// `super 58%`, `sub`, or the distance that letters are moved up.
fn shifted(position: &str) -> Option<Mark> {
    let first = position.split_whitespace().next()?;
    match first {
        "super" => Some(Mark::Up),
        "sub" => Some(Mark::Down),
        moved => {
            let moved: f32 = moved.trim_end_matches('%').parse().ok()?;
            // A little up or down is a matter of looks.
            match moved {
                _ if moved > 10.0 => Some(Mark::Up),
                _ if moved < -5.0 => Some(Mark::Down),
                _ => None,
            }
        }
    }
}

fn levels(style: &Tag) -> FxHashMap<usize, Level> {
    let levels = style.tags().filter_map(|level| {
        let of = |name: &str| level.attribute(name).unwrap_or_default().to_owned();
        let at: usize = level.attribute("level")?.parse().ok()?;
        let number = |name: &str| level.attribute(name).and_then(|number| number.parse::<u32>().ok()).unwrap_or(1);
        let is_bullet = level.name == "list-level-style-bullet";
        let said = Level {
            format: if is_bullet { String::new() } else { of("num-format") },
            before: of("num-prefix"),
            behind: of("num-suffix"),
            shown: number("display-levels") as usize,
            start: number("start-value"),
        };
        Some((at, said))
    });
    levels.collect()
}
