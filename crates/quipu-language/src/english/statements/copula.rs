//! "X is a 1932 Polish comedy film": the kind of a thing, and the year and the nation before the noun.

use super::{End, Scribe, StatementRule};
use crate::english::{DEMONYMS, LIGHT, ROLES, SHORT_OF};
use crate::parser::{Label, Tag};
use crate::read::WordKind;

/// Prepositions after "is" that say something between names.
const PLACED: [&str; 6] = ["in", "from", "of", "at", "by", "near"];

impl Scribe<'_, '_> {
    /// Reads a form of "be".
    pub(super) fn copula(&mut self, subjects: &[End], verb: usize, prepositions: &[usize]) {
        for kid in self.tree.kids(verb, &[Label::Attr]) {
            let all = self.tree.joined(kid);
            for noun in &all {
                // A list of names is no identity.
                if self.tree.is_named(*noun) && (all.len() > 1 || subjects.len() > 1) {
                    continue;
                }
                for subject in subjects {
                    self.is_a(*subject, *noun, StatementRule::IsA);
                }
            }
        }
        for preposition in prepositions {
            if !self.tree.is(*preposition, &PLACED) {
                continue;
            }
            let predicate = format!("is {}", self.tree.lower(*preposition));
            let mut objects = self.tree.objects_of(*preposition);
            objects.retain(|at| self.tree.is_named(*at));
            for object in objects {
                for subject in subjects {
                    self.object(*subject, &predicate, object, StatementRule::IsIn);
                }
            }
        }
    }

    /// Adds the statement that the subject is of a noun's kind.
    pub(super) fn is_a(&mut self, subject: End, at: usize, rule: StatementRule) {
        let at = self.tree.head_of(at);
        if self.tree.is_named(at) {
            if let Some(end) = self.end(at) {
                self.emit(subject, "is", end, StatementRule::Is);
            }
            self.nominal(subject, at);
            return;
        }
        if self.tree.tags[at] == Tag::Jj && DEMONYMS.has(self.tree.lower(at)) {
            self.nationality(subject, at);
        }
        let noun = self.tree.noun(at);
        let common = self.tree.tags[at].is_common() || ROLES.has(&noun);
        let compared = matches!(self.tree.tags[at], Tag::Jjs | Tag::Jjr);
        if !common || compared || LIGHT.has(&noun) {
            return;
        }
        let (first, last) = self.tree.phrase(at);
        self.before(subject, &noun, first, last);
        self.kind_of(subject, at, &noun, (first, last), rule);
        if subject == End::Topic {
            self.about.sorts.insert(noun);
        }
        self.nominal(subject, at);
    }

    /// The years, nations and names before a noun.
    fn before(&mut self, subject: End, noun: &str, first: usize, last: usize) {
        for at in first..last {
            let name = self.tree.name(at).copied().filter(|name| name.head == at);
            match name {
                _ if self.is_demonym(at) => self.nationality(subject, at),
                Some(name) if name.kind == WordKind::Date => {
                    self.emit(subject, "dated", End::Date(name.bytes.0, name.bytes.1), StatementRule::Year);
                }
                // "A Python implementation of X" is one of X.
                Some(_)
                    if matches!(self.tree.labels[at], Label::Compound | Label::Nmod) && !self.is_completed(last) =>
                {
                    if let Some(end) = self.end(at) {
                        self.emit(subject, format!("{noun} of"), end, StatementRule::Nominal);
                    }
                }
                _ => {}
            }
        }
    }

    /// True if an "of" completes a noun.
    fn is_completed(&self, noun: usize) -> bool {
        let of = |kid: &usize| self.tree.is(*kid, &["of"]) && !self.tree.objects_of(*kid).is_empty();
        self.tree.kids(noun, &[Label::Prep]).iter().any(of)
    }

    /// True if a phrase compares or counts: "a better way", "two bytes".
    fn is_measured(&self, first: usize, last: usize) -> bool {
        let counted = self.tree.tags[last] == Tag::Nns && (first..last).any(|at| self.tree.tags[at] == Tag::Cd);
        counted || (first..last).any(|at| matches!(self.tree.tags[at], Tag::Jjr | Tag::Rbr))
    }

    /// "is a", with the rest of the phrase.
    fn kind_of(&mut self, subject: End, at: usize, noun: &str, (mut first, last): (usize, usize), rule: StatementRule) {
        let completed = self.is_completed(at) || self.tree.has(at, &[Label::Poss]);
        if ROLES.has(noun) && completed || self.is_measured(first, last) {
            return;
        }
        // The kept words end the phrase: the years and nations stand before them.
        let left_out = |at: usize| {
            if self.tree.word(at) == "-" || self.tree.word(at + 1) == "-" {
                return false;
            }
            let counts = self.tree.word(at).starts_with(|c: char| c.is_ascii_digit())
                || matches!(self.tree.tags[at], Tag::Cd | Tag::Jjs);
            self.is_demonym(at) || self.tree.name(at).is_some() || SHORT_OF.has(self.tree.lower(at)) || counts
        };
        if let Some(cut) = (first..last).rev().find(|at| left_out(*at)) {
            first = cut + 1;
        }
        let (start, end) = self.tree.bytes(first, last);
        self.emit(subject, "is a", End::Notion(start, end), rule);
    }

    fn is_demonym(&self, at: usize) -> bool {
        self.tree.is_raised(at) && DEMONYMS.has(self.tree.lower(at))
    }

    /// Says of which nation something is.
    pub(super) fn nationality(&mut self, subject: End, at: usize) {
        // "South Korean", "New Zealand".
        let wide =
            at > 0 && self.tree.is(at - 1, &["South", "North", "West", "East", "Cape", "Sri", "Puerto", "Costa"]);
        let (start, end) = self.tree.bytes(at - usize::from(wide), at);
        self.emit(subject, "nationality", End::Notion(start, end), StatementRule::Nationality);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_definition_gives_kind_year_and_nation() {
        let found = said("Night Train", "Night Train is a 1959 Polish drama film.");
        assert_eq!(
            found,
            ["Night Train | dated | 1959", "Night Train | nationality | Polish", "Night Train | is a | drama film"]
        );
    }

    #[test]
    fn what_is_measured_is_no_kind() {
        let found = said("", "Orion is two bytes. Kowalska Oil is a better way.");
        assert!(!found.iter().any(|one| one.contains("| is a |")), "{found:?}");
    }

    #[test]
    fn a_word_with_a_hyphen_is_whole() {
        let found = said("Night Train", "Night Train is the second full-length album of the band.");
        assert!(found.contains(&"Night Train | is a | full-length album".to_owned()), "{found:?}");
    }

    #[test]
    fn a_role_of_something_is_no_kind() {
        let found = said("Jan Nowak", "Jan Nowak was the founder of Orion Films.");
        assert_eq!(found, ["Jan Nowak | founder of | Orion Films"]);
    }
}
