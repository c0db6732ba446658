//! Sentences as clauses that each say what they are about.

use super::ReadSentences;
use crate::stated::clauses::{Clause, clauses};

/// Reads the clauses of sentences.
#[derive(Debug, Clone, Copy)]
pub struct ClauseSentences<'n> {
    /// Title of the document: what a pronoun stands for.
    pub title: &'n str,
    /// Words that are known to be names.
    pub names: &'n [&'n str],
}

impl ReadSentences for ClauseSentences<'_> {
    type Said<'t> = Vec<Clause>;

    fn read(&self, text: &str) -> Vec<Clause> {
        clauses(self.title, text, self.names)
    }
}
