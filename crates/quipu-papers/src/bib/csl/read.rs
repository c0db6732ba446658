//! Reading CSL JSON, one object at a time, so that a broken one costs only the text after it.

use serde_json::{Deserializer, Map, Value};

use super::KINDS;
use crate::bib::fields::PLAIN;
use crate::bib::names::Names;
use crate::bib::text::{collapsed, paragraphs, some, untagged};
use crate::bib::{Bibliography, dates, ids, labels, settle};
use crate::{Author, Paper, PaperDate, PaperKind, PaperTrouble};

/// Reads the papers of a text that begins with `[` or `{`; none if no object of it looks like one of CSL.
pub(in crate::bib) fn read(text: &str) -> Option<Bibliography> {
    let mut bibliography = Bibliography::default();
    let mut seen = false;
    let Some(inside) = text.strip_prefix('[') else {
        let whole: Value = serde_json::from_str(text).ok()?;
        let list = ["items", "references"].iter().find_map(|name| whole.get(name)).and_then(Value::as_array);
        match list {
            Some(list) => list.iter().for_each(|value| seen |= add(&mut bibliography, value, None)),
            None => seen = add(&mut bibliography, &whole, Some(1)),
        }
        return seen.then_some(bibliography);
    };
    let (mut at, mut line, mut counted) = (1, 1, 0);
    let mut rest = inside;
    loop {
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        at += rest.len() - trimmed.len();
        line += text.get(counted..at).unwrap_or_default().matches('\n').count();
        counted = at;
        if trimmed.is_empty() || trimmed.starts_with(']') {
            if trimmed.is_empty() {
                tell(&mut bibliography, Some(line), "the list is not closed".to_owned());
            }
            break;
        }
        let mut values = Deserializer::from_str(trimmed).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) => {
                seen |= add(&mut bibliography, &value, Some(line));
                let length = values.byte_offset();
                at += length;
                rest = trimmed.get(length..).unwrap_or_default();
            }
            _ => {
                tell(&mut bibliography, Some(line), "no JSON from here on (what follows is left out)".to_owned());
                break;
            }
        }
    }
    (seen || inside.trim() == "]").then_some(bibliography)
}

fn tell(bibliography: &mut Bibliography, line: Option<usize>, told: String) {
    bibliography.troubles.push(PaperTrouble { line, told });
}

/// Adds the paper of one value of the list; false if it does not look like an object of CSL.
fn add(bibliography: &mut Bibliography, value: &Value, line: Option<usize>) -> bool {
    let Some(object) = value.as_object() else {
        tell(bibliography, line, "not an object (left out)".to_owned());
        return false;
    };
    let fits = object.get("type").is_some_and(Value::is_string) && !object.contains_key("itemType");
    if !fits && !object.contains_key("title") {
        tell(bibliography, line, "an object without a type and a title (left out)".to_owned());
        return false;
    }
    let mut told = Vec::new();
    let paper = paper(object, &mut |text| told.push(text));
    let name = paper.key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default();
    told.into_iter().for_each(|text| tell(bibliography, line, format!("{name}{text}")));
    if settle::is_empty(&paper) {
        tell(bibliography, line, format!("{name}nothing is said of it"));
    } else {
        bibliography.papers.push(paper);
    }
    fits
}

