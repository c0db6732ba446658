//! Alias links of a change, and the classes of names they join.
//!
//! A class is a connected part of the links; only the parts that a change touches are walked again,
//! so a merge or its undo costs in proportion to the classes involved.

use std::collections::{BTreeMap, BTreeSet};

use heed::{RoTxn, RwTxn};
use quipu_engine::ports::StoreError;

use super::super::codec::{Reader, Writer, damaged};
use super::super::env::{Tables, io};
use super::super::name_row::NameRow;
use super::super::postings::Owner;
use super::super::rows::ClassRow;
use super::NameChanges;
use super::names::NAMES;

/// What a change does to links, by smaller and larger name id.
#[derive(Default)]
pub(super) struct LinkChanges {
    changes: BTreeMap<(u32, u32), i64>,
}

impl LinkChanges {
    pub(super) fn count(&mut self, a: u32, b: u32, count: i64) {
        *self.changes.entry((a.min(b), a.max(b))).or_default() += count;
    }

    /// Marks the names at the links' ends, so that their classes are decided anew.
    pub(super) fn mark(&self, names: &mut NameChanges<'_>) {
        for &(a, b) in self.changes.keys() {
            names.mark_linked(a);
            names.mark_linked(b);
        }
    }

    /// Writes links and the classes of all `touched` names. Names must be flushed before.
    pub(super) fn flush(&self, tables: &Tables, txn: &mut RwTxn<'_>, touched: Vec<u32>) -> Result<(), StoreError> {
        for (&(a, b), &count) in &self.changes {
            for (from, to) in [(a, b), (b, a)] {
                recount(from, to, count, tables, txn)?;
            }
        }
        let mut open: BTreeSet<u32> = touched.into_iter().collect();
        for name in open.clone() {
            open.extend(class_of(tables, txn, name)?.map(|(_, class)| class.names).into_iter().flatten());
        }
        for &name in &open {
            forget(name, tables, txn)?;
        }
        while let Some(start) = open.pop_first() {
            let names = reach(start, tables, txn)?;
            for name in &names {
                open.remove(name);
            }
            put(&names, tables, txn)?;
        }
        Ok(())
    }
}

fn pair(from: u32, to: u32) -> [u8; 8] {
    let mut key = [0; 8];
    key[..4].copy_from_slice(&from.to_be_bytes());
    key[4..].copy_from_slice(&to.to_be_bytes());
    key
}

fn recount(from: u32, to: u32, count: i64, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
    let key = pair(from, to);
    let before = match tables.links.get(txn, &key).map_err(io)? {
        Some(bytes) => Reader::new("links", bytes).number()?,
        None => 0,
    };
    let after = before.saturating_add_signed(count);
    if after == 0 {
        tables.links.delete(txn, &key).map_err(io)?;
        return Ok(());
    }
    let mut out = Writer::default();
    out.number(after);
    tables.links.put(txn, &key, &out.into_bytes()).map_err(io)
}

/// The names joined with `start`, itself included.
fn reach(start: u32, tables: &Tables, txn: &RoTxn<'_>) -> Result<BTreeSet<u32>, StoreError> {
    let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(name) = open.pop() {
        for link in tables.links.prefix_iter(txn, &name.to_be_bytes()).map_err(io)? {
            let (key, _) = link.map_err(io)?;
            let to = key.get(4..8).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
            let to = to.ok_or_else(|| damaged("links", "a key is too short"))?;
            if seen.insert(to) {
                open.push(to);
            }
        }
    }
    Ok(seen)
}

/// The key of a class's row, by the id of its first name.
fn class_key(id: u32) -> [u8; 5] {
    let mut key = [b'c'; 5];
    key[1..].copy_from_slice(&id.to_be_bytes());
    key
}

/// The class of a name: its id and row; none for a name on its own.
pub(in super::super) fn class_of(
    tables: &Tables,
    txn: &RoTxn<'_>,
    name: u32,
) -> Result<Option<(u32, ClassRow)>, StoreError> {
    let Some(id) = tables.classes.get(txn, &name.to_be_bytes()).map_err(io)? else { return Ok(None) };
    let id = u32::from_be_bytes(id.try_into().map_err(|_| damaged("classes", "an id is too short"))?);
    let row = tables.classes.get(txn, &class_key(id)).map_err(io)?;
    let row = row.ok_or_else(|| damaged("classes", "a class's row is missing"))?;
    Ok(Some((id, ClassRow::read(row)?)))
}

fn forget(name: u32, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
    tables.classes.delete(txn, &name.to_be_bytes()).map_err(io)?;
    tables.classes.delete(txn, &class_key(name)).map_err(io)?;
    Ok(())
}

/// Writes the class of `names`, unless it is a name on its own, and each name's mark.
fn put(names: &BTreeSet<u32>, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
    let joined = names.len() > 1;
    let mut class = ClassRow { names: names.iter().copied().collect(), ..ClassRow::default() };
    let (mut keys, mut chunks) = (Vec::new(), Vec::new());
    for &name in names {
        let Some(bytes) = tables.names.get(txn, &name.to_be_bytes()).map_err(io)? else { continue };
        let mut row = NameRow::read(bytes)?;
        if joined {
            keys.push(row.key());
            chunks.extend(row.chunks.ids(Owner { kind: NAMES, id: name }, tables.blocks, txn)?);
        }
        if row.linked != joined {
            row.linked = joined;
            tables.names.put(txn, &name.to_be_bytes(), &row.bytes()).map_err(io)?;
        }
    }
    let Some((id, key)) = names.first().zip(keys.into_iter().min()).filter(|_| joined) else { return Ok(()) };
    chunks.sort_unstable();
    chunks.dedup();
    (class.key, class.chunks) = (key, chunks.len() as u64);
    for name in names {
        tables.classes.put(txn, &name.to_be_bytes(), &id.to_be_bytes()).map_err(io)?;
    }
    tables.classes.put(txn, &class_key(*id), &class.bytes()).map_err(io)
}
