//! "The director of X is Y": the noun before "is" gives the relation of the name after it.

use super::{Rule, Scribe};
use crate::parser::{Label, Tag};

impl Scribe<'_, '_> {
    /// Reads a noun that is the subject of "is" or "includes".
    pub(super) fn inverse(&mut self, at: usize) {
        let tree = &self.tree;
        let verb = tree.heads[at];
        let said = tree.is(verb, &["is", "was", "are", "were", "included", "include", "includes"]);
        if tree.labels[at] != Label::Nsubj || tree.name(at).is_some() || tree.tags[at] != Tag::Nn || !said {
            return;
        }
        let objects = tree.kids(verb, &[Label::Attr, Label::Dobj]);
        let objects = objects.into_iter().flat_map(|kid| tree.joined(kid));
        // "The first was Stovall's": of something of his.
        let owned = |object: usize| tree.name(object).is_some_and(|name| tree.is(name.last + 1, &["'s", "’s", "'"]));
        let named: Vec<usize> = objects.filter(|object| tree.is_named(*object) && !owned(*object)).collect();
        for object in named {
            if let Some(end) = self.end(object) {
                self.is_a(end, at, Rule::Apposition);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn the_noun_is_said_of_the_name_behind_is() {
        let found = said("", "The director of Night Train is Anna Kowalska.");
        assert!(found.contains(&"Anna Kowalska | director of | Night Train".to_owned()), "{found:?}");
    }
}
