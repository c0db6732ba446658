//! The units of a whole document, for answers over whole documents: what a reader sees of each, the headings above it and
//! the words that lead to it.

use quipu_kernel::model::{Format, Span};

use super::units::{Unit, UnitKind, Units, units};

/// A unit of a document, as a reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldUnit {
    /// Its kind.
    pub kind: UnitKind,
    /// Its place in the text.
    pub span: Span,
    /// Its visible text on one line.
    pub text: String,
    /// The words that lead to it, outermost first: the sentence before a list, the members above it.
    pub lead: Vec<String>,
    /// Headings above it, outermost first.
    pub headings: Vec<String>,
    /// Number of its block: sentences of one paragraph, members of one list share it.
    pub block: usize,
    /// True if it begins with the mark of a list's member.
    pub listed: bool,
    /// True if it is a work of a list of references, or a line of rights.
    pub aside: bool,
}

/// The units of a document's text, in its order.
pub fn told_units(text: &str, format: Format) -> Vec<ToldUnit> {
    told_units_below(text, &[], format)
}

/// The units of a text that stands below `headings`, in its order.
pub fn told_units_below(text: &str, headings: &[String], format: Format) -> Vec<ToldUnit> {
    let read = units(text, 0, headings, format);
    read.units.iter().map(|unit| told(text, &read, unit)).collect()
}

fn told(text: &str, read: &Units, unit: &Unit) -> ToldUnit {
    let seen = |span: &Span| one_line(&read.seen(*span));
    ToldUnit {
        kind: unit.kind,
        span: unit.span,
        text: seen(&unit.span),
        lead: unit.lead.iter().map(seen).collect(),
        headings: read.sections[unit.section].clone(),
        block: unit.block,
        listed: is_listed(text, unit.span.start as usize),
        aside: unit.aside,
    }
}

/// True if only the mark of a list's member stands before a byte on its line.
fn is_listed(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default().trim();
    matches!(line, "-" | "*" | "+") || line.strip_suffix(['.', ')']).is_some_and(|number| number.parse::<u32>().is_ok())
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl ToldUnit {
    /// True if it is a sentence that tells something where it stands alone: no question, no lead-in, no mere reference
    /// to another place, and neither a heading nor a label.
    pub fn tells(&self) -> bool {
        const POINTING: &[&str] = &[
            "see ",
            "see also",
            "for more",
            "for details",
            "read more",
            "click",
            "note that this page",
            "this page",
            "this section",
            "this document",
            "this article",
            "the following",
            "table of contents",
            "below",
            "here ",
            "and ",
            "or ",
            "but ",
            "и ",
            "или ",
            "см.",
            "смотри",
            "подробнее",
            "читайте",
            "эта страница",
            "этот раздел",
            "далее",
            "ниже",
            "в этой статье",
        ];
        let sentence = matches!(self.kind, UnitKind::Sentence | UnitKind::Member);
        let text = self.text.trim_matches(|c: char| matches!(c, '*' | '_' | '"' | '«' | '»' | ' '));
        let ends = text.ends_with(['.', '!', '…', ')', '`', '”']) || self.text.ends_with(['*', '_', '"', '»']);
        let low = text.to_lowercase();
        let points = POINTING.iter().any(|begin| low.starts_with(begin));
        let marks =
            text.starts_with(['#', '|', '{', '<', '[', '(', '-', '=']) || text.contains("{{") || text.contains("://");
        // A label before marked words is no sentence: "Purpose: **to sail**".
        let labelled = text.find(": **").is_some_and(|at| at < LABEL);
        let words = text.split_whitespace().count();
        sentence && !self.aside && !labelled && ends && !points && !marks && (MIN_WORDS..=MAX_WORDS).contains(&words)
    }
}

impl ToldUnit {
    /// True if it begins with a word that stands for what an earlier sentence named.
    pub fn points_back(&self) -> bool {
        const BACK: &str = " this these that those it they he she such here there also then это этот эта эти он она оно они такой такая такое такие там здесь также тогда ";
        let first = self.text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
        BACK.contains(&format!(" {} ", first.to_lowercase()))
    }
}

/// Lengths of a sentence that tells something, in words.
const MIN_WORDS: usize = 4;
const MAX_WORDS: usize = 60;
/// The longest label, in bytes.
const LABEL: usize = 25;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_told_as_a_reader_sees_them() {
        let text = "# Quay\n\nThe quay is [old](a.md) stone.\n\n## Boats\n\nIt takes:\n\n- ferries\n- *tugs*\n";
        let found = told_units(text, Format::Markdown);
        let said: Vec<(&str, usize)> = found.iter().map(|unit| (unit.text.as_str(), unit.headings.len())).collect();
        assert_eq!(said, [("The quay is old stone.", 1), ("- ferries - *tugs*", 2), ("ferries", 2), ("*tugs*", 2)]);
        assert_eq!(found[3].lead, ["It takes:"]);
        assert!(found[0].tells() && !found[1].tells() && !found[2].tells());
    }

    #[test]
    fn a_sentence_that_leads_elsewhere_tells_nothing() {
        let tells = |text: &str| told_units(text, Format::Markdown).first().is_some_and(ToldUnit::tells);
        assert!(tells("The lock has two gates of oak.") && tells("У шлюза двое дубовых ворот."));
        assert!(!tells("See the page on gates.") && !tells("Подробнее в разделе о воротах."));
        assert!(!tells("What has two gates of oak?"));
    }
}
