//! Runs in Russian: official names with one capital ("Академия наук").

use super::capitals::{Inside, MOST_JOINERS, Runs};
use super::found::Found;
use super::spelling::{Genitive, adjective_stem, genitive, is_adjective, is_cyrillic};
use super::tokens::{Gap, Shape, Token};
use crate::tables::marks::Marks;

/// The whole official name of a long form that "имени Пушкина" completes.
pub(super) fn named(text: &str, long: (usize, usize), found: &[Found]) -> (usize, usize) {
    let at = found.partition_point(|found| found.start < long.0);
    let completed = |found: &&Found| text.get(long.1..found.end).is_some_and(|more| more.starts_with(" имени "));
    found.get(at).filter(|found| found.start == long.0).filter(completed).map_or(long, |found| (found.start, found.end))
}

impl<'a> Runs<'a> {
    /// The last word of a Russian official name, of which only the first word is capitalised: a head noun
    /// after adjectives ("Вторая мировая война"), or the genitive after it.
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
                || ["ей", "ее", "ой", "ом", "ем", "ние", "тие"].iter().any(|end| self.word(at).ends_with(end));
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

    /// True if the adjective at `at` stands capitalised inside a sentence, in any case: "в Малом театре".
    fn is_described_inside(&self, at: usize) -> bool {
        adjective_stem(self.word(at)).is_some_and(|stem| self.inside().adjectives.contains(stem))
    }

    /// True if the adjective at a sentence's beginning and the capital after it stand capitalised inside one too:
    /// "Новая Зеландия", and "в Новой Зеландии".
    pub(super) fn is_again(&self, at: usize) -> bool {
        let name = self.tokens.get(at + 1).filter(|name| name.is_capital() && !name.first);
        let (Some(stem), Some(name)) = (adjective_stem(self.word(at)), name) else { return false };
        is_cyrillic(self.word(at)) && self.inside().pairs.contains(&(stem, name.stem))
    }

    /// The capitals inside sentences; gathered once.
    fn inside(&self) -> &Inside<'a> {
        let text = self.text;
        self.inside.get_or_init(|| {
            let mut out = Inside::default();
            for (at, token) in self.tokens.iter().enumerate().filter(|(_, token)| !token.first && token.is_capital()) {
                let Some(stem) = adjective_stem(token.word(text)) else { continue };
                out.adjectives.insert(stem);
                let name = self.tokens.get(at + 1).filter(|name| name.is_capital());
                out.pairs.extend(name.map(|name| (stem, name.stem)));
            }
            out
        })
    }

    /// The end of the genitive after the head of a body's name: "Академия наук", "Министерство
    /// иностранных дел".
    fn headed(&self, last: usize) -> Option<usize> {
        let head = self.tokens[last];
        if !head.has(Marks::ORG) || (head.first && !self.beginnings.is_capital_inside(&head)) {
            return None;
        }
        self.complement(last)
    }

    /// The last word of the genitive after the head of a body's name, or after "по" in the
    /// dative: "наук", "по атомной энергии".
    fn complement(&self, last: usize) -> Option<usize> {
        let mut at = last + 1;
        let about = self.lower(at).is_some() && self.word(at) == "по";
        at += usize::from(about);
        while at - last <= MOST_JOINERS && self.lower(at).is_some_and(|token| !token.has(Marks::STOP)) {
            let word = self.word(at);
            // "по сравнению с" is about nothing.
            if about && ["сравнению", "отношению", "поводу", "мнению", "случаю"].contains(&word)
            {
                return None;
            }
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
}
