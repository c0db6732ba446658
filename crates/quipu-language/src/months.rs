//! The months by their names in all languages here: the one table that every reader of dates uses.
//!
//! Readers differ in the part of a name that they match: the whole name, its first three letters, or a stem with any
//! ending. Their readings differ, so the table gives the names and leaves the matching to them.

use crate::{english, german, russian};

/// A month by its names, all in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month {
    /// In English.
    pub english: &'static str,
    /// In German.
    pub german: &'static str,
    /// In Russian, in the genitive, as after the number of a day.
    pub genitive: &'static str,
    /// In Russian, in the nominative.
    pub nominative: &'static str,
    /// In Russian, in the prepositional.
    pub prepositional: &'static str,
    /// In Russian, in the dative.
    pub dative: &'static str,
}

/// The months in their order.
pub static MONTHS: [Month; 12] = {
    let mut months =
        [Month { english: "", german: "", genitive: "", nominative: "", prepositional: "", dative: "" }; 12];
    let mut at = 0;
    while at < months.len() {
        let [genitive, nominative, prepositional, dative] = russian::months::MONTHS[at];
        let (english, german) = (english::months::MONTHS[at], german::MONTHS[at]);
        months[at] = Month { english, german, genitive, nominative, prepositional, dative };
        at += 1;
    }
    months
};

impl Month {
    /// The English name cut to three letters: `jan`.
    pub fn short(&self) -> &'static str {
        &self.english[..3]
    }

    /// The English name as it is written: `January`.
    pub fn written(&self) -> String {
        format!("{}{}", self.english[..1].to_uppercase(), &self.english[1..])
    }

    /// The common beginning of all cases of the Russian name: `январ`, and of May `ма`.
    pub fn stem(&self) -> &'static str {
        let last = self.genitive.char_indices().next_back().map_or(0, |(at, _)| at);
        &self.genitive[..last]
    }

    /// The stem, cut to three letters: `янв`, and of May `ма`.
    pub fn short_stem(&self) -> &'static str {
        letters(self.stem(), 3)
    }

    /// The Russian genitive cut to three letters: `янв`, and of May `мая`.
    pub fn short_genitive(&self) -> &'static str {
        letters(self.genitive, 3)
    }

    /// The names in Russian.
    pub fn russian(&self) -> [&'static str; 4] {
        [self.genitive, self.nominative, self.prepositional, self.dative]
    }
}

/// The number of the first month that fits.
pub fn numbered(fits: impl Fn(&Month) -> bool) -> Option<u8> {
    let at = MONTHS.iter().position(fits)?;
    u8::try_from(at + 1).ok()
}

/// True if a word is the first three letters of a longer English name, written with a capital: `Jan`.
pub(crate) fn is_abbreviation(word: &str) -> bool {
    let mut letters = word.chars();
    let raised = letters.next().is_some_and(|first| first.is_ascii_uppercase()) && word.len() == 3;
    let is = |month: &Month| month.english.len() > 3 && month.short()[1..] == word[1..];
    raised
        && MONTHS
            .iter()
            .any(|month| is(month) && month.short().as_bytes()[0] == word.as_bytes()[0].to_ascii_lowercase())
}

/// The first letters of a word.
fn letters(word: &str, count: usize) -> &str {
    word.char_indices().nth(count).map_or(word, |(at, _)| &word[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_as_readers_ask() {
        let cut = |month: &Month| [month.short(), month.stem(), month.short_stem(), month.short_genitive()];
        assert_eq!(cut(&MONTHS[0]), ["jan", "январ", "янв", "янв"]);
        assert_eq!(cut(&MONTHS[2]), ["mar", "март", "мар", "мар"]);
        assert_eq!(cut(&MONTHS[4]), ["may", "ма", "ма", "мая"]);
        assert_eq!(MONTHS[8].written(), "September");
    }

    #[test]
    fn short_names_are_abbreviations_and_may_is_none() {
        assert!(is_abbreviation("Jan") && is_abbreviation("Dec"));
        assert!(!["jan", "May", "January", "JAN", "Янв", "Jab", "éan", ""].iter().any(|word| is_abbreviation(word)));
    }
}
