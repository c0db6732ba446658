//! "Son of Piotr Nowak, he …", and fragments without a verb: a noun before the subject is said of it.

use super::{End, Rule, Scribe};
use crate::english::ROLES;
use crate::english::pronouns::is_pronoun;
use crate::parser::{Label, Tag};

impl Scribe<'_, '_> {
    /// Reads a noun that begins a sentence without belonging to a verb.
    pub(super) fn fronted(&mut self, at: usize) {
        let tree = &self.tree;
        // With its capital it looks like a proper noun.
        let common = tree.tags[at] == Tag::Nn || at == 0 && ROLES.has(tree.lower(at));
        if tree.name(at).is_some() || !common || !self.about.any {
            return;
        }
        if !tree.is(at + 1, &["of", "to", "in", "from"]) {
            return;
        }
        let head = tree.heads[at];
        if head == at {
            self.is_a(End::Topic, at, Rule::Apposition);
            return;
        }
        let loose = matches!(
            tree.labels[at],
            Label::Dep
                | Label::NpAdvmod
                | Label::Nsubj
                | Label::NsubjPass
                | Label::Advcl
                | Label::Ccomp
                | Label::Dobj
                | Label::Attr
                | Label::Parataxis
        );
        if !tree.tags[head].is_verb() || at > head || !loose {
            return;
        }
        let subjects = tree.kids(head, &[Label::Nsubj, Label::NsubjPass]);
        let behind = |kid: &usize| *kid > at && (is_pronoun(tree.lower(*kid)) || tree.is_named(*kid));
        if let Some(end) = subjects.into_iter().find(behind).and_then(|subject| self.end(subject)) {
            self.is_a(end, at, Rule::Apposition);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_fronted_noun_belongs_to_the_subject() {
        let found = said("Jan Nowak", "Jan Nowak was a poet. Son of Piotr Nowak, he lived in Warsaw.");
        assert!(found.contains(&"Jan Nowak | son of | Piotr Nowak".to_owned()), "{found:?}");
    }
}
