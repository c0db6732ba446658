//! Alias links of a change, and the classes of names they join.
//!
//! Sure links join names to parts; tentative links join a part with another one when nearly all of them lead there,
//! by the kernel's rule (`quipu_kernel::joined`). Only the parts that a change touches are walked again, so a merge
//! or its undo costs in proportion to the classes involved: the names at changed links, the classes they were in, and
//! the tentative links that lead there.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use heed::{RoTxn, RwTxn};
use quipu_engine::ports::StoreError;
use quipu_kernel::joined::{Led, meant};
use quipu_kernel::model::{AliasLink, AliasRule};
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::NAMES;
use super::{NameChanges, apart};
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::{Reader, Writer, damaged};
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row::{NameHead, NameRow};
use crate::store::embedded::postings::Owner;
use crate::store::embedded::rows::ClassRow;

/// Numbers of links between two names, as in the row of the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::store::embedded) struct LinkRow {
    /// Surely, by rules.
    pub(in crate::store::embedded) sure: u64,
    /// Links by people.
    pub(in crate::store::embedded) said: u64,
    /// Tentatively of the first, that it means the second.
    pub(in crate::store::embedded) leads: u64,
    /// Tentatively of the second.
    pub(in crate::store::embedded) led: u64,
    /// As `leads`, by titles with a qualifier: nothing where a title has the name without one.
    pub(in crate::store::embedded) leads_by_title: u64,
    /// As `led`, by such titles.
    pub(in crate::store::embedded) led_by_title: u64,
}

impl LinkRow {
    pub(in crate::store::embedded) fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut from = Reader::new("links", bytes);
        let mut next = || from.number();
        let (sure, said, leads, led) = (next()?, next()?, next()?, next()?);
        Ok(Self { sure, said, leads, led, leads_by_title: next()?, led_by_title: next()? })
    }

    pub(in crate::store::embedded) fn bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.number(self.sure).number(self.said).number(self.leads).number(self.led);
        out.number(self.leads_by_title).number(self.led_by_title);
        out.into_bytes()
    }

    /// Adds to the counts.
    pub(in crate::store::embedded) fn add(&mut self, difference: &Difference) {
        let [sure, said, leads, led, leads_by_title, led_by_title] = difference;
        for (count, difference) in [
            (&mut self.sure, sure),
            (&mut self.said, said),
            (&mut self.leads, leads),
            (&mut self.led, led),
            (&mut self.leads_by_title, leads_by_title),
            (&mut self.led_by_title, led_by_title),
        ] {
            *count = count.saturating_add_signed(*difference);
        }
    }

    /// True if a link leads from the second name to the first.
    fn is_led(&self) -> bool {
        self.led > 0 || self.led_by_title > 0
    }
}

/// A difference in the numbers of links of two names, in the order of [`LinkRow`].
pub(in crate::store::embedded) type Difference = [i64; 6];

/// The difference that a link makes to the row of its first name, and to that of its second.
pub(in crate::store::embedded) fn counted(link: &AliasLink) -> (Difference, Difference) {
    match (link.rule, link.is_tentative()) {
        (AliasRule::Person, _) => ([0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0]),
        (_, false) => ([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]),
        // The second name leads to the first.
        (_, true) => {
            let votes = link.votes() as i64;
            match link.rule {
                AliasRule::Title => ([0, 0, 0, 0, 0, votes], [0, 0, 0, 0, votes, 0]),
                _ => ([0, 0, 0, votes, 0, 0], [0, 0, votes, 0, 0, 0]),
            }
        }
    }
}

/// The effect of a change on links, by two name ids, both ways.
#[derive(Default)]
pub(super) struct LinkChanges {
    changes: BTreeMap<(u32, u32), Difference>,
}

impl LinkChanges {
    pub(super) fn count(&mut self, link: &AliasLink, a: u32, b: u32, count: i64) {
        let (ours, theirs) = counted(link);
        for (ends, adds) in [((a, b), ours), ((b, a), theirs)].into_iter().take(if a == b { 1 } else { 2 }) {
            let change = self.changes.entry(ends).or_default();
            change.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add * count);
        }
    }

    /// Marks the names at the links' ends, so that their classes are decided again.
    pub(super) fn mark(&self, names: &mut NameChanges<'_>) {
        self.changed().for_each(|((a, _), _)| names.mark_linked(a));
    }

    /// The pairs with changed links: not those whose links were removed and added again.
    fn changed(&self) -> impl Iterator<Item = ((u32, u32), &Difference)> {
        let changes = self.changes.iter().map(|(ends, difference)| (*ends, difference));
        changes.filter(|(_, difference)| **difference != Difference::default())
    }

    /// Writes links and the classes of all `touched` names. Names must be flushed before.
    pub(super) fn flush(&self, tables: &Tables, txn: &mut RwTxn<'_>, touched: Vec<u32>) -> Result<(), StoreError> {
        for ((from, to), difference) in self.changed() {
            recount(from, to, difference, tables, txn)?;
        }
        if touched.is_empty() {
            return Ok(());
        }
        let mut open = with_classes(touched.into_iter().collect(), tables, txn)?;
        let mut leading = BTreeSet::new();
        for &name in &open {
            each_link(name, tables, txn, |from, row| {
                if row.is_led() {
                    leading.insert(from);
                }
            })?;
        }
        leading.retain(|name| !open.contains(name));
        open.extend(with_classes(leading, tables, txn)?);
        let mut walk = Walk { tables, apart: apart(tables, txn)?, parts: FxHashMap::default() };
        let mut classes = Vec::new();
        for &name in &open {
            forget(name, tables, txn)?;
        }
        let mut decided: FxHashSet<u32> = FxHashSet::default();
        for start in open {
            if !decided.contains(&start) {
                let names = walk.class(start, txn)?;
                decided.extend(&names);
                classes.push(names);
            }
        }
        classes.iter().try_for_each(|names| put(names, tables, txn))
    }
}