fn paper(object: &Map<String, Value>, tell: &mut impl FnMut(String)) -> Paper {
    let text = |name: &str| object.get(name).and_then(said).and_then(|text| some(&text));
    let mut paper = Paper { key: object.get("id").and_then(said).and_then(|id| some(&id)), ..Paper::default() };
    (paper.title, paper.case_kept) = untagged(&object.get("title").and_then(said).unwrap_or_default());
    paper.kind = kind(object, tell);
    let authors = people(object, "author", tell);
    (paper.authors, paper.authors_cut) = (authors.authors, authors.cut);
    let editors = people(object, "editor", tell);
    paper.editors = editors.authors;
    paper.published = date(object, "issued", tell);
    paper.accessed = date(object, "accessed", tell);
    for known in &PLAIN {
        *(known.slot)(&mut paper) = text(known.csl);
    }
    paper.journal = text("container-title").and_then(|title| some(&untagged(&title).0));
    let number = text("number");
    if number.as_deref().is_some_and(|number| labels::take_arxiv(&mut paper, number)) {
        paper.number = text("issue");
    } else {
        paper.number = text("issue").or(number);
    }
    paper.pages = text("page").map(|pages| pages.replace(['–', '—'], "-").replace("--", "-"));
    paper.isbn = text("ISBN").or_else(|| text("ISSN"));
    paper.pmid = text("PMID").and_then(|pmid| ids::pmid(&format!("PMID:{pmid}")));
    paper.doi = text("DOI").and_then(|doi| ids::doi(&doi));
    paper.url = text("URL");
    let keywords = object.get("keyword").and_then(said).unwrap_or_default();
    // A list with semicolons may have commas in its tags.
    let separator = if keywords.contains(';') { ';' } else { ',' };
    paper.tags = keywords.split(separator).filter_map(some).collect();
    paper.withdrawn = text("status").is_some_and(|status| status.eq_ignore_ascii_case("withdrawn"));
    let categories = object.get("categories").and_then(Value::as_array).into_iter().flatten();
    paper.categories = categories.filter_map(Value::as_str).filter_map(some).collect();
    for name in ["note", "annote"] {
        let Some(notes) = object.get(name).and_then(said) else { continue };
        let notes = notes.replace("\r\n", "\n");
        for part in paragraphs(&notes) {
            let lines: Vec<&str> = part.lines().filter(|line| !labels::take(&mut paper, line)).collect();
            paper.notes.extend(some(&lines.join(" ")));
        }
    }
    settle::settle(&mut paper);
    paper
}

/// A text, a number as a text, or the first one of a list.
fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) => list.first().filter(|first| !first.is_array()).and_then(said),
        _ => None,
    }
}

fn kind(object: &Map<String, Value>, tell: &mut impl FnMut(String)) -> PaperKind {
    let name = object.get("type").and_then(Value::as_str).unwrap_or_default();
    let kind = KINDS.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind);
    // Types that are no papers at all (`bill`, `song`) are kept, too.
    kind.unwrap_or_else(|| {
        tell(format!("type {:?} unknown (kept as document)", name.chars().take(40).collect::<String>()));
        PaperKind::Other
    })
}

fn people(object: &Map<String, Value>, name: &str, tell: &mut impl FnMut(String)) -> Names {
    let mut names = Names::default();
    let list = match object.get(name) {
        Some(Value::Array(list)) => list,
        None | Some(Value::Null) => return names,
        Some(_) => {
            tell(format!("{name} is no list (left out)"));
            return names;
        }
    };
    for value in list {
        let part = |name: &str| value.get(name).and_then(said).map(|text| collapsed(&text)).unwrap_or_default();
        let literal = part("literal");
        if matches!(literal.as_str(), "others" | "et al." | "et al") {
            names.cut = true;
        } else if !literal.is_empty() {
            names.authors.push(Author { family: literal, body: true, ..Author::default() });
        } else {
            let particles = ["dropping-particle", "non-dropping-particle", "family"].map(part);
            let (mut family, mut given) = (joined(&particles), part("given"));
            if family.is_empty() {
                std::mem::swap(&mut family, &mut given);
            }
            if !family.is_empty() {
                names.authors.push(Author { family, given, suffix: part("suffix"), ..Author::default() });
            }
        }
    }
    names
}

/// Particles before a name: one that ends in an apostrophe has no blank after it.
fn joined(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !out.is_empty() && !out.ends_with(['\'', '’', '-']) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn date(object: &Map<String, Value>, name: &str, tell: &mut impl FnMut(String)) -> Option<PaperDate> {
    let value = object.get(name).filter(|value| !value.is_null())?;
    if let Some(parts) = value.get("date-parts").and_then(|parts| parts.get(0)).and_then(Value::as_array) {
        let numbers: Vec<Option<i32>> = parts.iter().map(|part| said(part)?.trim().parse().ok()).collect();
        let within = |place: usize, most: i32| {
            let number = numbers.get(place).copied().flatten().filter(|number| (1..=most).contains(number));
            number.and_then(|number| u8::try_from(number).ok())
        };
        if let Some(Some(year)) =
            numbers.first().filter(|year| year.is_some_and(|year| year != 0 && year.abs() <= 9999))
        {
            let month = within(1, 12);
            return Some(PaperDate { year: *year, month, day: month.and_then(|_| within(2, 31)) });
        }
        if !parts.is_empty() {
            tell(format!("{name}: the year is no year"));
        }
    }
    let words = ["raw", "literal"].iter().find_map(|form| value.get(form)).or(Some(value)).and_then(said)?;
    if dates::is_wrong_year(&words) {
        tell(format!("{name}: year {} is no year", collapsed(&words)));
    }
    dates::date(&words)
}
