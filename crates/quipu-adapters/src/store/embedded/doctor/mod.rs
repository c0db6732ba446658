//! `doctor`: every reference and every count of the truth is made again from its rows and compared;
//! what is derived from the truth is compared with it, and rebuilt where asked to.
//!
//! Cost: one walk over every table, and memory for the pairs of names and chunks (8 bytes each).

mod derived;
mod names;
mod truth;

use quipu_engine::ports::{StoreError, Verified};

use super::Inner;
use super::snapshot::{Rows, Snapshot};
use crate::store::findings::Findings;

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
