//! Whose facts a question sees, and what one extractor says in a chunk.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::model::{ExtractedBy, Key, Period};

/// The extractors whose facts are seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Whose {
    /// Everyone's.
    #[default]
    All,
    /// The facts of one extractor.
    Of(ExtractedBy),
}

/// Their names, as settings and flags spell them.
const NAMES: [(&str, Whose); 3] =
    [("all", Whose::All), ("rules", Whose::Of(ExtractedBy::Rules)), ("model", Whose::Of(ExtractedBy::Model))];

impl Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES.iter().find(|(_, whose)| whose == self).map_or("person", |(name, _)| name))
    }
}

impl FromStr for Whose {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, whose)| *whose).ok_or_else(|| "all, rules or model".to_owned())
    }
}

/// Statements of one extractor in a chunk.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SaidIn {
    /// The entities that it names, and those that the chunk's document is about; sorted.
    pub entities: Vec<u32>,
    /// The relations that it states; sorted by key.
    pub relations: Vec<(Key, Stated)>,
}

/// The sum of several statements of a relation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stated {
    /// Sum of their weights.
    pub weight: f64,
    /// The periods that they give, sorted, each once.
    pub periods: Vec<Period>,
}

impl Stated {
    /// Adds statements of so much weight, and their periods.
    pub fn add<'p>(&mut self, weight: f64, periods: impl IntoIterator<Item = &'p Period>) {
        self.weight += weight;
        for period in periods.into_iter().filter(|period| period.is_stated()) {
            if let Err(at) = self.periods.binary_search(period) {
                self.periods.insert(at, *period);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_facts_reads_back() {
        for (name, whose) in NAMES {
            assert_eq!((name.parse(), whose.to_string().as_str()), (Ok(whose), name));
        }
        assert!("mine".parse::<Whose>().is_err());
    }
}
