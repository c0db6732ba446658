//! The findings of a check: a few problems of each kind are listed, the rest counted.

use std::collections::BTreeMap;

use quipu_engine::ports::{Problem, Verified};

/// At most this many problems of one kind are listed; the rest are counted.
const LISTED: usize = 20;

/// The checked items and the problems so far.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) verified: Verified,
    more: BTreeMap<String, u64>,
}

impl Findings {
    pub(super) fn checked(&mut self) {
        self.verified.checked += 1;
    }

    /// Notes a problem unless `holds`.
    pub(super) fn expect(&mut self, holds: bool, part: &str, found: impl FnOnce() -> String) {
        self.checked();
        if !holds {
            self.problem(part, found());
        }
    }

    pub(super) fn problem(&mut self, part: &str, found: String) {
        let listed = self.verified.problems.iter().filter(|problem| problem.part == part).count();
        if listed < LISTED {
            self.verified.problems.push(Problem { part: part.to_owned(), found, repaired: false });
        } else {
            *self.more.entry(part.to_owned()).or_default() += 1;
        }
    }

    /// True if a part has problems.
    pub(super) fn has(&self, part: &str) -> bool {
        self.verified.problems.iter().any(|problem| problem.part == part)
    }

    pub(super) fn repaired(&mut self, part: &str) {
        for problem in self.verified.problems.iter_mut().filter(|problem| problem.part == part) {
            problem.repaired = true;
        }
    }

    pub(super) fn finish(mut self) -> Verified {
        for (part, count) in self.more {
            let repaired = self.verified.problems.iter().any(|problem| problem.part == part && problem.repaired);
            self.verified.problems.push(Problem { part, found: format!("{count} more of this kind"), repaired });
        }
        self.verified
    }
}
