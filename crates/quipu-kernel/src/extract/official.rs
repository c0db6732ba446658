//! Runs in Russian: official names with one capital ("Академия наук"), and words at a sentence's beginning that
//! are none of the name behind them.

use super::alias::cases_of_given;
use super::found::Found;
use super::lexicon::Marks;
use super::runs::{COUNTRIES, MOST_JOINERS, Runs};
use super::spelling::{Genitive, adjective_stem, genitive, is_adjective, is_cyrillic};
use super::tokens::{Gap, Shape, Token};

/// The whole official name of a long form that "имени Пушкина" completes.
pub(super) fn named(text: &str, long: (usize, usize), found: &[Found]) -> (usize, usize) {
    let at = found.partition_point(|found| found.start < long.0);
    let completed = |found: &&Found| text.get(long.1..found.end).is_some_and(|more| more.starts_with(" имени "));
    found.get(at).filter(|found| found.start == long.0).filter(completed).map_or(long, |found| (found.start, found.end))
}

impl Runs<'_> {
    /// The last word of a Russian official name, of which only the first word is capitalised: a head noun
    /// behind adjectives ("Вторая мировая война"), or what stands behind it in the genitive.
    pub(super) fn official(&self, start: usize, last: usize) -> Option<usize> {
        if !is_cyrillic(self.word(last)) {
            return None;
        }
        if !is_adjective(self.word(last)) {
            return self.headed(last);
        }
        let head = self.tokens[last];
        let plural = self.word(last).ends_with("ые") || self.word(last).ends_with("ие");
        let small = plural || head.has(Marks::STOP | Marks::COMMON | Marks::ORDINAL);
        // "Большой театр открылся": a name where the chunk elsewhere has "Большого театра".
        let inside = !head.first || self.beginnings.is_capital_inside(&head);
        if !inside && small && start == last && !self.is_described_inside(last) {
            return None;
        }
        let heads = if inside { Marks::HEAD | Marks::HEAD_INSIDE } else { Marks::HEAD };
        let mut at = last + 1;
        while let Some(token) = self.lower(at) {
            // "музей", "галерее" and "театром" end like adjectives.
            let noun = !is_adjective(self.word(at))
                || ["ей", "ее", "ой", "ом", "ем"].iter().any(|end| self.word(at).ends_with(end));
            if token.has(heads) && noun {
                return Some(if token.has(Marks::ORG) { self.complement(at).unwrap_or(at) } else { at });
            }
            if !is_adjective(self.word(at)) || at - last > MOST_JOINERS {
                return None;
            }
            at += 1;
        }
        None
    }

    /// Whether the adjective at `at` stands capitalised inside a sentence, in whatever case: "в Малом театре".
    fn is_described_inside(&self, at: usize) -> bool {
        let Some(stem) = adjective_stem(self.word(at)) else { return false };
        let mut capitals = (0..self.tokens.len()).filter(|at| !self.tokens[*at].first && self.tokens[*at].is_capital());
        capitals.any(|other| adjective_stem(self.word(other)) == Some(stem))
    }

    /// What stands in the genitive behind the head of a body's name: "Академия наук", "Министерство
    /// иностранных дел".
    fn headed(&self, last: usize) -> Option<usize> {
        let head = self.tokens[last];
        if !head.has(Marks::ORG) || (head.first && !self.beginnings.is_capital_inside(&head)) {
            return None;
        }
        self.complement(last)
    }

    /// The last word of what stands in the genitive behind the head of a body's name, or behind "по" in the
    /// dative: "наук", "по атомной энергии".
    fn complement(&self, last: usize) -> Option<usize> {
        let mut at = last + 1;
        let about = self.lower(at).is_some() && self.word(at) == "по";
        at += usize::from(about);
        while at - last <= MOST_JOINERS && self.lower(at).is_some_and(|token| !token.has(Marks::STOP)) {
            let word = self.word(at);
            match genitive(word) {
                Some(Genitive::Adjective) => at += 1,
                Some(Genitive::Noun) => return Some(at),
                None if about && is_adjective(word) => at += 1,
                None if about && word.ends_with(['и', 'е', 'ю', 'у']) => return Some(at),
                None => return None,
            }
        }
        None
    }

    /// A word in lower case that goes on.
    fn lower(&self, at: usize) -> Option<&Token> {
        self.going_on(at).filter(|token| token.gap == Gap::Space && token.shape == Shape::Lower)
    }

    /// Whether a capital that follows the Russian word at `last` begins another name.
    pub(super) fn parts_in_russian(&self, start: usize, last: usize) -> bool {
        let (token, next) = (self.tokens[last], self.tokens[last + 1]);
        let given = || self.is_given(last + 1);
        if token.first && start == last {
            return self.begins_apart(last) || !token.has(Marks::GIVEN) && (self.governs(last) || self.is_whose(last));
        }
        // "в Женеве ВОЗ"
        let acronym = next.shape == Shape::Upper && next.length > 2 && token.shape != Shape::Upper;
        let headed = token.has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG);
        if acronym && !headed && !is_adjective(self.word(last)) && !COUNTRIES.contains(&self.word(last + 1)) {
            return true;
        }
        if self.is_where(start, last) || self.are_two_people(last) {
            return true;
        }
        // "имени Довженко Сергей Параджанов"
        let called = || (start..last).any(|at| matches!(self.word(at), "имени" | "им"));
        if called() && given() && !self.is_given(last) && !token.is_initial() {
            return true;
        }
        let office = last > start && self.tokens[last - 1].has(Marks::TITLE);
        token.has(Marks::LAND) && !token.first && (office || next.has(Marks::GIVEN) || given())
    }

    /// Whether the name that ends at `last` says where, and the capital behind it who: "в Баухаусе Василий", "в Штатах
    /// Чаплин".
    fn is_where(&self, start: usize, last: usize) -> bool {
        let (word, next) = (self.word(last), self.word(last + 1));
        let plural = ["ах", "ях"].iter().any(|end| word.ends_with(end)) && self.tokens[last].length > 4;
        if plural && is_cyrillic(next) {
            return !["ах", "ях", "ых", "их"].iter().any(|end| next.ends_with(end)) && !self.is_given(last);
        }
        let where_to = |at: usize| matches!(self.word(at), "в" | "В" | "во" | "Во" | "на" | "На");
        // The preposition that a sentence begins with is still part of the run.
        let placed = last > 0 && where_to(last - 1) && (start == last || start + 1 == last);
        let headed = self.tokens[last].has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG);
        let nominative = next.ends_with(|c: char| "бвгдзклмнпрстфхцчшй".contains(c));
        let several = ["ов", "ев", "ей", "ой", "их", "ых", "ом", "ем", "им"].iter().any(|end| next.ends_with(end));
        placed && word.ends_with('е') && !headed && !self.is_given(last) && nominative && !several
    }

    /// Whether two given names stand in cases that one person's names do not have: "смерти Аркадия Борис".
    fn are_two_people(&self, last: usize) -> bool {
        let cases = |at: usize| cases_of_given(&self.word(at).to_lowercase());
        matches!((cases(last), cases(last + 1)), (Some(one), Some(other)) if one & other == 0)
    }

    /// Whether the word at a Russian sentence's beginning is none of the name of a person behind it: "Победила
    /// Софья Ковалевская", "Балет Игоря Стравинского".
    fn begins_apart(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let headed = token.has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG | Marks::TITLE);
        let more = self.going_on(at + 2).is_some_and(|token| token.is_capital() && token.gap == Gap::Space);
        let ends = |endings: &[&str]| endings.iter().any(|ending| self.word(at).ends_with(ending));
        // "Шестилетнего Вольфганга", but "Нижнего Новгорода"; "Первыми Гагарина".
        let described = ends(&["ого", "его", "ому", "ему"]);
        let action = ends(&["ение", "ание", "ению", "ением", "анием", "ыми", "ими"]);
        token.length > 1 && !headed && !self.is_given(at) && (action || self.is_given(at + 1) && (more || described))
    }

    /// Whether a noun at a sentence's beginning says what somebody has whom the text names elsewhere: "Рукописи
    /// Ньютона".
    fn is_whose(&self, at: usize) -> bool {
        let (token, next) = (self.tokens[at], self.tokens[at + 1]);
        let headed = token.has(Marks::HEAD | Marks::ORG | Marks::PLACE | Marks::OF_ORG | Marks::TITLE | Marks::LAND);
        let genitive = ["а", "я", "ы", "и", "ого", "ой"].iter().any(|ending| self.word(at + 1).ends_with(ending));
        let noun = !headed && !self.is_given(at) && !is_adjective(self.word(at)) && token.shape == Shape::Capital;
        noun && genitive && !self.beginnings.is_capital_inside(&token) && self.beginnings.is_capital_again(&next)
    }

    /// Whether a Russian noun at a sentence's beginning governs the name behind it ("Фундамент Большого
    /// театра"): that begins with an adjective in the genitive.
    fn governs(&self, at: usize) -> bool {
        let head = self.tokens[at].has(Marks::HEAD | Marks::PLACE);
        let genitive = |word: &str| {
            ["ого", "его", "ых", "их"].iter().any(|ending| word.ends_with(ending)) || !head && word.ends_with("ой")
        };
        let adjective = |word: &str| ["ий", "ый", "ой", "ая", "яя", "ое", "ее"].iter().any(|end| word.ends_with(end));
        genitive(self.word(at + 1)) && !adjective(self.word(at))
    }
}
