//! Options of a search: the common ones stand here, those of one strategy beside its code.
//!
//! A way declares its own with [`crate::own_options`]: name, type, default, bounds and one line of help, from which
//! settings, flags, help and pages follow. Here they are kept as text under `WAY.NAME`, so that a way that is added
//! needs no line here.

mod declared;
mod parameter;

use std::collections::BTreeMap;

pub use parameter::{OptionError, Parameter, find};

use crate::option_kind::{OptionBounds, OptionKind};
use crate::rank::bm25::Bm25;
use crate::view::Whose;

/// Options of a search: the common ones, and the changed ones of each strategy.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// Maximal number of hits.
    pub limit: usize,
    /// The extractors whose facts a question sees.
    pub facts: Whose,
    /// True if words such as `the` count in scores.
    pub stop_words: bool,
    /// Parameters of BM25.
    pub bm25: Bm25,
    /// The share of vectors beside words, 0 to 1.
    pub alpha: f64,
    /// Values that differ from the defaults of the strategies, by `WAY.NAME`, as text that is accepted there.
    own: BTreeMap<&'static str, String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limit: 10,
            facts: Whose::All,
            stop_words: false,
            bm25: Bm25 { k1: 1.2, b: 0.75 },
            alpha: 0.3,
            own: BTreeMap::new(),
        }
    }
}

impl Options {
    /// The options with another limit.
    #[must_use]
    pub fn limited(&self, limit: usize) -> Self {
        Self { limit, ..self.clone() }
    }

    /// The value under a key of a strategy; none where it is the default.
    pub fn own(&self, key: &str) -> Option<&str> {
        self.own.get(key).map(String::as_str)
    }

    /// Keeps an accepted value of a strategy under its key, or removes it if it is the default.
    pub fn keep(&mut self, key: &'static str, value: String, default: &str) {
        if value == default {
            self.own.remove(key);
        } else {
            self.own.insert(key, value);
        }
    }
}

fn put<T: OptionKind>(place: &mut T, text: &str, bounds: OptionBounds) -> Result<(), String> {
    *place = T::read(text, bounds)?;
    Ok(())
}

/// The common options, in the order in which help shows them.
pub const SHARED: &[Parameter] = &[
    Parameter::shared(
        "limit",
        "how many hits to return",
        OptionBounds::Count(0, usize::MAX),
        |options| options.limit.to_string(),
        |options, text, bounds| put(&mut options.limit, text, bounds),
    ),
    Parameter::shared(
        "facts",
        "whose facts: `all`, those of the `rules`, or those of the `model`",
        OptionBounds::Text,
        |options| options.facts.to_string(),
        |options, text, bounds| put(&mut options.facts, text, bounds),
    ),
    Parameter::shared(
        "stop_words",
        "whether words such as `the` count in scores",
        OptionBounds::Truth,
        |options| options.stop_words.to_string(),
        |options, text, bounds| put(&mut options.stop_words, text, bounds),
    ),
    Parameter::shared(
        "bm25.k1",
        "BM25: how late a repeated word stops counting",
        OptionBounds::Number(0.0, 1000.0),
        |options| options.bm25.k1.to_string(),
        |options, text, bounds| put(&mut options.bm25.k1, text, bounds),
    ),
    Parameter::shared(
        "bm25.b",
        "BM25: how much long chunks are held back, 0 to 1",
        OptionBounds::Number(0.0, 1.0),
        |options| options.bm25.b.to_string(),
        |options, text, bounds| put(&mut options.bm25.b, text, bounds),
    ),
    Parameter::shared(
        "vectors.alpha",
        "share of the vectors beside words, 0 to 1; 0.3 suits the built-in vectors, 0.5 a sentence encoder, 0.7 one of the \
        E5 family",
        OptionBounds::Number(0.0, 1.0),
        |options| options.alpha.to_string(),
        |options, text, bounds| put(&mut options.alpha, text, bounds),
    ),
];

#[cfg(test)]
mod tests {
    use super::super::strategies;
    use super::*;

    fn all() -> impl Iterator<Item = &'static Parameter> {
        SHARED.iter().chain(strategies().iter().flat_map(|strategy| strategy.parameters()))
    }

    #[test]
    fn every_option_reads_back_what_it_shows() {
        for parameter in all() {
            let mut options = Options::default();
            parameter.set(&mut options, &parameter.default()).unwrap();
            assert_eq!(options, Options::default(), "{}", parameter.key);
            assert!(!parameter.about.is_empty());
        }
    }

    #[test]
    fn every_option_is_of_the_way_that_declares_it() {
        for strategy in strategies() {
            for parameter in strategy.parameters() {
                // A family shares its options.
                let way = parameter.way().unwrap_or_default();
                let family = strategy.name().split('-').next();
                assert!(way == strategy.name() || Some(way) == family, "{}", parameter.key);
            }
        }
    }

    #[test]
    fn wrong_names_and_values_say_what_to_do() {
        let unknown = find(all(), "walk.powr").unwrap_err();
        assert!(unknown.to_string().contains("walk.power"), "{unknown}");
        let mut options = Options::default();
        let mut refused =
            |key: &str, value: &str| find(all(), key).unwrap().set(&mut options, value).unwrap_err().to_string();
        assert!(refused("walk.gate", "NaN").contains("a number from 0 to"));
        assert!(refused("walk.words_share", "1.5").contains("a number from 0 to 1"));
        find(all(), "hybrid.oversample").unwrap().set(&mut options, "5").unwrap();
        assert_eq!(options.own("hybrid.oversample"), Some("5"));
    }
}
