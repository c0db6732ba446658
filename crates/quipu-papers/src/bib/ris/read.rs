//! Reading RIS with recovery: one, two or no blanks before the hyphen, continuation lines, references that do not end.

use super::KINDS;
use crate::bib::fields::PLAIN;
use crate::bib::names::{Names, ris_name};
use crate::bib::text::{collapsed, some};
use crate::bib::{Bibliography, dates, ids, labels, settle};
use crate::{Author, Paper, PaperDate, PaperKind, PaperTrouble};

/// One field: its tag, its value, its line.
struct Field {
    tag: String,
    value: String,
    line: usize,
}

/// Tags that count with any number of blanks before the hyphen; another word of two letters may be the text of a line.
const TAGS: &str = " TY ER AU A1 A2 A3 A4 ED TI T1 T2 T3 CT BT JO JF JA J1 J2 PY Y1 DA Y2 VL IS SP EP M1 M2 M3 DO UR LK L1 L2 \
                    L3 L4 KW AB N1 N2 RN PB CY PP ET SN LA ID LB C1 C2 C3 C4 C5 C6 C7 C8 AN DB DP CN NV OP SE ST TA RI U1 U2 ";

/// True if a line begins a reference.
pub(in crate::bib) fn is_start(line: &str) -> bool {
    tagged(line).is_some_and(|(tag, _)| tag == "TY")
}

/// The tag and the value of a line; none where the line goes on with the one before.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let tag = line.get(..2)?;
    let form = tag.starts_with(|c: char| c.is_ascii_uppercase())
        && tag.ends_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    let rest = line.get(2..)?;
    let (blanks, value) = rest.split_once('-').filter(|(blanks, _)| form && blanks.bytes().all(|byte| byte == b' '))?;
    let known = TAGS.contains(&format!(" {tag} "));
    let ends = value.is_empty() || value.starts_with(' ');
    let counts = match blanks.len() {
        0 => known && ends,
        1 => known,
        2 => true,
        _ => false,
    };
    counts.then(|| (tag, value.trim()))
}

/// Reads the papers of a text whose lines end in `\n`.
pub(in crate::bib) fn read(text: &str) -> Bibliography {
    let mut bibliography = Bibliography::default();
    let mut open: Option<Vec<Field>> = None;
    let mut stray = false;
    for (line, text) in text.split('\n').enumerate().map(|(place, text)| (place + 1, text.trim_end())) {
        match (tagged(text.trim_start()), &mut open) {
            (Some(("TY", value)), _) => {
                if let Some(before) = open.take() {
                    tell(&mut bibliography, line, "record begins before the last one ended");
                    finish(&mut bibliography, &before);
                }
                open = Some(vec![Field { tag: "TY".to_owned(), value: value.to_owned(), line }]);
                stray = false;
            }
            (Some(("ER", _)), Some(fields)) => {
                finish(&mut bibliography, fields);
                open = None;
            }
            (Some((tag, value)), Some(fields)) => {
                fields.push(Field { tag: tag.to_owned(), value: value.to_owned(), line });
            }
            (Some((tag, _)), None) if !stray && tag != "ER" => {
                tell(&mut bibliography, line, "field outside a record");
                stray = true;
            }
            (None, Some(fields)) if !text.trim().is_empty() => {
                if let Some(last) = fields.last_mut().filter(|last| last.tag != "TY") {
                    last.value.push(' ');
                    last.value.push_str(text.trim());
                }
            }
            _ => {}
        }
    }
    if let Some(fields) = open {
        let line = fields.first().map_or(1, |field| field.line);
        tell(&mut bibliography, line, "record not ended at the end of the file");
        finish(&mut bibliography, &fields);
    }
    bibliography
}

fn tell(bibliography: &mut Bibliography, line: usize, told: &str) {
    bibliography.troubles.push(PaperTrouble { line: Some(line), told: told.to_owned() });
}

fn finish(bibliography: &mut Bibliography, fields: &[Field]) {
    // Reported in the order of lines: problems of a reference stand before the problem that ended it.
    let late = bibliography.troubles.pop_if(|last| fields.first().is_some_and(|field| last.line > Some(field.line)));
    let paper = paper(fields, &mut bibliography.troubles);
    if settle::is_empty(&paper) {
        let line = fields.first().map_or(1, |field| field.line);
        tell(bibliography, line, "nothing is said in this record");
    } else {
        bibliography.papers.push(paper);
    }
    bibliography.troubles.extend(late);
}

