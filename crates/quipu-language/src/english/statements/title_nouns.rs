//! "Polish actor Jan Nowak": a noun right before a name gives its kind.

use super::{End, Scribe, StatementRule};
use crate::english::{DEMONYMS, ROLES};
use crate::parser::Label;

impl Scribe<'_, '_> {
    /// Reads the noun before a name.
    pub(super) fn title_noun(&mut self, at: usize) {
        let Some(name) = self.tree.name(at).copied().filter(|_| self.tree.is_named(at)) else { return };
        if self.is_abbreviation(name.bytes) {
            return;
        }
        let nouns = self.nouns_before(name.first, at);
        let Some(subject) = self.end(at).filter(|_| !nouns.is_empty()) else { return };
        for noun in &nouns {
            let owned = self.tree.has(at, &[Label::Poss]) || self.tree.has(*noun, &[Label::Poss]);
            if owned && ROLES.has(self.tree.lower(*noun)) {
                continue;
            }
            let (start, end) = self.tree.bytes(*noun, *noun);
            self.emit(subject, "is a", End::Notion(start, end), StatementRule::TitleNoun);
        }
        for kid in self.tree.kids(at, &[Label::Amod, Label::Nmod, Label::Compound]) {
            if self.tree.is_raised(kid) && DEMONYMS.has(self.tree.lower(kid)) {
                self.nationality(subject, kid);
            }
        }
    }
}

impl Scribe<'_, '_> {
    /// True for a few capitals: the noun before them is a part of one term ("root CA", "site URL").
    pub(super) fn is_abbreviation(&self, (start, end): (usize, usize)) -> bool {
        let form = &self.page.text[start..end];
        form.len() <= 5 && form.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn the_noun_before_capitals_is_a_part_of_the_term() {
        let found = said("", "Caddy trusts the root CA of the deployed site URL.");
        assert!(!found.iter().any(|one| one.contains("| is a |")), "{found:?}");
    }

    #[test]
    fn the_noun_before_a_name_says_what_it_is() {
        let found = said("", "The film was shown to actor Jan Nowak in Warsaw.");
        assert!(found.contains(&"Jan Nowak | is a | actor".to_owned()), "{found:?}");
    }
}
