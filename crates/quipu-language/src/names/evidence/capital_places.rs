//! Places where any word gets a capital, and the words that have one elsewhere.

use rustc_hash::FxHashSet;

use super::super::name_tokens::{NameToken, TokenShape};
use super::surroundings::is_sign;

/// The places of a text's tokens.
#[derive(Debug, Default)]
pub(super) struct CapitalPlaces {
    /// For each token, true if its place gives any word a capital.
    placed: Vec<bool>,
    /// Stems of words that have a capital at other places, and stand nowhere in lower case.
    capital: FxHashSet<u64>,
}

impl CapitalPlaces {
    /// Looks at the signs between tokens.
    pub(super) fn of(text: &str, tokens: &[NameToken]) -> Self {
        let mut out = Self { placed: Vec::with_capacity(tokens.len()), ..Self::default() };
        let (mut end, mut numbered) = (0, false);
        for token in tokens {
            let between = text.get(end..token.start).unwrap_or_default();
            // Most words stand behind a blank.
            let signed = || between != " " && (begins_line(between) || between.trim_end().ends_with(is_sign));
            let placed = token.first || numbered || signed();
            if token.shape == TokenShape::Capital && !placed {
                out.capital.insert(token.stem);
            }
            // "2. Select": the number of a step.
            numbered = matches!(token.shape, TokenShape::Number) && (placed || between.contains('\n'));
            out.placed.push(placed);
            end = token.end;
        }
        if !out.capital.is_empty() {
            let lower = tokens.iter().filter(|token| token.shape == TokenShape::Lower);
            for token in lower {
                out.capital.remove(&token.stem);
            }
        }
        out
    }

    /// True for a token at such a place.
    pub(super) fn is_placed(&self, at: usize) -> bool {
        self.placed.get(at).copied().unwrap_or_default()
    }

    /// True if a word has its capital at another place, and stands nowhere in lower case.
    pub(super) fn shows(&self, token: &NameToken) -> bool {
        self.capital.contains(&token.stem)
    }
}

/// True if marks of a list or a label begin a line before a token.
fn begins_line(between: &str) -> bool {
    between.rsplit_once('\n').is_some_and(|(_, line)| !line.trim().is_empty())
}
