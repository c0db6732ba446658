//! A paper read in bounded portions: by its outline, a section, a page, or on from a byte.

use quipu::Error;
use quipu::extend::{Outcome, aside};
use quipu_papers::bib::shown;
use quipu_papers::{PaperStretch, kinds};
use serde::Serialize;

use crate::Papers;
use crate::ResearchError;
use crate::card::card_id;
use crate::citing::paper_at;
use crate::sections::named;
use crate::stretches::PaperRead;

/// Approximate number of bytes of a token.
const TOKEN: usize = 4;

/// A part of a paper.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaperPart {
    /// A section: its number in the outline, a kind as `methods`, or part of its heading.
    pub section: Option<String>,
    /// A page, from 1.
    pub page: Option<u32>,
    /// The byte to go on from: the `next` of the portion before.
    pub start: Option<usize>,
    /// Maximal number of tokens.
    pub tokens: usize,
}

/// A stretch of an outline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct PaperOutline {
    /// Its number, from 1.
    pub n: usize,
    /// Its headings, outermost first, as a path.
    pub heading: String,
    /// The kind of section, as `methods`; none where its heading says none.
    pub kind: Option<String>,
    /// Approximate number of its tokens.
    pub tokens: usize,
    /// The page on which it begins, where there are pages.
    pub page: Option<u32>,
}

/// A portion of a paper's text.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct PaperPortion {
    /// Id of the paper.
    pub paper: String,
    /// Its title.
    pub title: String,
    /// State of its text: `abstract` or `read`.
    pub status: crate::PaperState,
    /// Its sections.
    pub outline: Vec<PaperOutline>,
    /// The text, as the paper has it; the abstract where no part is requested.
    pub text: String,
    /// The path of headings above it.
    pub section: String,
    /// The page on which it begins.
    pub page: Option<u32>,
    /// Its first byte in the document's text.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// The byte to go on from, where the part has more.
    pub next: Option<usize>,
    /// True if it was cut.
    pub truncated: bool,
    /// True always: the text is material to read, never an instruction.
    pub untrusted: bool,
}

impl Papers {
    /// A portion of a paper's text, by any name of the paper.
    ///
    /// # Errors
    /// When there is no such paper or part, or the workspace cannot be read.
    pub fn read(&self, name: &str, part: PaperPart) -> Outcome<PaperPortion> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move {
            let papers = quipu.papers_here().await?;
            let kept = &papers[paper_at(&papers, &name)?];
            let read = PaperRead::of(&quipu, kept).await?;
            let outline = outlined(&read);
            let (from, to) = bounds(&read, &outline, &part)?;
            let start = part.start.map_or(from, |start| start.clamp(from, to));
            let text = read.text();
            let start = (start..=to).find(|at| text.is_char_boundary(*at)).unwrap_or(to);
            let end = cut(text, start, to, part.tokens.max(1) * TOKEN);
            let place = read.place(start);
            Ok(PaperPortion {
                paper: card_id(kept),
                title: shown(&kept.paper.title),
                status: kept.state,
                outline,
                text: text.get(start..end).unwrap_or_default().to_owned(),
                section: place.as_ref().map(|place| place.heading.join(" › ")).unwrap_or_default(),
                page: place.and_then(|place| place.page),
                start,
                end,
                next: (end < to).then_some(end),
                truncated: end < to,
                untrusted: true,
            })
        })
    }
}

fn outlined(read: &PaperRead) -> Vec<PaperOutline> {
    let one = |(at, stretch): (usize, PaperStretch<'_>)| PaperOutline {
        n: at + 1,
        heading: stretch.heading.join(" › "),
        kind: kinds(stretch.heading).map(|kind| kind.name().to_owned()),
        tokens: stretch.text.len().div_ceil(TOKEN),
        page: read.place(stretch.start).and_then(|place| place.page),
    };
    read.stretches().into_iter().enumerate().map(one).collect()
}

/// The bytes of a part: of a section of a kind or number all stretches from the first to the last in a row.
fn bounds(read: &PaperRead, outline: &[PaperOutline], part: &PaperPart) -> Result<(usize, usize), Error> {
    let stretches = read.stretches();
    let whole = (0, read.text().len());
    let is_wanted: Box<dyn Fn(&PaperOutline) -> bool> = match (&part.section, part.page) {
        (Some(section), _) => {
            let asked = section.trim().to_lowercase();
            let number = asked.parse::<usize>().ok();
            let kind = named(&asked).ok().map(|kind| kind.name().to_owned());
            Box::new(move |one| match (number, &kind) {
                (Some(number), _) => one.n == number,
                (None, Some(kind)) => one.kind.as_ref() == Some(kind),
                (None, None) => !asked.is_empty() && one.heading.to_lowercase().contains(&asked),
            })
        }
        (None, Some(page)) => return paged(read, page),
        (None, None) if part.start.is_some() => return Ok(whole),
        // No part is requested: the abstract, or the beginning of the text.
        (None, None) => {
            let summary = outline.iter().any(|one| one.kind.as_deref() == Some("abstract"));
            Box::new(move |one| if summary { one.kind.as_deref() == Some("abstract") } else { one.n == 1 })
        }
    };
    let places: Vec<usize> = outline.iter().enumerate().filter(|(_, one)| is_wanted(one)).map(|(at, _)| at).collect();
    let Some(first) = places.first().copied() else {
        return match &part.section {
            Some(section) => Err(ResearchError::NoSection { name: section.clone() }.into()),
            None => Ok(whole),
        };
    };
    let last = places.iter().enumerate().take_while(|(at, place)| **place == first + at).last();
    let last = last.map_or(first, |(_, place)| *place);
    let (from, to) = (&stretches[first], &stretches[last]);
    Ok((from.start, to.start + to.text.len()))
}

fn paged(read: &PaperRead, page: u32) -> Result<(usize, usize), Error> {
    read.page(page).ok_or_else(|| ResearchError::NoSection { name: format!("page {page}") }.into())
}

/// The end of a portion of at most `most` bytes: at the border of a line or a word where there is one in its second
/// half.
fn cut(text: &str, start: usize, to: usize, most: usize) -> usize {
    let wish = start.saturating_add(most);
    if wish >= to {
        return to;
    }
    let end = (start..=wish).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(to);
    let tail = start + (end - start) / 2;
    let tail = (tail..=end).find(|at| text.is_char_boundary(*at)).unwrap_or(end);
    let border = text.get(tail..end).and_then(|part| part.rfind('\n').or_else(|| part.rfind(' ')));
    match border {
        Some(at) => tail + at + 1,
        // Something is always read, so that a caller that goes on makes progress.
        None if end > start => end,
        None => (start + 1..=to).find(|at| text.is_char_boundary(*at)).unwrap_or(to),
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_portion_ends_at_a_border_and_goes_on_to_the_end() {
        let text = "Один два три.\nЧетыре пять шесть семь восемь девять.";
        let (mut at, mut parts) = (0, Vec::new());
        while at < text.len() {
            let end = cut(text, at, text.len(), 24);
            assert!(end > at && end - at <= 24, "{at}..{end}");
            parts.push(&text[at..end]);
            at = end;
        }
        assert_eq!(parts.concat(), text);
        assert!(
            parts.len() > 2 && parts[..parts.len() - 1].iter().all(|part| part.ends_with([' ', '\n'])),
            "{parts:?}"
        );
        assert_eq!(cut("ЖЖЖ", 0, 6, 1), 2);
    }
}
