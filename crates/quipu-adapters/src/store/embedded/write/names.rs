//! Names of a change: gathered as differences, then each row read, changed and written once.

use crate::store::embedded::write::name_ids::NameIds;
use std::borrow::Cow;

use heed::{RoTxn, RwTxn};
use quipu_engine::ports::{BodyChange, Change, StoreError};
use quipu_kernel::model::{Key, Kind, Name};
use rustc_hash::FxHashMap;

use super::id_of;
use super::linked::has_links;
use crate::store::embedded::all_tables::Tables;
use crate::store::embedded::codec::damaged;
use crate::store::embedded::failures::io;
use crate::store::embedded::name_row::NameRow;
use crate::store::embedded::postings::Owner;
use crate::store::embedded::state::State;

/// The kind of posting lists of names, in the table of blocks.
pub(in crate::store::embedded) const NAMES: u8 = 1;

/// The effect of a change on one name.
struct NameChange<'c> {
    id: u32,
    key: Key,
    /// Set when the name is new.
    new: Option<Name>,
    add: Vec<u32>,
    take: Vec<u32>,
    forms: Vec<(Cow<'c, str>, i64)>,
    kinds: Vec<(u8, i64)>,
    mentions: i64,
    titles: i64,
    held: i64,
    /// Set when links decide again if the name is one of a class.
    linked: bool,
}

/// The effect of a change on names.
#[derive(Default)]
pub(in crate::store::embedded) struct NameChanges<'c> {
    changes: Vec<NameChange<'c>>,
    by_name: FxHashMap<Cow<'c, str>, u32>,
    by_id: FxHashMap<u32, u32>,
    /// Ids of names that are new.
    new: FxHashMap<Key, u32>,
}

/// A name's place among the changes of one commit.
pub(in crate::store::embedded) type At = u32;

impl<'c> NameChanges<'c> {
    /// No changes yet, and room for those of a change, to which some sixteen names of each chunk are new.
    pub(super) fn with_room_for(change: &Change) -> Self {
        let chunks = |body: &BodyChange| if let BodyChange::Put(body) = body { body.chunks.len() } else { 0 };
        let chunks: usize = change.bodies.iter().map(chunks).sum();
        Self { changes: Vec::with_capacity(16 * chunks), ..Self::default() }
    }

    /// The place of a name that the change borrows, giving it an id when it is new.
    pub(super) fn named(
        &mut self,
        name: &'c Name,
        tables: &Tables,
        txn: &RoTxn<'_>,
        state: &mut State,
        ids: &mut NameIds,
    ) -> Result<At, StoreError> {
        if name.sense.is_empty()
            && let Some(&at) = self.by_name.get(name.folded.as_str())
        {
            return Ok(at);
        }
        let at = self.owned(name, tables, txn, state, ids)?;
        if name.sense.is_empty() {
            self.by_name.insert(Cow::Borrowed(name.folded.as_str()), at);
        }
        Ok(at)
    }

    /// The place of a name that the change does not hold.
    pub(super) fn owned(
        &mut self,
        name: &Name,
        tables: &Tables,
        txn: &RoTxn<'_>,
        state: &mut State,
        ids: &mut NameIds,
    ) -> Result<At, StoreError> {
        let key = name.key();
        let known = match ids.0.get(&key).or_else(|| self.new.get(&key)) {
            Some(&id) => Some(id),
            None => id_of(tables.name_keys, txn, key)?,
        };
        let id = known.unwrap_or(state.next_name);
        let at = self.at(id, key);
        if known.is_none() {
            state.next_name += 1;
            self.new.insert(key, id);
            self.changes[at as usize].new = Some(name.clone());
        }
        ids.remember(key, id);
        Ok(at)
    }

    /// The place of a name that the store already knows.
    pub(super) fn stored(
        &mut self,
        name: &Name,
        tables: &Tables,
        txn: &RoTxn<'_>,
        ids: &mut NameIds,
    ) -> Result<At, StoreError> {
        let key = name.key();
        let known = match ids.0.get(&key) {
            Some(&id) => Some(id),
            None => id_of(tables.name_keys, txn, key)?,
        };
        let id = known.ok_or_else(|| damaged("names", "a name that facts use is missing"))?;
        Ok(self.at(id, key))
    }

    /// The place of a name by its id; its key is found when the row is read.
    pub(super) fn by_id(&mut self, id: u32) -> At {
        self.at(id, Key::default())
    }

    /// True if the change has a place for an id.
    pub(super) fn knows(&self, id: u32) -> bool {
        self.by_id.contains_key(&id)
    }

    /// The place of a name that gets a row under the id that it has.
    pub(super) fn renewed(&mut self, id: u32, name: Name) -> At {
        let at = self.at(id, name.key());
        self.changes[at as usize].new = Some(name);
        at
    }

