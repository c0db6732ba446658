//! Writing RIS: two blanks before the hyphen, one line a value.

use super::KINDS;
use crate::bib::fields::PLAIN;
use crate::bib::keys;
use crate::bib::labels::{self, Label};
use crate::bib::names::in_ris;
use crate::bib::text::collapsed;
use crate::{Paper, PaperDate};

/// Fields for which RIS has no tag.
const NOTED: [Label; 7] =
    [Label::Pmid, Label::Arxiv, Label::Categories, Label::Comment, Label::Status, Label::Updated, Label::JournalLine];

/// The papers as references, sorted by their keys.
pub(in crate::bib) fn write(papers: &[Paper]) -> String {
    let mut all: Vec<(String, &Paper)> = keys(papers).into_iter().zip(papers).collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    let references: Vec<String> = all.iter().map(|(key, paper)| reference(key, paper)).collect();
    references.join("\n")
}

fn reference(key: &str, paper: &Paper) -> String {
    let kind = KINDS.iter().find(|(_, known)| *known == paper.kind).map_or("GEN", |(name, _)| *name);
    let mut out = format!("TY  - {kind}\n");
    let mut put = |tag: &str, value: &str| {
        let value = collapsed(value);
        if !value.is_empty() {
            out.push_str(&format!("{tag}  - {value}\n"));
        }
    };
    put("ID", key);
    paper.authors.iter().for_each(|author| put("AU", &in_ris(author)));
    if paper.authors_cut {
        put("AU", "et al.");
    }
    paper.editors.iter().for_each(|editor| put("A2", &in_ris(editor)));
    put("TI", &paper.title);
    put("T2", paper.journal.as_deref().unwrap_or_default());
    if let Some(date) = paper.published {
        put("PY", &PaperDate { month: None, day: None, ..date }.to_string());
        if date.month.is_some() {
            put("DA", &slashed(date));
        }
    }
    for field in &PLAIN {
        put(field.ris.first().copied().unwrap_or_default(), (field.get)(paper).unwrap_or_default());
    }
    put("IS", paper.number.as_deref().unwrap_or_default());
    match paper.pages.as_deref().unwrap_or_default().split_once('-') {
        Some((from, to)) if !from.is_empty() && !to.is_empty() && !to.contains('-') && from != to => {
            put("SP", from);
            put("EP", to);
        }
        _ => put("SP", paper.pages.as_deref().unwrap_or_default()),
    }
    put("SN", paper.isbn.as_deref().unwrap_or_default());
    put("DO", paper.doi.as_deref().unwrap_or_default());
    paper.url.iter().chain(&paper.more_urls).for_each(|url| put("UR", url));
    put("Y2", &paper.accessed.map(slashed).unwrap_or_default());
    paper.tags.iter().for_each(|tag| put("KW", tag));
    paper.files.iter().for_each(|path| put("L1", path));
    labels::lines(paper, &NOTED).iter().for_each(|line| put("C1", line));
    paper.notes.iter().for_each(|note| put("N1", note));
    out.push_str("ER  - \n");
    out
}

/// `2021/03/01`, as RIS writes dates.
fn slashed(date: PaperDate) -> String {
    let text = date.to_string();
    let (sign, rest) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    format!("{sign}{}", rest.replace('-', "/"))
}
