//! "His wife Anna", "the band's singer Jan", "her marriage to Piotr": relations by possession.

use super::{End, Scribe, StatementRule};
use crate::english::LIGHT;
use crate::parser::{Label, Tag};
use crate::read::WordKind;

impl Scribe<'_, '_> {
    /// Reads the possessors of a noun or a name.
    pub(super) fn possessive(&mut self, at: usize) {
        if self.tree.name(at).is_none() {
            self.owned_noun(at);
        } else if !self.tree.is_date(at) {
            self.owned_name(at);
        }
    }

    /// "Her marriage to X", "the band's tour with X".
    fn owned_noun(&mut self, at: usize) {
        if !self.tree.tags[at].is_common() {
            return;
        }
        let owners = self.owners(at);
        if owners.is_empty() {
            return;
        }
        for preposition in self.tree.kids(at, &[Label::Prep]) {
            if !self.tree.is(preposition, &["to", "with", "of", "at", "from", "by", "in"]) {
                continue;
            }
            let predicate = format!("{} {}", self.tree.lower(at), self.tree.lower(preposition));
            for object in self.tree.objects_of(preposition) {
                let named = |end: &End| !matches!(end, End::Notion(..));
                let Some(target) = self.end(object).filter(named) else { continue };
                for owner in owners.iter().copied().filter(named) {
                    self.emit(owner, predicate.as_str(), target, StatementRule::Possessive);
                }
            }
        }
    }

    /// "His wife Anna": the noun touches the name.
    fn owned_name(&mut self, at: usize) {
        let Some(name) = self.tree.name(at).copied().filter(|name| name.kind != WordKind::Date) else { return };
        let Some(subject) = self.end(at).filter(|_| !self.is_abbreviation(name.bytes)) else { return };
        for noun in self.nouns_before(name.first, at) {
            let word = self.tree.lower(noun).to_owned();
            let owners: Vec<End> = [self.owners(at), self.owners(noun)].concat();
            for owner in owners {
                self.emit(subject, format!("{word} of"), owner, StatementRule::Possessive);
            }
        }
    }

    fn owners(&self, at: usize) -> Vec<End> {
        let owners = self.tree.kids(at, &[Label::Poss]);
        owners.into_iter().flat_map(|owner| self.said_of(owner)).collect()
    }

    /// The common nouns before a name that touch it.
    pub(super) fn nouns_before(&self, first: usize, at: usize) -> Vec<usize> {
        let tree = &self.tree;
        let mut nouns = tree.kids(at, &[Label::Compound, Label::Nmod, Label::Amod]);
        nouns.retain(|noun| {
            let word = tree.word(*noun);
            tree.tags[*noun] == Tag::Nn
                && *noun < first
                && first - noun <= 2
                && tree.name(*noun).is_none()
                && word.len() > 2
                && word.starts_with(char::is_alphabetic)
                && !LIGHT.has(&word.to_lowercase())
        });
        nouns
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_noun_between_its_owner_and_a_name_ties_them() {
        let found = said("Jan Nowak", "Jan Nowak was an actor. He left Warsaw with his wife Anna Kowalska.");
        assert!(found.contains(&"Anna Kowalska | wife of | Jan Nowak".to_owned()), "{found:?}");
    }
}
