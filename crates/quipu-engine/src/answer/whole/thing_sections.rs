//! The sections of a thing's own pages, and the sentences of each that tell something.

use std::collections::BTreeSet;

use quipu_kernel::text::fold_name;
use quipu_language::answer::{NamePart, ThingPart, ToldUnit, UnitKind, name_part, stems};

use super::snippets::{CitedSentences, cut, units_of};
use super::thing_pages::behind_name;
use crate::find::texts::DocumentText;

/// Most words of the two sentences of a section.
const WORDS: usize = 45;

/// A page of a thing with its units.
pub(super) struct ThingPage {
    pub(super) document: DocumentText,
    pub(super) units: Vec<ToldUnit>,
}

impl ThingPage {
    pub(super) fn of(document: DocumentText) -> Self {
        let units = units_of(&document);
        Self { document, units }
    }
}

/// A section of a page.
pub(super) struct ThingSection {
    /// Its heading; empty for the text before the first one.
    pub(super) heading: String,
    /// What it tells, by its heading.
    pub(super) part: Option<ThingPart>,
    page: usize,
    units: Vec<usize>,
}

/// The sections of pages, in their order; `whole` pages are one section each, under their titles.
pub(super) fn sections(pages: &[ThingPage], whole: usize) -> Vec<ThingSection> {
    let mut out: Vec<ThingSection> = Vec::new();
    for (at, page) in pages.iter().enumerate() {
        let title = page.document.row.title.trim();
        let fixed = if at >= whole { Some(title) } else { behind_name(title) };
        let own = fixed.unwrap_or_default();
        for (unit, told) in page.units.iter().enumerate() {
            let heading = match fixed {
                Some(_) => own.to_owned(),
                None => heading(told, title),
            };
            match out.last_mut().filter(|last| last.page == at && last.heading == heading) {
                Some(last) => last.units.push(unit),
                None => {
                    let part = ThingPart::of_heading(&heading);
                    out.push(ThingSection { heading, part, page: at, units: vec![unit] });
                }
            }
        }
    }
    out
}

/// The outermost heading above a unit that is not the title.
fn heading(unit: &ToldUnit, title: &str) -> String {
    let first = unit.headings.iter().find(|heading| stems(heading) != stems(title));
    first.map_or_else(String::new, |heading| unnumbered(heading))
}

/// A heading without its number and its last point.
fn unnumbered(heading: &str) -> String {
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ')'));
    let rest = heading.split_once(' ').filter(|(first, _)| number(first)).map_or(heading, |(_, rest)| rest);
    rest.trim().trim_end_matches(['.', ':']).to_owned()
}

/// Chooses sentences, each once.
pub(super) struct SentenceChooser<'a> {
    pub(super) pages: &'a [ThingPage],
    pub(super) names: &'a [String],
    pub(super) said: CitedSentences,
    seen: BTreeSet<String>,
}

impl<'a> SentenceChooser<'a> {
    pub(super) fn new(pages: &'a [ThingPage], names: &'a [String]) -> Self {
        Self { pages, names, said: CitedSentences::default(), seen: BTreeSet::new() }
    }

    /// True if a sentence was not shown before; then it is from now on.
    pub(super) fn is_new(&mut self, text: &str) -> bool {
        self.seen.insert(fold_name(text))
    }

