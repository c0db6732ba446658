//! The sentence that says what a member of a kind is: of the sentences that define it the commonest, since pages repeat a
//! good one; else what explains it in a list; else a sentence about it.

use std::collections::BTreeMap;

use quipu_kernel::model::Span;
use quipu_language::answer::{NamePart, ToldUnit, UnitKind, name_part, plain};
use regex::{Regex, RegexBuilder};

use crate::find::texts::SoughtPhrase;

/// A sentence of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DefiningSentence {
    /// Position of the document.
    pub(super) document: usize,
    /// Its place there.
    pub(super) span: Span,
    /// Its visible text.
    pub(super) text: String,
}

/// A document's text with its units.
pub(super) struct UnitsOf<'a> {
    pub(super) text: &'a str,
    pub(super) units: &'a [ToldUnit],
}

/// The best sentence on a name among documents; `listed` is where a list names it.
pub(super) fn defining(
    forms: &[String],
    documents: &[UnitsOf<'_>],
    listed: (usize, usize),
) -> Option<DefiningSentence> {
    defined(forms, documents)
        .or_else(|| explained(forms, documents, listed))
        .or_else(|| told(forms, documents))
        .or_else(|| {
            // Below a heading the first line is what stands under it.
            let (document, at) = listed;
            let small = |unit: &&ToldUnit| matches!(unit.kind, UnitKind::Sentence | UnitKind::Member | UnitKind::Row);
            let unit = documents.get(document)?.units.get(at..)?.iter().find(small)?;
            Some(DefiningSentence { document, span: unit.span, text: plain(&unit.text) })
        })
        .or_else(|| line(forms, documents))
}

/// The sentence "X is …" that most documents have.
pub(super) fn defined(forms: &[String], documents: &[UnitsOf<'_>]) -> Option<DefiningSentence> {
    let pattern = pattern(forms)?;
    let mut found: BTreeMap<String, (usize, DefiningSentence)> = BTreeMap::new();
    for (document, of) in documents.iter().enumerate() {
        for unit in of.units.iter().filter(|unit| unit.tells()) {
            let Some(raw) = of.text.get(unit.span.range()) else { continue };
            let Some(text) = begun(&unit.text, &pattern, forms) else { continue };
            let start = begun(raw, &pattern, forms).map_or(0, |part| raw.len() - part.len());
            let span = Span::new(unit.span.start as usize + start, unit.span.end as usize);
            let one = DefiningSentence { document, span, text: text.to_owned() };
            found.entry(text.to_lowercase()).or_insert((0, one)).0 += 1;
        }
    }
    let best = found.into_values().max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.text.len().cmp(&a.1.text.len())));
    best.map(|(_, one)| one)
}

/// "X is", "X (Y) are", "X — это" at the beginning of a sentence.
fn pattern(forms: &[String]) -> Option<Regex> {
    let escaped: Vec<String> =
        forms.iter().map(|form| form.split_whitespace().map(regex::escape).collect::<Vec<_>>().join(r"\s+")).collect();
    let text = format!(
        r"\b{{start-half}}(?:the |an? )?(?:{})[*_`]*(?: \([^)]*\))?(?: (?:is|are|means) (?:an?|the|one|any|when|treatment|[a-z]+ (?:of|that|which|to))\b|\s+[—–-] (?:это |a |an |the )?)",
        escaped.join("|")
    );
    RegexBuilder::new(&text).case_insensitive(true).size_limit(1 << 20).build().ok()
}

/// A sentence from the place on where it defines; a name right before it is a heading that ran into it.
fn begun<'t>(text: &'t str, pattern: &Regex, forms: &[String]) -> Option<&'t str> {
    let found = pattern.find_iter(text).find(|found| {
        let before = text[..found.start()].trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        before.is_empty() || forms.iter().any(|form| form.to_lowercase() == before)
    })?;
    Some(&text[found.start()..])
}