    fn at(&mut self, id: u32, key: Key) -> At {
        let changes = &mut self.changes;
        *self.by_id.entry(id).or_insert_with(|| {
            changes.push(NameChange {
                id,
                key,
                new: None,
                add: Vec::new(),
                take: Vec::new(),
                forms: Vec::new(),
                kinds: Vec::new(),
                mentions: 0,
                titles: 0,
                held: 0,
                linked: false,
            });
            changes.len() as u32 - 1
        })
    }

    pub(in crate::store::embedded) fn id(&self, at: At) -> u32 {
        self.changes[at as usize].id
    }

    /// The key of a name that this change knows with its key.
    pub(super) fn key_of(&self, id: u32) -> Option<Key> {
        let change = &self.changes[*self.by_id.get(&id)? as usize];
        (change.key != Key::default()).then_some(change.key)
    }

    pub(super) fn add(&mut self, at: At, chunk: u32) {
        self.changes[at as usize].add.push(chunk);
    }

    pub(super) fn take(&mut self, at: At, chunk: u32) {
        self.changes[at as usize].take.push(chunk);
    }

    pub(super) fn vote(&mut self, at: At, form: Cow<'c, str>, kind: Kind, votes: i64) {
        let change = &mut self.changes[at as usize];
        match change.forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, sum)) => *sum += votes,
            None => change.forms.push((form, votes)),
        }
        match change.kinds.iter_mut().find(|(known, _)| *known == kind as u8) {
            Some((_, sum)) => *sum += votes,
            None => change.kinds.push((kind as u8, votes)),
        }
    }

    pub(super) fn mention(&mut self, at: At, count: i64) {
        self.changes[at as usize].mentions += count;
    }

    pub(super) fn title(&mut self, at: At, count: i64) {
        self.changes[at as usize].titles += count;
    }

    pub(super) fn hold(&mut self, at: At, count: i64) {
        self.changes[at as usize].held += count;
    }

    pub(super) fn mark_linked(&mut self, id: u32) {
        let at = self.by_id(id);
        self.changes[at as usize].linked = true;
    }

    /// Writes all rows, in the order of their ids; gives the ids of the names that links join.
    pub(super) fn flush(
        &mut self,
        tables: &Tables,
        txn: &mut RwTxn<'_>,
        state: &mut State,
        ids: &mut NameIds,
    ) -> Result<Vec<u32>, StoreError> {
        self.put_new_keys(tables, txn)?;
        let mut order: Vec<u32> = (0..self.changes.len() as u32).collect();
        order.sort_unstable_by_key(|at| self.changes[*at as usize].id);
        let mut linked = Vec::new();
        for at in order {
            let change = &mut self.changes[at as usize];
            cancel(&mut change.add, &mut change.take);
            if change.is_nothing() {
                continue;
            }
            let (row, gone, titled) = change.apply(tables, txn)?;
            let id = change.id.to_be_bytes();
            // Names without a written form are not counted.
            let counts = !row.name().is_canonical();
            state.names += u64::from(change.new.is_some() && counts);
            // Links of a name change their weight once a document has it as its title.
            let weighs = titled && change.new.is_none() && has_links(change.id, tables, txn)?;
            if row.linked || change.linked || weighs {
                linked.push(change.id);
            }
            if gone {
                tables.names.delete(txn, &id).map_err(io)?;
                tables.name_keys.delete(txn, row.key().bytes()).map_err(io)?;
                state.names = state.names.saturating_sub(u64::from(counts));
                if let Some(key) = sense_key(&row.name(), change.id) {
                    tables.senses.delete(txn, &key).map_err(io)?;
                }
                ids.forget(&row.key());
            } else {
                tables.names.put(txn, &id, &row.bytes()).map_err(io)?;
            }
        }
        Ok(linked)
    }

    fn put_new_keys(&self, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let new = self.changes.iter().filter(|change| change.new.is_some());
        let mut keys: Vec<(Key, u32)> = new.map(|change| (change.key, change.id)).collect();
        keys.sort_unstable();
        for (key, id) in keys {
            tables.name_keys.put(txn, key.bytes(), &id.to_be_bytes()).map_err(io)?;
        }
        for (name, id) in self.changes.iter().filter_map(|change| Some((change.new.as_ref()?, change.id))) {
            if let Some(key) = sense_key(name, id) {
                tables.senses.put(txn, &key, &[]).map_err(io)?;
            }
        }
        Ok(())
    }
}