    /// The first sentence or two of a section that tell something, cited; a label with its value where it has no sentence.
    pub(super) fn first_of(&mut self, section: &ThingSection) -> Option<String> {
        let page = &self.pages[section.page];
        let telling = |at: &&usize| page.units[**at].tells() && !self.seen.contains(&fold_name(&page.units[**at].text));
        // What points back to an earlier sentence does not stand first, if anything else does.
        let first = section.units.iter().position(|at| telling(&at) && !page.units[*at].points_back()).unwrap_or(0);
        let mut chosen: Vec<usize> = section.units[first..].iter().filter(telling).take(2).copied().collect();
        if let [first, second] = chosen[..]
            && fold_name(&page.units[first].text) == fold_name(&page.units[second].text)
        {
            chosen.truncate(1);
        }
        if let [first, second] = chosen[..] {
            let words = |at: usize| page.units[at].text.split_whitespace().count();
            // The second one goes on only where it stands next to the first.
            let next = page.units[first].block == page.units[second].block && second == first + 1;
            if !next || words(first) + words(second) > WORDS {
                chosen.truncate(1);
            }
        }
        if chosen.is_empty() && section.part.is_some() {
            let labelled = |at: &&usize| matches!(page.units[**at].kind, UnitKind::Member | UnitKind::Row);
            chosen.extend(section.units.iter().find(labelled));
        }
        let told: Vec<String> = chosen.into_iter().map(|at| self.cited(section.page, at)).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// A sentence with its mark.
    pub(super) fn cited(&mut self, page: usize, unit: usize) -> String {
        let page = &self.pages[page];
        let unit = &page.units[unit];
        self.seen.insert(fold_name(&unit.text));
        let text = cut(&unit.text, 0);
        let mark = self.said.mark(&page.document, unit.span, &text);
        format!("{text}{mark}")
    }

    /// The sentence that defines the thing: one that says so, else the first before all headings or under one that says
    /// what it is; and whether it says so.
    pub(super) fn definition(&mut self, own: usize) -> Option<(bool, String)> {
        let telling = || self.places(own).filter(|(page, unit)| self.pages[*page].units[*unit].tells());
        let defines = |(page, unit): &(usize, usize)| {
            name_part(&self.pages[*page].units[*unit].text, self.names) == NamePart::Defined
        };
        let opens = |(page, unit): &(usize, usize)| {
            let page = &self.pages[*page];
            let title = page.document.row.title.trim();
            let under = |told: &ToldUnit| heading(told, title);
            let first = page.units[..*unit].iter().all(|before| under(before).is_empty());
            let heading = under(&page.units[*unit]);
            heading.is_empty() && first || ThingPart::of_heading(&heading) == Some(ThingPart::What)
        };
        if let Some((page, unit)) = telling().find(defines) {
            return Some((true, self.cited(page, unit)));
        }
        let (page, unit) = telling().find(opens)?;
        Some((false, self.cited(page, unit)))
    }

    /// The first sentence of its own pages that was not shown.
    pub(super) fn next_of(&mut self, own: usize) -> Option<String> {
        let is_new = |(page, unit): &(usize, usize)| {
            let unit = &self.pages[*page].units[*unit];
            unit.tells() && !self.seen.contains(&fold_name(&unit.text))
        };
        let found = self.places(own).find(is_new)?;
        Some(self.cited(found.0, found.1))
    }

    /// The places of all units of the first pages.
    fn places(&self, own: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let counts: Vec<usize> = self.pages[..own.min(self.pages.len())].iter().map(|page| page.units.len()).collect();
        counts.into_iter().enumerate().flat_map(|(page, count)| (0..count).map(move |unit| (page, unit)))
    }

    /// The first sentence of its own pages that tells a part of the thing, and is about it.
    pub(super) fn of_part(&mut self, part: ThingPart, own: usize) -> Option<String> {
        let fits = |(page, at): &(usize, usize)| {
            let units = &self.pages[*page].units;
            let unit = &units[*at];
            let before = at.checked_sub(1).map(|before| &units[before]).filter(|before| before.block == unit.block);
            unit.kind == UnitKind::Sentence
                && unit.tells()
                && part.is_told(&unit.text)
                && is_about(unit, before, self.names)
                && !self.seen.contains(&fold_name(&unit.text))
        };
        let found = self.places(own).find(fits)?;
        Some(self.cited(found.0, found.1))
    }
}

/// True if a sentence of a thing's own page is about it: it names it first, or says "it" behind a sentence that does.
fn is_about(unit: &ToldUnit, before: Option<&ToldUnit>, names: &[String]) -> bool {
    const PRONOUNS: &[&str] = &["it ", "he ", "she ", "they ", "он ", "она ", "оно ", "они "];
    let low = unit.text.to_lowercase();
    let named = |unit: &ToldUnit| name_part(&unit.text, names) <= NamePart::Subject;
    named(unit) || PRONOUNS.iter().any(|pronoun| low.starts_with(pronoun)) && before.is_some_and(named)
}
