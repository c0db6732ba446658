//! Relations of a change: statements gathered per relation, then each row written once.

use std::borrow::Cow;
use std::collections::BTreeMap;

use heed::RwTxn;
use quipu_engine::ports::StoreError;
use quipu_kernel::model::{Key, Period, relation_key};
use rustc_hash::FxHashMap;

use super::names::{cancel, tally};
use super::{NameChanges, id_of};
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::{Reader, Writer};
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row;
use crate::store::embedded::postings::{Owner, Postings};
use crate::store::embedded::rows::RelationRow;
use crate::store::embedded::state::State;

/// Owner kind of the lists of a name's relations.
pub(in crate::store::embedded) const NAME_RELATIONS: u8 = 2;
/// Owner kind of the lists of a relation's chunks.
pub(in crate::store::embedded) const RELATIONS: u8 = 3;

#[derive(Default)]
struct RelationChange {
    add: Vec<u32>,
    take: Vec<u32>,
    weight: i64,
    statements: i64,
    /// Number of added or removed statements, by their periods.
    stated: Vec<(Period, i64)>,
}

impl RelationChange {
    /// Counts statements that give a period, or that went.
    fn stated(&mut self, period: Period, count: i64) {
        match self.stated.iter_mut().find(|(known, _)| *known == period) {
            Some((_, sum)) => *sum += count,
            None if period.is_stated() => self.stated.push((period, count)),
            None => {}
        }
    }

    /// True if the removed statements were added again.
    fn is_nothing(&self) -> bool {
        let none = self.stated.iter().all(|(_, count)| *count == 0);
        none && self.weight == 0 && self.statements == 0 && self.add.is_empty() && self.take.is_empty()
    }
}

/// The effect of a change on relations, by source id, predicate and target id.
#[derive(Default)]
pub(super) struct RelationChanges<'c> {
    changes: FxHashMap<Ends<'c>, RelationChange>,
}

/// A relation's ends by id, and its predicate.
pub(super) type Ends<'c> = (u32, Cow<'c, str>, u32);

impl<'c> RelationChanges<'c> {
    pub(super) fn add(&mut self, ends: Ends<'c>, chunk: u32, weight: i64, period: Period) {
        let change = self.changes.entry(ends).or_default();
        change.add.push(chunk);
        change.weight += weight;
        change.statements += 1;
        change.stated(period, 1);
    }

    pub(super) fn take(&mut self, ends: Ends<'c>, chunk: u32, weight: i64, period: Period) {
        let change = self.changes.entry(ends).or_default();
        change.take.push(chunk);
        change.weight -= weight;
        change.statements -= 1;
        change.stated(period, -1);
    }

    /// Writes all rows. Names must be flushed before; `keys` knows those that went with this change.
    pub(super) fn flush(
        &mut self,
        tables: &Tables,
        txn: &mut RwTxn<'_>,
        state: &mut State,
        names: &NameChanges<'_>,
    ) -> Result<(), StoreError> {
        let mut of_names: BTreeMap<u32, (Vec<u32>, Vec<u32>)> = BTreeMap::new();
        let mut keyed = Vec::with_capacity(self.changes.len());
        for (ends, mut change) in std::mem::take(&mut self.changes) {
            cancel(&mut change.add, &mut change.take);
            if change.is_nothing() {
                continue;
            }
            let key =
                relation_key(name_key(ends.0, tables, txn, names)?, &ends.1, name_key(ends.2, tables, txn, names)?);
            keyed.push((key, ends, change));
        }
        keyed.sort_unstable_by_key(|(key, ..)| *key);
        for (key, (source, predicate, target), change) in keyed {
            let known = id_of(tables.relation_keys, txn, key)?;
            let id = known.unwrap_or(state.next_relation);
            let stored =
                known.map(|id| tables.relations.get(txn, &id.to_be_bytes()).map_err(io)).transpose()?.flatten();
            let row = match stored {
                Some(bytes) => RelationRow::read(bytes)?,
                None => RelationRow { source, target, predicate: predicate.into_owned(), ..RelationRow::default() },
            };
            let gone = put(id, row, change, tables, txn)?;
            match (known, gone) {
                (None, false) => {
                    state.next_relation += 1;
                    state.relations += 1;
                    tables.relation_keys.put(txn, key.bytes(), &id.to_be_bytes()).map_err(io)?;
                    [source, target].iter().for_each(|name| of_names.entry(*name).or_default().0.push(id));
                }
                (Some(_), true) => {
                    state.relations = state.relations.saturating_sub(1);
                    tables.relation_keys.delete(txn, key.bytes()).map_err(io)?;
                    [source, target].iter().for_each(|name| of_names.entry(*name).or_default().1.push(id));
                }
                _ => {}
            }
        }
        for (name, (add, take)) in of_names {
            edit_list(name, add, take, tables, txn)?;
        }
        Ok(())
    }
}

/// Changes one relation's row; true if nothing is left of it.
fn put(
    id: u32,
    mut row: RelationRow,
    change: RelationChange,
    tables: &Tables,
    txn: &mut RwTxn<'_>,
) -> Result<bool, StoreError> {
    let key = id.to_be_bytes();
    let RelationChange { add, take, weight, statements, stated } = change;
    row.chunks.edit(Owner { kind: RELATIONS, id }, tables.blocks, txn, &add, &take)?;
    row.weight += weight;
    row.statements = row.statements.saturating_add_signed(statements);
    stated.iter().for_each(|(period, count)| tally(&mut row.stated, period, *count));
    if row.statements == 0 {
        tables.relations.delete(txn, &key).map_err(io)?;
    } else {
        tables.relations.put(txn, &key, &row.bytes()).map_err(io)?;
    }
    Ok(row.statements == 0)
}

fn edit_list(
    name: u32,
    mut add: Vec<u32>,
    mut take: Vec<u32>,
    tables: &Tables,
    txn: &mut RwTxn<'_>,
) -> Result<(), StoreError> {
    for ids in [&mut add, &mut take] {
        ids.sort_unstable();
        ids.dedup();
    }
    let key = name.to_be_bytes();
    let mut list = match tables.name_relations.get(txn, &key).map_err(io)? {
        Some(bytes) => Postings::read(&mut Reader::new("name_relations", bytes))?,
        None => Postings::default(),
    };
    list.edit(Owner { kind: NAME_RELATIONS, id: name }, tables.blocks, txn, &add, &take)?;
    if list.count == 0 {
        tables.name_relations.delete(txn, &key).map_err(io)?;
        return Ok(());
    }
    let mut out = Writer::default();
    list.write(&mut out);
    tables.name_relations.put(txn, &key, &out.into_bytes()).map_err(io)
}

/// The key of a name by id: from its row, or from the change when the row went with it.
fn name_key(id: u32, tables: &Tables, txn: &RwTxn<'_>, names: &NameChanges<'_>) -> Result<Key, StoreError> {
    if let Some(key) = names.key_of(id) {
        return Ok(key);
    }
    match tables.names.get(txn, &id.to_be_bytes()).map_err(io)? {
        Some(bytes) => Ok(name_row::name(bytes)?.key()),
        None => Err(crate::store::embedded::codec::damaged("names", "a relation's name is missing")),
    }
}
