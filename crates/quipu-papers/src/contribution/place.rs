//! The weight of a sentence's place in its paper for each cell (rhetorical structure of sections).

use crate::sections::{SectionKind, kind, kinds};

use super::PaperStretch;

/// The role of a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Its headings name a kind of section.
    Named(SectionKind),
    /// No heading names its kind and it stands before all that do: mostly a summary without a heading.
    Front,
    /// No heading names its kind, and it stands among or after those that do.
    Body,
    /// No heading of the whole paper names a kind.
    Plain,
}

/// The roles of stretches, in their order.
pub(super) fn places(stretches: &[PaperStretch<'_>]) -> Vec<Role> {
    let named: Vec<Option<SectionKind>> = stretches.iter().map(|one| kind_of(one.heading)).collect();
    let Some(first) = named.iter().position(Option::is_some) else { return vec![Role::Plain; stretches.len()] };
    let role = |(at, kind): (usize, &Option<SectionKind>)| match kind {
        Some(kind) => Role::Named(*kind),
        None if at < first => Role::Front,
        None => Role::Body,
    };
    named.iter().enumerate().map(role).collect()
}

/// The kind that a path of headings names; of a path without end its last headings.
fn kind_of(heading: &[String]) -> Option<SectionKind> {
    const DEEPEST: usize = 16;
    kinds(&heading[..heading.len().min(DEEPEST)])
}

impl Role {
    /// Weights of a sentence's place for problem, method, data, metric and result; 0 where it may not be taken.
    pub(super) fn weights(self) -> [f64; 5] {
        match self {
            Self::Named(kind) => match kind {
                SectionKind::Abstract => [1.0, 1.0, 1.0, 0.95, 1.1],
                SectionKind::Introduction => [0.75, 0.85, 0.6, 0.5, 0.65],
                SectionKind::Related => [0.25, 0.2, 0.0, 0.0, 0.0],
                SectionKind::Methods => [0.35, 0.75, 0.85, 0.8, 0.25],
                SectionKind::Results => [0.2, 0.45, 1.1, 1.1, 1.1],
                SectionKind::Discussion => [0.25, 0.25, 0.4, 0.4, 0.65],
                SectionKind::Conclusion => [0.4, 0.7, 0.6, 0.6, 0.85],
                SectionKind::Limitations => [0.2, 0.0, 0.2, 0.2, 0.1],
                SectionKind::Acknowledgements | SectionKind::References | SectionKind::Appendix => [0.0; 5],
            },
            Self::Front => [0.9, 0.9, 0.9, 0.85, 1.0],
            Self::Body => [0.25, 0.4, 0.5, 0.5, 0.45],
            Self::Plain => [1.0, 1.0, 1.0, 0.95, 1.0],
        }
    }

    /// True if any sentence of it may be taken.
    pub(super) fn counts(self) -> bool {
        self.weights().iter().any(|weight| *weight > 0.0)
    }

    /// The order in which stretches are read where there is more text than is read; the lowest first.
    pub(super) fn turn(self) -> u8 {
        match self {
            Self::Named(SectionKind::Abstract) => 0,
            Self::Front | Self::Plain => 1,
            Self::Named(SectionKind::Introduction | SectionKind::Conclusion) => 2,
            Self::Named(SectionKind::Results) => 3,
            Self::Named(SectionKind::Methods) => 4,
            Self::Named(SectionKind::Discussion) => 5,
            _ => 6,
        }
    }

    /// True if the problem is stated here before its solution.
    pub(super) fn opens(self) -> bool {
        matches!(self, Self::Named(SectionKind::Abstract | SectionKind::Introduction) | Self::Front | Self::Plain)
    }
}

/// A text without headings up to the line that begins its references.
pub(super) fn before_references(text: &str) -> &str {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.len() < 80 && at > text.len() / 4 && kind(line) == Some(SectionKind::References) {
            return &text[..at];
        }
        at += line.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_headings_ends_at_its_references() {
        let text = "We read logs.\nThey are long.\nThey are dull.\n\nReferences\n[1] A. Nobody. Logs. 2020.\n";
        assert!(before_references(text).ends_with("dull.\n\n"));
        assert_eq!(before_references("References\nto a world"), "References\nto a world");
    }

    #[test]
    fn roles_follow_the_headings() {
        let path = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (front, intro, gates) =
            (path(&["A paper"]), path(&["A paper", "1 Introduction"]), path(&["A paper", "2 Gates"]));
        let stretch = |heading| PaperStretch { heading, start: 0, text: "" };
        let all = [stretch(&front), stretch(&intro), stretch(&gates)];
        assert_eq!(places(&all), [Role::Front, Role::Named(SectionKind::Introduction), Role::Body]);
        assert_eq!(places(&all[..1]), [Role::Plain]);
        assert!(!Role::Named(SectionKind::References).counts());
    }
}
