//! "Polish actor Jan Nowak": a noun right before a name gives its kind.

use super::{End, Rule, Scribe};
use crate::english::{DEMONYMS, ROLES};
use crate::parser::Label;

impl Scribe<'_, '_> {
    /// Reads the noun before a name.
    pub(super) fn title_noun(&mut self, at: usize) {
        let Some(name) = self.tree.name(at).copied().filter(|_| self.tree.is_named(at)) else { return };
        let nouns = self.nouns_before(name.first, at);
        let Some(subject) = self.end(at).filter(|_| !nouns.is_empty()) else { return };
        for noun in &nouns {
            let owned = self.tree.has(at, &[Label::Poss]) || self.tree.has(*noun, &[Label::Poss]);
            if owned && ROLES.has(self.tree.lower(*noun)) {
                continue;
            }
            let (start, end) = self.tree.bytes(*noun, *noun);
            self.emit(subject, "is a", End::Notion(start, end), Rule::TitleNoun);
        }
        for kid in self.tree.kids(at, &[Label::Amod, Label::Nmod, Label::Compound]) {
            if self.tree.is_raised(kid) && DEMONYMS.has(self.tree.lower(kid)) {
                self.nationality(subject, kid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn the_noun_before_a_name_says_what_it_is() {
        let found = said("", "The film was shown to actor Jan Nowak in Warsaw.");
        assert!(found.contains(&"Jan Nowak | is a | actor".to_owned()), "{found:?}");
    }
}