fn paper(fields: &[Field], troubles: &mut Vec<PaperTrouble>) -> Paper {
    let all = |tags: &'static [&'static str]| {
        tags.iter().flat_map(move |tag| fields.iter().filter(move |field| field.tag == *tag))
    };
    let first = |tags: &'static [&'static str]| all(tags).find_map(|field| some(&field.value));
    let mut paper =
        Paper { key: first(&["ID"]), title: first(&["TI", "T1", "CT"]).unwrap_or_default(), ..Paper::default() };
    let (authors, editors) = (people(fields, &["AU", "A1"]), people(fields, &["A2", "ED"]));
    (paper.authors, paper.authors_cut, paper.editors) = (authors.authors, authors.cut, editors.authors);
    paper.published = published(fields, troubles);
    paper.accessed = first(&["Y2"]).as_deref().and_then(dates::date);
    paper.journal = first(&["T2", "JF", "BT", "JO", "JA", "J2", "J1"]);
    set_kind(&mut paper, fields, troubles);
    if paper.title.is_empty() && paper.kind == PaperKind::Book {
        paper.title = paper.journal.take().unwrap_or_default();
    }
    for known in &PLAIN {
        *(known.slot)(&mut paper) = first(known.ris);
    }
    paper.number = first(&["IS"]);
    paper.pages = pages(first(&["SP"]), first(&["EP"]));
    paper.isbn = first(&["SN"]);
    paper.doi = all(&["DO", "M1", "M3", "UR"]).find_map(doi);
    let mut urls = all(&["UR", "LK"]).filter_map(|field| some(&field.value));
    paper.url = urls.next();
    paper.more_urls = urls.collect();
    paper.tags = all(&["KW"]).flat_map(|field| field.value.split(';')).filter_map(some).collect();
    paper.files = all(&["L1"]).filter_map(|field| file(&field.value)).collect();
    for field in all(&["M1", "M3", "AN"]) {
        labels::take_arxiv(&mut paper, &field.value);
    }
    for field in all(&["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "AN"]) {
        labels::take(&mut paper, &field.value);
    }
    for field in all(&["N1", "RN"]) {
        if !labels::take(&mut paper, &field.value) {
            paper.notes.extend(some(&field.value));
        }
    }
    settle::settle(&mut paper);
    paper
}

fn people(fields: &[Field], tags: &[&str]) -> Names {
    let mut names = Names::default();
    for field in fields.iter().filter(|field| tags.contains(&field.tag.as_str())) {
        ris_name(&field.value, &mut names);
    }
    names.authors.retain(|author: &Author| !author.family.is_empty() || !author.given.is_empty());
    names
}

fn set_kind(paper: &mut Paper, fields: &[Field], troubles: &mut Vec<PaperTrouble>) {
    let Some(start) = fields.first() else { return };
    let kind = KINDS.iter().find(|(name, _)| start.value.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind);
    paper.kind = match kind {
        // Many programs write a paper of a conference so.
        Some(PaperKind::Proceedings) if paper.journal.is_some() || !paper.authors.is_empty() => PaperKind::Conference,
        Some(kind) => kind,
        None => {
            troubles.push(PaperTrouble {
                line: Some(start.line),
                told: format!("type {:?} unknown (kept as GEN)", start.value.chars().take(40).collect::<String>()),
            });
            PaperKind::Other
        }
    };
}

/// The date that is given most exactly, `PY` before the others.
fn published(fields: &[Field], troubles: &mut Vec<PaperTrouble>) -> Option<PaperDate> {
    let mut best: Option<PaperDate> = None;
    for tag in ["PY", "Y1", "DA"] {
        for field in fields.iter().filter(|field| field.tag == tag) {
            if dates::is_wrong_year(&field.value) {
                let told = format!("year {} is no year", collapsed(&field.value));
                troubles.push(PaperTrouble { line: Some(field.line), told });
            }
            let Some(date) = dates::date(&field.value) else { continue };
            let exact = |date: &PaperDate| (date.month.is_some(), date.day.is_some());
            if best.is_none_or(|best| best.year == date.year && exact(&date) > exact(&best)) {
                best = Some(date);
            }
        }
    }
    best
}

fn pages(from: Option<String>, to: Option<String>) -> Option<String> {
    let from = from?.replace(['–', '—'], "-").replace("--", "-");
    match to.filter(|to| !from.contains('-') && *to != from) {
        Some(to) => Some(format!("{from}-{to}")),
        None => Some(from),
    }
}

/// A DOI, from an address only where that is one of DOIs.
fn doi(field: &Field) -> Option<String> {
    (field.tag != "UR" || field.value.contains("doi.org/")).then(|| ids::doi(&field.value))?
}

/// The path of a file; none for an address within some program.
fn file(value: &str) -> Option<String> {
    let value = value.trim();
    if let Some(path) = value.strip_prefix("file://") {
        let path = decoded(path);
        let bytes = path.as_bytes();
        // `/C:/…` is a path of Windows.
        let drive = bytes.len() > 2 && bytes[0] == b'/' && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
        return some(path.get(usize::from(drive)..).unwrap_or_default());
    }
    (!value.contains("://")).then(|| some(value))?
}

/// A text with `%20` and the like decoded.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code =
            text.get(at + 1..at + 3).filter(|_| *byte == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
