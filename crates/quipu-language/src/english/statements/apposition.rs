//! "Piotr Nowak, the founder of Orion Films, …": an apposition beside a name between commas is a statement about it.

use super::{End, Rule, Scribe};
use crate::english::KIN;
use crate::parser::{Label, Tag};

/// Maximal number of steps up to the verb of a place.
const HIGHEST: usize = 6;

impl Scribe<'_, '_> {
    /// Reads the appositions of a noun; several of a kind are no kind of one.
    pub(super) fn apposition(&mut self, at: usize) {
        for kid in self.tree.kids(at, &[Label::Appos]) {
            let noun = self.tree.head_of(kid);
            let tree = &self.tree;
            if tree.is_named(at) && !tree.is_named(noun) && !tree.is_date(noun) {
                if !self.says_something(noun) || tree.tags[noun] == Tag::Nns {
                    continue;
                }
                for subject in self.subject_of_apposed(at, noun) {
                    for one in self.tree.joined(kid) {
                        self.is_a(subject, one, Rule::Apposition);
                    }
                }
            } else if tree.is_named(noun) && tree.name(at).is_none() && tree.tags[at] == Tag::Nn {
                for one in self.tree.joined(kid) {
                    if let Some(end) = self.end(one).filter(|_| self.tree.is_named(one)) {
                        self.is_a(end, at, Rule::Apposition);
                    }
                }
            }
        }
    }

    /// An apposed noun needs an article, a possessor or a preposition, unless it is one of kin.
    fn says_something(&self, noun: usize) -> bool {
        let tree = &self.tree;
        let own = tree.own_kids(noun).iter().any(|kid| matches!(tree.labels[*kid], Label::Det | Label::Poss));
        own || tree.has(noun, &[Label::Prep]) || KIN.has(tree.lower(noun))
    }

    /// The subjects of a noun beside a name: kin beside a place belongs to the subject ("born at B, the son of X").
    fn subject_of_apposed(&self, at: usize, noun: usize) -> Vec<End> {
        let tree = &self.tree;
        let head = tree.heads[at];
        let place = tree.labels[at] == Label::Pobj && tree.is(head, &["in", "at", "from", "on"]);
        if !place || !KIN.has(tree.lower(noun)) {
            return self.end(at).into_iter().collect();
        }
        let up = |at: &usize| Some(tree.heads[*at]).filter(|head| head != at);
        let verb = std::iter::successors(Some(head), up).take(HIGHEST).find(|at| tree.tags[*at].is_verb());
        match verb {
            Some(verb) => self.subjects(verb).into_iter().flat_map(|subject| self.said_of(subject)).collect(),
            None if self.about.any => vec![End::Topic],
            None => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn what_stands_beside_a_name_is_said_of_it() {
        let found = said("", "Piotr Nowak, the founder of Orion Films, met Anna Kowalska.");
        assert!(found.contains(&"Piotr Nowak | founder of | Orion Films".to_owned()), "{found:?}");
        assert!(found.contains(&"Piotr Nowak | meets | Anna Kowalska".to_owned()), "{found:?}");
    }
}
