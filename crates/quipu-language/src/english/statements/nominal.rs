//! "Capital of Poland", "member of the band", "X's brother": relations by a noun that is said of something.

use super::{End, Rule, Scribe};
use crate::parser::Label;

impl Scribe<'_, '_> {
    /// Adds the statements of a noun's prepositions and possessors about its subject.
    pub(super) fn nominal(&mut self, subject: End, at: usize) {
        let noun = if self.tree.is_named(at) { "is".to_owned() } else { self.tree.noun(at) };
        for preposition in self.tree.kids(at, &[Label::Prep]) {
            let predicate = format!("{noun} {}", self.tree.lower(preposition));
            for object in self.tree.objects_of(preposition) {
                self.object(subject, &predicate, object, Rule::Nominal);
            }
        }
        for owner in self.tree.kids(at, &[Label::Poss]) {
            if self.tree.is(owner, &["whose"]) || noun == "is" {
                continue;
            }
            for end in self.said_of(owner) {
                self.emit(subject, format!("{noun} of"), end, Rule::Possessive);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_noun_takes_what_follows_its_preposition() {
        let found = said("Jan Nowak", "Jan Nowak was a member of the Orion Club. He was the brother of Piotr Nowak.");
        assert!(found.contains(&"Jan Nowak | member of | Orion Club".to_owned()), "{found:?}");
        assert!(found.contains(&"Jan Nowak | brother of | Piotr Nowak".to_owned()), "{found:?}");
    }
}
