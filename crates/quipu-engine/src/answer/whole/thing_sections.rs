//! The sections of a thing's own pages, and the sentences of each that tell something.

use std::collections::{BTreeMap, BTreeSet};

use quipu_kernel::text::fold_name;
use quipu_language::answer::{NamePart, ThingPart, ToldUnit, UnitKind, name_part, stems, telling_stems};

use super::snippets::{CitedSentences, cut, shown, units_of};
use super::thing_pages::behind_name;
use crate::find::texts::DocumentText;

/// Most words of the sentences of a section, and their number.
const WORDS: usize = 60;
const SENTENCES: usize = 2;
/// Weights: of the first sentence of a section, of one that points back or is set apart; words that a short one lacks.
const FIRST: f64 = 1.5;
const BACK: f64 = 0.4;
const SHORT: f64 = 4.0;
/// Number of members of a list that are shown where a section has no sentence.
const MEMBERS: usize = 4;

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

    /// The sentence or two of a section that tell most of it, cited; the members of its list where it has no sentence.
    pub(super) fn most_telling(&mut self, section: &ThingSection) -> Option<String> {
        let page = &self.pages[section.page];
        let is_new = |at: &usize| !self.seen.contains(&fold_name(&page.units[*at].text));
        let telling: Vec<usize> =
            section.units.iter().copied().filter(|at| page.units[*at].tells()).filter(is_new).collect();
        let mut chosen = central(&page.units, &telling);
        if chosen.is_empty() {
            let labelled = |at: &usize| matches!(page.units[*at].kind, UnitKind::Member | UnitKind::Row);
            let most = if section.part.is_some() || section.units.len() > 2 { MEMBERS } else { 0 };
            chosen = section.units.iter().copied().filter(labelled).filter(is_new).take(most).collect();
        }
        let told: Vec<String> = chosen.into_iter().map(|at| self.cited(section.page, at)).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }

    /// A sentence with its mark.
    pub(super) fn cited(&mut self, page: usize, unit: usize) -> String {
        let page = &self.pages[page];
        let unit = &page.units[unit];
        self.seen.insert(fold_name(&unit.text));
        // A row is told by its cells.
        let text = if unit.kind == UnitKind::Row { cut(&shown(&unit.text), 0) } else { cut(&unit.text, 0) };
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
            let opens = heading.is_empty() && first || ThingPart::of_heading(&heading) == Some(ThingPart::What);
            opens && !is_admonition(&page.units[*unit].text)
        };
        let defined = telling().find(defines);
        let (page, unit) = defined.or_else(|| telling().find(opens))?;
        let said = self.cited(page, unit);
        if defined.is_some() {
            return Some((true, said));
        }
        let more = self.goes_on(page, unit).map(|next| format!(" {}", self.cited(page, next)));
        Some((false, said + &more.unwrap_or_default()))
    }

    /// The sentence right behind one, of its paragraph, where both are short.
    fn goes_on(&self, page: usize, unit: usize) -> Option<usize> {
        let units = &self.pages[page].units;
        let (first, next) = (&units[unit], units.get(unit + 1)?);
        let words = |unit: &ToldUnit| unit.text.split_whitespace().count();
        (first.block == next.block && next.tells() && words(first) + words(next) <= WORDS).then_some(unit + 1)
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

/// The sentences of a section that say most of it, in their order: those with the words that the section repeats, the first
/// one sooner than another. A second one only where both are short.
fn central(units: &[ToldUnit], telling: &[usize]) -> Vec<usize> {
    let said: Vec<Vec<String>> = telling.iter().map(|at| telling_stems(&units[*at].text)).collect();
    let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
    said.iter().flatten().for_each(|stem| *counts.entry(stem).or_default() += 1.0);
    let score = |place: usize| {
        let (unit, stems) = (&units[telling[place]], &said[place]);
        let repeated: f64 = stems.iter().map(|stem| counts[stem.as_str()] - 1.0).sum();
        let first = if place == 0 { FIRST } else { 1.0 };
        let aside = unit.points_back() || is_admonition(&unit.text);
        (1.0 + repeated) / (stems.len() as f64 + SHORT).sqrt() * first * if aside { BACK } else { 1.0 }
    };
    let mut rated: Vec<(f64, usize)> = (0..telling.len()).map(|place| (score(place), place)).collect();
    rated.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let words = |place: usize| units[telling[place]].text.split_whitespace().count();
    let mut chosen: Vec<usize> = Vec::new();
    for (_, place) in rated {
        let all: usize = chosen.iter().map(|known| words(*known)).sum::<usize>() + words(place);
        let again = chosen
            .iter()
            .any(|known| fold_name(&units[telling[*known]].text) == fold_name(&units[telling[place]].text));
        if !again && (chosen.is_empty() || all <= WORDS) && chosen.len() < SENTENCES {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|place| telling[place]).collect()
}

/// True for a remark set apart: "Warning: …", "Примечание: …".
fn is_admonition(text: &str) -> bool {
    const MARKS: [&str; 14] = [
        "warning",
        "note",
        "caution",
        "tip",
        "hint",
        "important",
        "attention",
        "danger",
        "info",
        "внимание",
        "примечание",
        "важно",
        "совет",
        "предупреждение",
    ];
    let low = text.trim_start_matches(['*', '_', '>', ' ']).to_lowercase();
    MARKS
        .iter()
        .any(|mark| low.strip_prefix(mark).is_some_and(|rest| rest.trim_start_matches(['*', '_']).starts_with(':')))
}

/// True if a sentence of a thing's own page is about it: it names it first, or says "it" behind a sentence that does.
fn is_about(unit: &ToldUnit, before: Option<&ToldUnit>, names: &[String]) -> bool {
    const PRONOUNS: &[&str] = &["it ", "he ", "she ", "they ", "он ", "она ", "оно ", "они "];
    let low = unit.text.to_lowercase();
    let named = |unit: &ToldUnit| name_part(&unit.text, names) <= NamePart::Subject;
    named(unit) || PRONOUNS.iter().any(|pronoun| low.starts_with(pronoun)) && before.is_some_and(named)
}
