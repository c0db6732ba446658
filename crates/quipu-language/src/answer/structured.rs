//! Units as other readers of texts see them: with their headings, and the number of a list's members.

use quipu_kernel::model::{Format, Span};

use super::cues::terms;
use super::units::{UnitKind, units};

/// A unit of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructuredUnit {
    /// Its kind.
    pub kind: UnitKind,
    /// Its place in the text.
    pub span: Span,
    /// Its text as a reader sees it.
    pub seen: String,
    /// The innermost heading above it.
    pub heading: Option<String>,
    /// Number of members, of a list.
    pub members: usize,
}

/// The units of a text below `headings`, without references and lines of rights.
pub fn structured(text: &str, headings: &[String], format: Format) -> Vec<StructuredUnit> {
    let read = units(text, 0, headings, format);
    let members =
        |block: usize| read.units.iter().filter(|unit| unit.block == block && unit.kind == UnitKind::Member).count();
    let shown = read.units.iter().filter(|unit| !unit.aside);
    let of = |unit: &super::units::Unit| StructuredUnit {
        kind: unit.kind,
        span: unit.span,
        seen: read.seen(unit.span).trim().to_owned(),
        heading: read.sections.get(unit.section).and_then(|headings| headings.last().cloned()),
        members: if unit.is_list() { members(unit.block) } else { 0 },
    };
    shown.map(of).collect()
}

/// The term that a sentence begins with, before a copula, a dash or a colon.
pub fn definition_term(seen: &str) -> Option<&str> {
    terms(seen).into_iter().next().filter(|term| seen.starts_with(*term))
}
