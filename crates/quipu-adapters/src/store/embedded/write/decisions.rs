//! A person's decisions of a change: their rows, the links they make, the names they keep known.

use std::collections::BTreeSet;

use heed::RoTxn;
use quipu_engine::ports::{Change, DecisionChange, StoreError};
use quipu_kernel::model::{AliasLink, AliasRule, Decision, Name, Span, Verdict};

use super::{Commit, NameIds, id_of};
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::damaged;
use crate::store::embedded::failures::io;

/// All decisions, by number.
pub(in crate::store::embedded) fn decided(tables: &Tables, txn: &RoTxn<'_>) -> Result<Vec<Decision>, StoreError> {
    let rows = tables.decisions.iter(txn).map_err(io)?;
    rows.map(|row| read(row.map_err(io)?.1)).collect()
}

/// Reads a decision's row.
pub(in crate::store::embedded) fn read(bytes: &[u8]) -> Result<Decision, StoreError> {
    serde_json::from_slice(bytes).map_err(|error| damaged("decisions", &error.to_string()))
}

/// Ids of the names that rules do not join.
pub(in crate::store::embedded) fn apart(tables: &Tables, txn: &RoTxn<'_>) -> Result<BTreeSet<u32>, StoreError> {
    let mut out = BTreeSet::new();
    for decision in decided(tables, txn)? {
        if let Verdict::Apart { name } = &decision.verdict {
            out.extend(id_of(tables.name_keys, txn, name.key())?);
        }
    }
    Ok(out)
}

impl<'c> Commit<'_, 'c> {
    /// Puts and removes decisions.
    pub(super) fn decisions(&mut self, change: &'c Change, ids: &mut NameIds) -> Result<(), StoreError> {
        for decision in &change.decisions {
            let (number, new) = match decision {
                DecisionChange::Put(new) => (new.number, Some(new)),
                DecisionChange::Remove(number) => (*number, None),
            };
            let old = self.tables.decisions.get(&self.txn, &number.to_be_bytes()).map_err(io)?;
            if let Some(old) = old.map(read).transpose()? {
                self.tell(&old.verdict, -1, ids)?;
                self.tables.decisions.delete(&mut self.txn, &number.to_be_bytes()).map_err(io)?;
            }
            if let Some(new) = new {
                self.tell(&new.verdict, 1, ids)?;
                let row = serde_json::to_vec(new).map_err(|error| damaged("decisions", &error.to_string()))?;
                self.tables.decisions.put(&mut self.txn, &number.to_be_bytes(), &row).map_err(io)?;
            }
        }
        Ok(())
    }

    /// Counts the effect of a verdict on names, or takes it back.
    pub(super) fn tell(&mut self, verdict: &Verdict, count: i64, ids: &mut NameIds) -> Result<(), StoreError> {
        for name in verdict.names() {
            let at = self.id_of(&name, ids)?;
            self.names.hold(at, count);
            let id = self.names.id(at);
            self.names.mark_linked(id);
        }
        if let Some((a, b)) = verdict.joins().filter(|(a, b)| a != b) {
            let ends = (self.id_of(&a, ids)?, self.id_of(&b, ids)?);
            let ends = (self.names.id(ends.0), self.names.id(ends.1));
            let link = AliasLink { a, b, rule: AliasRule::Person, quote: Span::default() };
            self.links.count(&link, ends.0, ends.1, count);
        }
        Ok(())
    }

    fn id_of(&mut self, name: &Name, ids: &mut NameIds) -> Result<u32, StoreError> {
        self.names.owned(name, &self.tables, &self.txn, &mut self.state, ids)
    }
}
