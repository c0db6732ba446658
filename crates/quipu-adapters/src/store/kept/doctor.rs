//! `doctor` of what is kept: every value is compared with its checksum, and the sum of bytes with
//! the values. A repair removes what is damaged, which can be asked for again; a cache that is
//! damaged is thrown away whole, and what cannot be opened is set aside.

use quipu_engine::ports::{StoreError, Verified};

use super::place::Place;
use super::rows::{Walked, not_as_written};
use super::trouble::Trouble;
use crate::store::findings::Findings;

impl Place {
    /// Checks everything; with `repair`, removes what is damaged.
    pub(super) fn verify(&self, repair: bool) -> Result<Verified, StoreError> {
        let (part, mut findings) = (self.part(), Findings::default());
        let looked = self.look(|tables, txn| Ok((tables.walk(txn)?, tables.held(txn)?)));
        let mended = match looked {
            Ok(None) => return Ok(findings.finish()),
            Ok(Some((walked, held))) => {
                findings.verified.checked = walked.rows + 1;
                for key in &walked.damaged {
                    findings.problem(&part, not_as_written(key));
                }
                if walked.bytes != held.bytes || walked.ageless > 0 {
                    findings.problem(&part, "its counts are not those of its values".to_owned());
                }
                repair && findings.has(&part) && self.remove_damaged(&walked)?
            }
            Err(trouble) => self.unreadable(trouble, repair, &mut findings)?,
        };
        if mended {
            findings.repaired(&part);
        }
        Ok(findings.finish())
    }

    fn remove_damaged(&self, walked: &Walked) -> Result<bool, StoreError> {
        if self.options().cache.is_some() {
            self.throw_away().map_err(|trouble| self.error(trouble))?;
        } else {
            self.write(|tables, txn| tables.mend(txn, &walked.damaged))?;
        }
        Ok(true)
    }

    /// Notes that it cannot be read; whether that was mended.
    fn unreadable(&self, trouble: Trouble, repair: bool, findings: &mut Findings) -> Result<bool, StoreError> {
        let (damaged, foreign) = (matches!(trouble, Trouble::Damaged(_)), matches!(trouble, Trouble::Format(_)));
        let is_cache = self.options().cache.is_some();
        let mut found = self.error(trouble).to_string();
        let mends = repair && (damaged || (is_cache && foreign));
        if mends && is_cache {
            self.throw_away().map_err(|trouble| self.error(trouble))?;
        } else if mends {
            let aside = self.set_aside().map_err(|trouble| self.error(trouble))?;
            found = format!("{found}; set aside as {aside}, and begun anew");
        }
        findings.problem(&self.part(), found);
        Ok(mends)
    }
}