/// The key of a name in its own sense, for look-ups by its plain name.
pub(in crate::store::embedded) fn sense_key(name: &Name, id: u32) -> Option<[u8; 20]> {
    if name.sense.is_empty() || name.is_canonical() {
        return None;
    }
    let mut key = [0; 20];
    key[..16].copy_from_slice(name.plain().key().bytes());
    key[16..].copy_from_slice(&id.to_be_bytes());
    Some(key)
}

impl NameChange<'_> {
    /// True if the removed facts were added again, as when a chunk gets further facts.
    fn is_nothing(&self) -> bool {
        let sums = [self.mentions, self.titles, self.held];
        let votes = self.forms.iter().map(|(_, votes)| votes).chain(self.kinds.iter().map(|(_, votes)| votes));
        let none = sums.iter().chain(votes).all(|sum| *sum == 0);
        none && self.new.is_none() && !self.linked && self.add.is_empty() && self.take.is_empty()
    }

    /// The changed row, true if nothing is left of the name, and true if it became a title or ceased to be
    /// one.
    fn apply(&mut self, tables: &Tables, txn: &mut RwTxn<'_>) -> Result<(NameRow, bool, bool), StoreError> {
        let mut row = match &self.new {
            Some(name) => NameRow { folded: name.folded.clone(), sense: name.sense.clone(), ..NameRow::default() },
            None => {
                let bytes = tables.names.get(txn, &self.id.to_be_bytes()).map_err(io)?;
                NameRow::read(bytes.ok_or_else(|| damaged("names", "a name's row is missing"))?)?
            }
        };
        let owner = Owner { kind: NAMES, id: self.id };
        row.chunks.edit(owner, tables.blocks, txn, &self.add, &self.take)?;
        let was_title = row.titles > 0;
        row.titles = row.titles.saturating_add_signed(self.titles);
        row.held = row.held.saturating_add_signed(self.held);
        row.mentions = row.mentions.saturating_add_signed(self.mentions);
        for (kind, votes) in &self.kinds {
            tally(&mut row.kinds, kind, *votes);
        }
        for (form, votes) in &self.forms {
            tally(&mut row.forms, &form.to_string(), *votes);
        }
        self.key = row.key();
        let gone = row.is_gone();
        let titled = was_title != (row.titles > 0);
        Ok((row, gone, titled))
    }
}

/// Sorts both, and drops ids that are added and taken out in one change.
pub(super) fn cancel(add: &mut Vec<u32>, take: &mut Vec<u32>) {
    for ids in [&mut *add, &mut *take] {
        ids.sort_unstable();
        ids.dedup();
    }
    if !take.is_empty() && !add.is_empty() {
        let both: Vec<u32> = add.iter().copied().filter(|id| take.binary_search(id).is_ok()).collect();
        add.retain(|id| both.binary_search(id).is_err());
        take.retain(|id| both.binary_search(id).is_err());
    }
}

/// Adds votes to a sorted tally; a choice without votes goes.
pub(super) fn tally<T: Ord + Clone>(votes: &mut Vec<(T, u64)>, choice: &T, count: i64) {
    match votes.binary_search_by(|(known, _)| known.cmp(choice)) {
        Ok(at) => {
            votes[at].1 = votes[at].1.saturating_add_signed(count);
            if votes[at].1 == 0 {
                votes.remove(at);
            }
        }
        Err(at) if count > 0 => votes.insert(at, (choice.clone(), count.unsigned_abs())),
        Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn votes_go_to_their_own_form_and_kind() {
        let mut changes = NameChanges::default();
        let at = changes.by_id(7);
        for (form, kind, votes) in
            [("Ann", Kind::Person, 1), ("ANN", Kind::Place, 1), ("Ann", Kind::Person, 1), ("ANN", Kind::Person, -1)]
        {
            changes.vote(at, form.into(), kind, votes);
        }
        let change = &changes.changes[at as usize];
        assert_eq!(change.forms, [("Ann".into(), 2), ("ANN".into(), 0)]);
        assert_eq!(change.kinds, [(Kind::Person as u8, 1), (Kind::Place as u8, 1)]);
    }

    #[test]
    fn what_comes_and_goes_in_one_change_does_neither() {
        let (mut add, mut take) = (vec![5, 1, 5, 2], vec![2, 9, 2]);
        cancel(&mut add, &mut take);
        assert_eq!((add, take), (vec![1, 5], vec![9]));
    }

    #[test]
    fn a_tally_stays_sorted_and_loses_what_has_no_votes() {
        let mut votes = vec![(1u8, 2u64), (4, 1)];
        for (choice, count) in [(3, 1), (4, -1), (1, -1), (2, -1), (5, 0)] {
            tally(&mut votes, &choice, count);
        }
        assert_eq!(votes, [(1, 1), (3, 1)]);
    }
}
