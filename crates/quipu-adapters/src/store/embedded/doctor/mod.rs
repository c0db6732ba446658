//! `doctor`: every reference and every count of the truth is made again from its rows and compared;
//! what is derived from the truth is compared with it, and rebuilt where asked to.
//!
//! Cost: one walk over every table, and memory for the pairs of names and chunks (8 bytes each).

mod derived;
mod names;
mod truth;

use quipu_engine::ports::{Problem, StoreError, Verified};

use super::Inner;
use super::snapshot::{Rows, Snapshot};

/// At most this many problems of one kind are listed; the rest are counted.
const LISTED: usize = 20;

/// What has been looked at and found so far.
#[derive(Default)]
struct Findings {
    verified: Verified,
    more: std::collections::BTreeMap<String, u64>,
}

impl Findings {
    fn checked(&mut self) {
        self.verified.checked += 1;
    }

    /// Notes a problem unless `holds`.
    fn expect(&mut self, holds: bool, part: &str, found: impl FnOnce() -> String) {
        self.checked();
        if !holds {
            self.problem(part, found());
        }
    }

    fn problem(&mut self, part: &str, found: String) {
        let listed = self.verified.problems.iter().filter(|problem| problem.part == part).count();
        if listed < LISTED {
            self.verified.problems.push(Problem { part: part.to_owned(), found, repaired: false });
        } else {
            *self.more.entry(part.to_owned()).or_default() += 1;
        }
    }

    /// Whether a part has problems.
    fn has(&self, part: &str) -> bool {
        self.verified.problems.iter().any(|problem| problem.part == part)
    }

    fn repaired(&mut self, part: &str) {
        for problem in self.verified.problems.iter_mut().filter(|problem| problem.part == part) {
            problem.repaired = true;
        }
    }

    fn finish(mut self) -> Verified {
        for (part, count) in self.more {
            let repaired = self.verified.problems.iter().any(|problem| problem.part == part && problem.repaired);
            self.verified.problems.push(Problem { part, found: format!("{count} more of this kind"), repaired });
        }
        self.verified
    }
}

impl Inner {
    /// Checks everything; with `repair`, rebuilds what is derived.
    pub(super) fn verify(&self, repair: bool) -> Result<Verified, StoreError> {
        let mut findings = Findings::default();
        if let Some(reason) = &self.words.lost {
            findings.problem(derived::WORDS, reason.clone());
        } else if let Err(error) = self.words.index.intact() {
            findings.problem(derived::WORDS, error.to_string());
        }
        self.reading(|rows: Rows<'_>, snapshot: &Snapshot| {
            // What cannot be read at all is a problem like any other, and the rest is still looked at.
            for (part, checked) in [
                ("truth", rows.check_truth(snapshot, &mut findings)),
                ("names", rows.check_names(snapshot, &mut findings)),
                ("derived parts", self.check_derived(&rows, snapshot, &mut findings)),
            ] {
                if let Err(error) = checked {
                    findings.problem(part, error.to_string());
                }
            }
            Ok(())
        })?;
        if repair {
            self.rebuild(&mut findings)?;
        }
        Ok(findings.finish())
    }
}