/// The member of a list that goes on to explain what it names.
fn explained(forms: &[String], documents: &[UnitsOf<'_>], listed: (usize, usize)) -> Option<DefiningSentence> {
    let (document, unit) = listed;
    let unit = documents.get(document)?.units.get(unit)?;
    let longest = forms.iter().map(|form| form.split_whitespace().count()).max().unwrap_or(0);
    let explains = unit.kind == UnitKind::Member && unit.text.split_whitespace().count() > longest + 3;
    explains.then(|| DefiningSentence { document, span: unit.span, text: unit.text.clone() })
}

/// The sentence that is about the name, or acts on it: of the best sort the one that most documents have.
fn told(forms: &[String], documents: &[UnitsOf<'_>]) -> Option<DefiningSentence> {
    let phrase = SoughtPhrase::exact(forms)?;
    let mut found: BTreeMap<&str, (NamePart, usize, DefiningSentence)> = BTreeMap::new();
    for (document, of) in documents.iter().enumerate() {
        let names =
            |unit: &&ToldUnit| unit.kind == UnitKind::Sentence && unit.tells() && phrase.find(&unit.text).is_some();
        for unit in of.units.iter().filter(names) {
            if let Some(known) = found.get_mut(unit.text.as_str()) {
                known.1 += 1;
                continue;
            }
            let one = DefiningSentence { document, span: unit.span, text: unit.text.clone() };
            found.insert(&unit.text, (name_part(&unit.text, forms), 1, one));
        }
    }
    let best = found.into_values().min_by(|a, b| {
        let order = a.0.cmp(&b.0).then(b.1.cmp(&a.1)).then(a.2.document.cmp(&b.2.document));
        order.then(a.2.span.start.cmp(&b.2.span.start))
    });
    best.map(|(_, _, one)| one)
}

/// The first line of a list or a table that names it.
fn line(forms: &[String], documents: &[UnitsOf<'_>]) -> Option<DefiningSentence> {
    let phrase = SoughtPhrase::exact(forms)?;
    documents.iter().enumerate().find_map(|(document, of)| {
        let small = |unit: &&ToldUnit| matches!(unit.kind, UnitKind::Member | UnitKind::Row | UnitKind::Sentence);
        let unit = of.units.iter().filter(small).find(|unit| phrase.find(&unit.text).is_some())?;
        Some(DefiningSentence { document, span: unit.span, text: plain(&unit.text) })
    })
}

#[cfg(test)]
mod tests {
    use quipu_kernel::model::Format;
    use quipu_language::answer::told_units;

    use super::*;

    fn of(texts: &[&str], name: &str) -> Option<String> {
        let units: Vec<Vec<ToldUnit>> = texts.iter().map(|text| told_units(text, Format::Markdown)).collect();
        let documents: Vec<UnitsOf<'_>> =
            texts.iter().zip(&units).map(|(text, units)| UnitsOf { text, units }).collect();
        defining(&[name.to_owned()], &documents, (0, 0)).map(|found| {
            let cited = texts[found.document].get(found.span.range()).unwrap_or_default();
            assert!(cited.ends_with('.'), "{cited}");
            found.text
        })
    }

    #[test]
    fn the_commonest_definition_is_taken() {
        let one = "Caulking Caulking is a way to fill seams with oakum. It takes days.";
        let two = "When caulking is old, boats leak. Caulking is a way to fill seams with oakum.";
        let three = "Caulking is the work of winters.";
        assert_eq!(of(&[three, one, two], "caulking").as_deref(), Some("Caulking is a way to fill seams with oakum."));
        assert_eq!(
            of(&["Конопатка — это работа на зиму."], "конопатка").as_deref(),
            Some("Конопатка — это работа на зиму.")
        );
    }

    #[test]
    fn a_sentence_about_it_stands_for_a_definition() {
        assert_eq!(
            of(&["The men like caulking best. Caulking takes two days."], "caulking").as_deref(),
            Some("Caulking takes two days.")
        );
        assert_eq!(
            of(&["- Caulking: the filling of seams with oakum.\n- Tar: black."], "caulking").as_deref(),
            Some("Caulking: the filling of seams with oakum.")
        );
    }
}
