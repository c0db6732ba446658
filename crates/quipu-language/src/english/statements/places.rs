//! "In A District, B Province, Iran": places that follow one another by commas are all meant.

use super::{End, Rule, Scribe};
use crate::read::WordKind;

/// The most places that follow.
const MOST: usize = 4;
/// The most words that go on with a place's name.
const MOST_LOOSE: usize = 5;

impl Scribe<'_, '_> {
    /// Says the same of the places after a name.
    pub(super) fn places(&mut self, subject: End, predicate: &str, at: usize, rule: Rule) {
        for place in self.following(at) {
            if let Some(end) = self.end(place) {
                self.emit(subject, predicate, end, rule);
            }
        }
    }

    fn following(&self, at: usize) -> Vec<usize> {
        let tree = &self.tree;
        let mut out = Vec::new();
        let Some(mut last) = tree.name(at).filter(|name| name.kind != WordKind::Date).map(|name| name.last) else {
            return out;
        };
        while out.len() < MOST && last + 2 < tree.len() {
            // "Pol -e Dokhtar County": the names layer has only the beginning of it.
            let loose = |at: &usize| matches!(tree.word(*at), "-" | "e" | "of") || tree.is_raised(*at);
            last += (last + 1..tree.len()).take(MOST_LOOSE).take_while(loose).count();
            if tree.word(last + 1) != "," {
                break;
            }
            let next = tree.name(last + 2).filter(|name| name.kind == WordKind::Plain);
            let Some(name) = next.filter(|name| !tree.is(name.last + 1, &["and", "or"])) else { break };
            out.push(name.first);
            last = name.last;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn each_place_of_a_chain_is_meant() {
        let found = said("Dinan", "Dinan is a village in Kelar District, Mazandaran Province, Iran.");
        for place in ["Kelar District", "Mazandaran Province", "Iran"] {
            assert!(found.contains(&format!("Dinan | village in | {place}")), "{found:?}");
        }
    }
}
