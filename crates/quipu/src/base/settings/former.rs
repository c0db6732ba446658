//! Keys of former versions: each is still read, with a warning that names the present keys.

use std::fmt;

use super::origin::Origin;
use super::setting_value::variable;

/// Keys from before every way owned its options, with their replacements; none if their value is a
/// constant today.
const FORMER: &[(&str, &[&str])] = &[
    ("look.k1", &["look.bm25.k1"]),
    ("look.b", &["look.bm25.b"]),
    ("look.alpha", &["look.vectors.alpha"]),
    ("look.fusion", &[]),
    ("look.rrf_k", &[]),
    ("look.hybrid.fusion", &[]),
    ("look.hybrid.rrf_k", &[]),
    ("look.oversample", &["look.hybrid.oversample"]),
    ("look.hops", &["look.walk.hops", "look.hops.hops"]),
    ("look.spread", &["look.walk.spread", "look.hops.spread"]),
    ("look.hop_penalty", &["look.hops.penalty"]),
    ("look.hop_share", &["look.hops.share"]),
    ("look.traverse_strategy", &["look.traverse.order"]),
    ("look.words_share", &["look.walk.words_share"]),
    ("look.seeds", &["look.walk.seeds"]),
    ("look.proximity", &["look.walk.proximity"]),
    ("look.paired", &["look.walk.paired"]),
    ("look.power", &["look.walk.power"]),
    ("look.cosine_power", &["look.walk.cosine_power"]),
    ("look.ties", &["look.walk.ties"]),
    ("look.rounds", &["look.walk.rounds"]),
    ("look.again", &["look.walk.again"]),
    ("look.enter", &["look.walk.enter"]),
    ("look.plain_words", &["look.walk.plain_words"]),
    ("look.direct_power", &["look.walk.direct_power"]),
    ("look.gate", &["look.walk.gate"]),
    ("look.edges", &["look.traverse.edges"]),
    ("look.start_k", &["look.traverse.start_k"]),
    ("look.initial_roots", &["look.traverse.initial_roots"]),
    ("look.adjacent_k", &["look.traverse.adjacent_k"]),
    ("look.max_depth", &["look.traverse.max_depth"]),
    ("look.documents", &["look.traverse.documents"]),
    ("look.views", &["look.traverse.views"]),
    ("look.lambda_mult", &["look.traverse.lambda_mult"]),
    ("look.min_mmr_score", &["look.traverse.min_mmr_score"]),
    ("look.over", &["look.global.over"]),
    ("look.level", &["look.global.level"]),
    ("look.map_tokens", &["look.global.map_tokens"]),
    ("look.read_tokens", &["look.global.read_tokens"]),
    ("look.tests", &["look.lazy.tests"]),
    ("look.together", &["look.lazy.together"]),
    ("look.cap", &[]),
    ("look.damping", &[]),
    ("look.rarity", &[]),
    ("look.subject", &[]),
    ("look.direct", &[]),
];

/// A key of a former version that was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerKey {
    /// The place where it was set.
    pub origin: Origin,
    /// The key.
    pub key: &'static str,
    /// The keys that were set in its place; none where nothing is set by it any more.
    pub now: &'static [&'static str],
}

impl fmt::Display for FormerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { origin, key, now } = self;
        match now {
            [] => write!(f, "{origin} sets {key}, which no longer exists: its value is fixed now; remove it"),
            now => write!(f, "{origin} sets {key}, which is now called {}: please rename it", now.join(" and ")),
        }
    }
}

/// A key of former versions, and the keys that replace it.
pub(super) fn former(key: &str) -> Option<(&'static str, &'static [&'static str])> {
    FORMER.iter().find(|(known, _)| *known == key).copied()
}

/// The key of former versions that a variable of this name set.
pub(super) fn former_variable(name: &str) -> Option<&'static str> {
    FORMER.iter().map(|(key, _)| *key).find(|key| variable(key) == name)
}

#[cfg(test)]
mod tests {
    use super::super::{LoadedSettings, TABLE, load};
    use super::*;

    #[test]
    fn every_key_of_today_exists_and_no_key_of_before_does() {
        let known = |key: &str| TABLE.iter().any(|setting| setting.key == key);
        for (key, now) in FORMER {
            assert!(!known(key), "{key}");
            assert!(now.iter().all(|key| known(key)), "{now:?}");
        }
    }

    #[test]
    fn a_former_key_sets_all_that_stand_in_its_place() {
        let set = |key: &str, value: &str| -> LoadedSettings {
            let flags = [(key.to_owned(), value.to_owned(), "--set".to_owned())];
            load(&[], std::iter::empty(), &flags).unwrap()
        };
        let loaded = set("look.hops", "2");
        assert_eq!(
            (loaded.settings.look.own("walk.hops"), loaded.settings.look.own("hops.hops")),
            (Some("2"), Some("2"))
        );
        let told = loaded.former[0].to_string();
        assert!(told.contains("look.walk.hops") && told.contains("look.hops.hops") && told.contains("--set"), "{told}");
        let told = set("look.damping", "0.5").former[0].to_string();
        assert!(told.contains("fixed"), "{told}");
        let variables = [("QUIPU_LOOK_K1".to_owned(), "1.5".to_owned())];
        let loaded = load(&[], variables.into_iter(), &[]).unwrap();
        assert_eq!(loaded.settings.look.bm25.k1, 1.5);
        assert!(load(&[], std::iter::empty(), &[("look.b".to_owned(), "7".to_owned(), "--set".to_owned())]).is_err());
    }
}
