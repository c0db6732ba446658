//! `doctor` for data beside the truth: every value is compared with its checksum, and the sum of bytes with
//! the values.
//!
//! A repair removes damaged values; they can be requested again. Where the tables around
//! them are damaged too, the environment is set aside, and its readable part is written
//! to a new one. A damaged cache is discarded whole.

use quipu_engine::ports::{Problem, StoreError, Verified};

use super::checksummed_rows::{Walked, not_as_written};
use super::environment_place::EnvironmentPlace;
use super::trouble::TransactionTrouble;
use crate::store::check_findings::Findings;

impl EnvironmentPlace {
    /// Checks everything; with `repair`, removes damaged values.
    pub(super) fn verify(&self, repair: bool) -> Result<Verified, StoreError> {
        let (part, mut findings) = (self.part(), Findings::default());
        let mended = match self.look(|tables, txn| Ok((tables.walk(txn)?, tables.held(txn)?))) {
            Ok(None) => false,
            Ok(Some((walked, held))) => {
                findings.verified.checked = walked.rows + 1;
                for key in &walked.damaged {
                    findings.problem(&part, not_as_written(key));
                }
                if walked.bytes != held.bytes || walked.ageless > 0 {
                    findings.problem(&part, "its counts are not those of its values".to_owned());
                }
                repair && findings.has(&part) && self.mend(&walked, &mut findings)?
            }
            Err(trouble) => {
                let damaged = matches!(trouble, TransactionTrouble::Damaged(_));
                let foreign = matches!(trouble, TransactionTrouble::Format(_)) && self.options().cache.is_some();
                findings.problem(&part, self.error(trouble).to_string());
                repair && (damaged || foreign) && self.renew(&mut findings)?
            }
        };
        if mended {
            findings.repaired(&part);
        }
        Ok(findings.finish())
    }

    /// Removes the damaged values.
    fn mend(&self, walked: &Walked, findings: &mut Findings) -> Result<bool, StoreError> {
        if self.options().cache.is_some() {
            return self.renew(findings);
        }
        match self.write(|tables, txn| tables.mend(txn, &walked.damaged)) {
            Err(StoreError::Damaged { .. }) => self.renew(findings),
            mended => mended.map(|()| true),
        }
    }

    /// Starts over, with the readable content of the old one; a cache starts empty.
    fn renew(&self, findings: &mut Findings) -> Result<bool, StoreError> {
        if self.options().cache.is_some() {
            self.throw_away().map_err(|trouble| self.error(trouble))?;
            return Ok(true);
        }
        let aside = self.set_aside().map_err(|trouble| self.error(trouble))?;
        let (mut saved, mut after) = (0, Vec::new());
        while let Ok(Some((writes, last))) = aside.look(|tables, txn| tables.intact(txn, &after)) {
            if last.is_empty() {
                break;
            }
            self.write(|tables, txn| tables.apply(txn, writes.iter(), None))?;
            saved += writes.len();
            after = last;
        }
        let found = format!("started again with {saved} of its values; the old file is kept as {}", aside.part());
        findings.verified.problems.push(Problem { part: self.part(), found, repaired: true });
        Ok(true)
    }
}
