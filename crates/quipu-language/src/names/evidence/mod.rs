//! Evidence that a found span is a name: where it stands, and what stands around it.
//!
//! A capital says little where any word has one: at the beginning of a sentence, a step, a label or a cell, in a heading,
//! in German on every noun. What only such a place shows becomes a [`Kind::Word`]: a vote that the name is an ordinary
//! word. Stores count these votes over the whole corpus, so that a name that other places show stays a name; and a parser
//! may still find that a first word is the subject of its sentence. Cost: a bounded look around each find.

mod capital_places;
mod cells;
mod german;
mod labels;
mod phrase_titles;
mod russian;
mod surroundings;
#[cfg(test)]
mod tests;

use super::found::FoundName;
use super::name_tokens::{NameToken, TokenShape};
use super::spelling::is_cyrillic;
use crate::parser::{SeenTags, Tag, is_common};
use crate::tables::marks::Marks;
use capital_places::CapitalPlaces;
use cells::TableCells;
pub(super) use phrase_titles::{is_phrase, subject_of_mail};
use quipu_kernel::model::{Kind, Span};
use surroundings::LineBefore;

/// The text in which the evidence is sought.
pub(super) struct NameEvidence<'a> {
    text: &'a str,
    tokens: &'a [NameToken],
    headings: &'a [Span],
    cells: TableCells<'a>,
    places: CapitalPlaces,
    /// True if the text has wikilinks.
    linked: bool,
    german: bool,
    english: bool,
}

impl<'a> NameEvidence<'a> {
    /// The evidence of a text in a language; `headings` are its heading lines.
    pub(super) fn of(text: &'a str, tokens: &'a [NameToken], headings: &'a [Span], language: &str) -> Self {
        let linked = text.contains("[[");
        let (german, english) = (language == "de", matches!(language, "en" | ""));
        Self {
            text,
            tokens,
            headings,
            cells: TableCells::of(text),
            places: CapitalPlaces::of(text, tokens),
            linked,
            german,
            english,
        }
    }

    /// Turns what is an ordinary word into one.
    pub(super) fn weigh(&self, found: &mut [FoundName]) {
        for name in found {
            let is_word = match name.kind {
                Kind::Entity | Kind::Concept | Kind::Identifier | Kind::Service => self.is_word(name),
                // «**Date and time**»: a label in bold, and no title of a work.
                Kind::Work => self.text[..name.start].ends_with("**"),
                Kind::Date => self.cells.at(name.start).is_some_and(|cell| cell.is(&self.text[name.start..name.end])),
                _ => false,
            };
            if is_word {
                name.kind = Kind::Word;
            }
        }
    }

    fn is_word(&self, name: &FoundName) -> bool {
        let first = self.tokens.partition_point(|token| token.start < name.start);
        let count = self.tokens[first..].iter().take_while(|token| token.start < name.end).count();
        let words = &self.tokens[first..first + count];
        let form = &self.text[name.start..name.end];
        let before = LineBefore::of(self.text, name.start);
        if before.is_placeholder() {
            return true;
        }
        if before.is_tag() {
            return false;
        }
        if self.linked && before.is_link() {
            return phrase_titles::is_ordinary(form) || self.english && phrase_titles::is_step(form);
        }
        if before.is_code() {
            return is_plain_word(form);
        }
        if form.chars().all(|c| !c.is_uppercase()) {
            // The words of a link say what it leads to.
            let label = name.kind == Kind::Entity && before.is_marked();
            return name.kind != Kind::Identifier && (label || !form.contains(' '));
        }
        if let Some(cell) = self.cells.at(name.start).filter(|cell| cell.is_open(form)) {
            return cells::is_value(&cell, words);
        }
        if is_mixed(form) || words.is_empty() {
            return false;
        }
        if let Some(heading) = self.headings.iter().find(|heading| heading.range().contains(&name.start)) {
            return self.is_heading_word(*heading, name, words);
        }
        if self.german && german::is_noun(self.text, self.tokens, first, count) {
            return true;
        }
        let after = &self.text[name.end..];
        if labels::is_label(before, after, words) || labels::is_numbered(self.text, self.tokens, first, count) {
            return true;
        }
        match words {
            [word] => self.is_word_alone(first, word),
            // "1. Open Settings", "**Open Settings**".
            _ => {
                let placed = self.places.is_placed(first) || before.is_marked() && labels::is_whole(before, after);
                placed && words.iter().all(|word| self.is_common(word))
            }
        }
    }

