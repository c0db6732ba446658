//! Families of words: verbs and nouns of the same meaning, in English and in Russian, so that a question in one
//! language finds a statement in the other. A word without a family is compared by its stem.

use quipu_kernel::text::is_stop_word;

use crate::english::families as english;
use crate::thesaurus::THESAURUS;

/// Verbs and nouns that nearly every statement could have: they count little.
const WEAK: &str = " run keep begin work make get take go happen thing things lot kind type name call stand come part people sit give say state mean find ";

/// The family of a word, else its stem.
pub(crate) fn key(low: &str) -> String {
    THESAURUS.key(low)
}

/// True if a word does not help to select a statement.
pub fn is_small(low: &str) -> bool {
    THESAURUS.is_small(low) || is_stop_word(low) && low.chars().count() < 4
}

/// True if a key counts little.
pub(crate) fn is_weak(key: &str) -> bool {
    WEAK.contains(&format!(" {key} "))
}

/// Families of verbs, for words that end as nouns may.
const VERBS: &str = " lead own write use depend call need replace keep run sit release begin end open build found die buy cost win marry switch fail sign permit forbid cancel deliver speak live teach direct respond ";

/// True if a word is surely a verb in the third person: of a family of verbs, and not its noun.
pub(crate) fn is_verb(low: &str) -> bool {
    let third = low.ends_with('s')
        && !matches!(
            low,
            "starts"
                | "needs"
                | "costs"
                | "runs"
                | "prices"
                | "ends"
                | "finishes"
                | "calls"
                | "seats"
                | "releases"
                | "openings"
                | "leaders"
                | "owners"
                | "authors"
                | "writers"
                | "dependencies"
                | "dependents"
                | "managers"
                | "heads"
                | "chairs"
                | "directors"
                | "births"
                | "deaths"
                | "supplies"
                | "signs"
                | "switches"
                | "turns"
                | "failures"
                | "breaks"
                | "crashes"
        );
    (third || low.ends_with("ет") || low.ends_with("ит")) && VERBS.contains(&format!(" {} ", key(low)))
}

/// The English words of a key, for a search: a question in another language finds English statements.
pub fn words_of(key: &str) -> Vec<&'static str> {
    let line = english::FAMILIES.lines().find_map(|line| line.split_once(": ").filter(|(name, _)| *name == key));
    line.map(|(_, words)| words.split(' ').filter(|word| !word.ends_with('*') && word.is_ascii()).take(6).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_two_languages_are_of_one_family() {
        for (one, other) in [("owns", "владеет"), ("led", "руководит"), ("written", "написан"), ("depends", "зависит")]
        {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("written"), key("owned"));
        assert_eq!(key("lighthouses"), key("lighthouse"));
    }
}
