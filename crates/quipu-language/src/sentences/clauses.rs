//! Sentences as clauses, each with its subject.

use super::ReadSentences;
use crate::stated::clauses::{Clause, clauses};

/// Reads the clauses of sentences.
#[derive(Debug, Clone, Copy)]
pub struct ClauseSentences<'n> {
    /// Title of the document, for its pronouns.
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
