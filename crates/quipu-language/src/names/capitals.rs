//! A text as runs of capitals are sought in it.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::alias::is_form_of_given;
use super::beginnings::Beginnings;
use super::name_tokens::NameToken;
use super::spelling::folded;

/// The most lower-case words between two capitalised ones.
pub(super) const MOST_JOINERS: usize = 3;

/// A text as its runs are sought.
pub(super) struct Runs<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [NameToken],
    pub(super) taken: Vec<bool>,
    pub(super) beginnings: Beginnings,
    /// True in German, in which every noun has a capital.
    pub(super) german: bool,
    /// Words capitalised inside sentences, computed on the first request.
    pub(super) inside: OnceCell<Inside<'a>>,
}

impl Runs<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens[at].word(self.text)
    }

    /// A word in lower case, `ё` as `е`.
    pub(super) fn folded(&self, at: usize) -> String {
        folded(self.word(at))
    }

    /// True if a word is a Russian given name, in any case.
    pub(super) fn is_given(&self, at: usize) -> bool {
        is_form_of_given(&self.folded(at))
    }

    /// The token at `at`, if it goes on from the one before it within the sentence.
    pub(super) fn going_on(&self, at: usize) -> Option<&NameToken> {
        self.tokens.get(at).filter(|token| !token.first && !self.taken[at])
    }
}

/// Words capitalised inside sentences.
#[derive(Default)]
pub(super) struct Inside<'a> {
    /// Stems of adjectives.
    pub(super) adjectives: FxHashSet<&'a str>,
    /// Stems of adjectives with the stem of the capitalised word after them.
    pub(super) pairs: FxHashSet<(&'a str, u64)>,
}