/// Names with all that are in their classes.
fn with_classes(mut names: BTreeSet<u32>, tables: &Tables, txn: &RoTxn<'_>) -> Result<BTreeSet<u32>, StoreError> {
    let mut seen = BTreeSet::new();
    for name in names.clone() {
        if let Some((id, class)) = class_of(tables, txn, name)?
            && seen.insert(id)
        {
            names.extend(class.names);
        }
    }
    Ok(names)
}

/// The walk over links as they are after a change.
struct Walk<'a> {
    tables: &'a Tables,
    /// Names that rules do not join.
    apart: BTreeSet<u32>,
    /// Parts walked so far, by each of their names.
    parts: FxHashMap<u32, Rc<BTreeSet<u32>>>,
}

impl Walk<'_> {
    /// The names that sure links join with `start`.
    fn part(&mut self, start: u32, txn: &RoTxn<'_>) -> Result<Rc<BTreeSet<u32>>, StoreError> {
        if let Some(known) = self.parts.get(&start) {
            return Ok(known.clone());
        }
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(name) = open.pop() {
            each_link(name, self.tables, txn, |to, row| {
                let ruled = row.sure > 0 && !self.apart.contains(&name) && !self.apart.contains(&to);
                if (ruled || row.said > 0) && seen.insert(to) {
                    open.push(to);
                }
            })?;
        }
        let part = Rc::new(seen);
        self.parts.extend(part.iter().map(|name| (*name, part.clone())));
        Ok(part)
    }

    /// A name of the part that the links of a part tentatively lead to, when nearly all of them lead there.
    fn meaning(&mut self, part: &BTreeSet<u32>, txn: &RoTxn<'_>) -> Result<Option<u32>, StoreError> {
        let mut led = Led::default();
        for &name in part.iter().filter(|name| !self.apart.contains(name)) {
            each_link(name, self.tables, txn, |to, row| {
                if !part.contains(&to) && !self.apart.contains(&to) {
                    led.count(to, row.leads, row.leads_by_title);
                }
            })?;
        }
        let titled = led.asks_for_titles() && self.is_titled(part, txn)?;
        let mut votes = Vec::new();
        for (to, count) in led.votes(titled) {
            votes.push((self.part(to, txn)?.first().copied().unwrap_or(to), count));
        }
        Ok(meant(votes))
    }

    /// True if some document has one of these names as its title.
    fn is_titled(&self, part: &BTreeSet<u32>, txn: &RoTxn<'_>) -> Result<bool, StoreError> {
        for name in part {
            if let Some(bytes) = self.tables.names.get(txn, &name.to_be_bytes()).map_err(io)?
                && NameHead::read(bytes)?.titles > 0
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The class of a name: its part, the part it means, and the parts that mean one of these.
    fn class(&mut self, start: u32, txn: &RoTxn<'_>) -> Result<BTreeSet<u32>, StoreError> {
        let (mut names, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(name) = open.pop() {
            if names.contains(&name) {
                continue;
            }
            let part = self.part(name, txn)?;
            names.extend(part.iter());
            open.extend(self.meaning(&part, txn)?);
            let mut leading = BTreeSet::new();
            for &name in part.iter() {
                each_link(name, self.tables, txn, |from, row| {
                    if row.is_led() && !names.contains(&from) {
                        leading.insert(from);
                    }
                })?;
            }
            for from in leading {
                let leading = self.part(from, txn)?;
                if self.meaning(&leading, txn)?.is_some_and(|meant| part.contains(&meant)) {
                    open.push(from);
                }
            }
        }
        Ok(names)
    }
}

/// The key of a link's row.
pub(in crate::store::embedded) fn pair(from: u32, to: u32) -> [u8; 8] {
    let mut key = [0; 8];
    key[..4].copy_from_slice(&from.to_be_bytes());
    key[4..].copy_from_slice(&to.to_be_bytes());
    key
}

fn recount(
    from: u32,
    to: u32,
    difference: &Difference,
    tables: &Tables,
    txn: &mut RwTxn<'_>,
) -> Result<(), StoreError> {
    let key = pair(from, to);
    let mut row = tables.links.get(txn, &key).map_err(io)?.map(LinkRow::read).transpose()?.unwrap_or_default();
    row.add(difference);
    if row == LinkRow::default() {
        tables.links.delete(txn, &key).map_err(io)?;
        return Ok(());
    }
    tables.links.put(txn, &key, &row.bytes()).map_err(io)
}

/// Passes every name linked with `name` to `take`, with the number of links.
fn each_link(
    name: u32,
    tables: &Tables,
    txn: &RoTxn<'_>,
    mut take: impl FnMut(u32, LinkRow),
) -> Result<(), StoreError> {
    for link in tables.links.prefix_iter(txn, &name.to_be_bytes()).map_err(io)? {
        let (key, row) = link.map_err(io)?;
        let to = key.get(4..8).and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
        take(to.ok_or_else(|| damaged("links", "a key is too short"))?, LinkRow::read(row)?);
    }
    Ok(())
}

/// The key of a class's row, by the id of its first name.
fn class_key(id: u32) -> [u8; 5] {
    let mut key = [b'c'; 5];
    key[1..].copy_from_slice(&id.to_be_bytes());
    key
}

/// The class of a name: its id and row; missing for a name on its own.
pub(in crate::store::embedded) fn class_of(
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
        forget(name, tables, txn)?;
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