    /// True for a capitalised word that only its place capitalises.
    fn is_word_alone(&self, at: usize, word: &NameToken) -> bool {
        let upper = word.shape == TokenShape::Upper;
        let shown = word.is_possessive() || word.has(Marks::LAND | Marks::NATION | Marks::GIVEN);
        if !shown && self.is_no_noun(word) {
            return true;
        }
        let written = word.word(self.text);
        let cyrillic = is_cyrillic(written);
        if cyrillic && russian::is_imperative(written) {
            return true;
        }
        let subject = || cyrillic && word.first && russian::is_subject(self.text, self.tokens, at);
        let shown = shown || upper && !self.is_common(word) || self.places.shows(word) || subject();
        self.places.is_placed(at) && !shown
    }

    /// True for a frequent word that is no noun: "the EXISTING setup", "set it to True", "MUST NOT".
    fn is_no_noun(&self, word: &NameToken) -> bool {
        const OTHERS: [Tag; 13] = [
            Tag::Jj,
            Tag::Jjr,
            Tag::Jjs,
            Tag::Rb,
            Tag::Vb,
            Tag::Vbd,
            Tag::Vbg,
            Tag::Vbn,
            Tag::Vbp,
            Tag::Vbz,
            Tag::In,
            Tag::Cc,
            Tag::Dt,
        ];
        const NAMED: [Tag; 6] = [Tag::Nn, Tag::Nns, Tag::Nnp, Tag::Nnps, Tag::Prp, Tag::Wp];
        let seen = SeenTags::of(&word.word(self.text).to_lowercase());
        let shout = word.shape == TokenShape::Upper && word.length > LONG_SHOUT;
        seen.any(&OTHERS) && (!seen.any(&NAMED) || shout && seen.any(&[Tag::Vbg, Tag::Jj]))
    }

    /// True for a word of a heading: one that begins it, or any where all of its words have capitals.
    fn is_heading_word(&self, heading: Span, name: &FoundName, words: &[NameToken]) -> bool {
        let mut rest = self.text[heading.range()].split_whitespace().skip(1);
        let sentence = rest.any(|word| is_lower(word, LONGEST_SMALL));
        heading.range().start == name.start || !sentence || words.iter().all(|word| self.is_common(word))
    }

    /// True if a word is a frequent one in lower case, and not seen as a name.
    fn is_common(&self, word: &NameToken) -> bool {
        is_common(word.word(self.text))
    }
}

/// Letters of a long word that is seen as a shout though it is a noun, too.
const LONG_SHOUT: usize = 6;
/// Letters of the longest word that stays small in a heading of capitals.
const LONGEST_SMALL: usize = 4;

/// True for a word in lower case of more than so many letters, which a title in capitals would raise.
fn is_lower(word: &str, longest: usize) -> bool {
    word.starts_with(char::is_lowercase) && word.chars().count() > longest
}

/// True for a code span that is one word of letters, without the signs and capitals of identifiers.
fn is_plain_word(form: &str) -> bool {
    form.chars().all(char::is_alphabetic) && !is_mixed(form)
}

/// True if a form has the capitals and digits of a made name: "GitHub", "Astra2", "iOS", "pH".
fn is_mixed(form: &str) -> bool {
    form.split(|c: char| !c.is_alphanumeric()).any(|word| {
        // The plural of an acronym is no made name: "FAQs".
        let word = word.strip_suffix('s').filter(|acronym| acronym.chars().all(char::is_uppercase)).unwrap_or(word);
        let inner = word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
        inner || word.contains(char::is_alphabetic) && word.contains(|c: char| c.is_ascii_digit())
    })
}
