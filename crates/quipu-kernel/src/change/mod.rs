//! The difference between two states of a workspace when documents are added, edited or removed (incremental view
//! maintenance).
//!
//! Documents with equal text are copies and share one body, owned by the copy with the smallest
//! key. That rule looks at the documents there are, never at the order in which they came, so any
//! order of the same operations ends in the same workspace. Cost: a sort of the documents that the
//! batch touches and their copies.

mod chunks;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Key;

pub use chunks::{keeps, rekey};

/// A document as ownership sees it, with the row that a store keeps of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing<'a, R> {
    /// The document's key.
    pub key: Key,
    /// Key of its text.
    pub text: Key,
    /// Its title.
    pub title: &'a str,
    /// All that is kept of it; rows that are equal are not written again.
    pub row: &'a R,
}

/// The document that owns a body, and the title that is searched with the body's chunks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// The document's key.
    pub key: Key,
    /// Its title.
    pub title: String,
}

/// A body whose owner or owner's title changes. `before` is missing for a new text, `after` for a
/// text without documents left.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyPlan {
    /// Key of the text.
    pub text: Key,
    /// The former owner.
    pub before: Option<Owner>,
    /// The new owner.
    pub after: Option<Owner>,
}

/// The changes of a batch, each list sorted by key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Documents that are new.
    pub add: Vec<Key>,
    /// Documents that are known and differ.
    pub edit: Vec<Key>,
    /// Documents that go.
    pub remove: Vec<Key>,
    /// Bodies that change.
    pub bodies: Vec<BodyPlan>,
}

/// The difference that a batch makes.
///
/// `old` holds the documents of the batch that are known, and every copy of every text that a
/// document of the batch has or had; `new` the documents in their new state, each key once;
/// `removed` the keys to remove. A key in both stays.
pub fn between<R: PartialEq>(old: &[Standing<'_, R>], new: &[Standing<'_, R>], removed: &[Key]) -> Plan {
    let before: BTreeMap<Key, &Standing<'_, R>> = old.iter().map(|standing| (standing.key, standing)).collect();
    let mut after = before.clone();
    let mut plan = Plan::default();
    for key in removed {
        after.remove(key);
    }
    after.extend(new.iter().map(|standing| (standing.key, standing)));
    for (key, standing) in &after {
        match before.get(key) {
            None => plan.add.push(*key),
            Some(known) if known.text != standing.text || known.row != standing.row => plan.edit.push(*key),
            Some(_) => {}
        }
    }
    plan.remove = before.keys().filter(|key| !after.contains_key(key)).copied().collect();
    plan.bodies = bodies(&owners(&before), &owners(&after));
    plan
}

/// The owner of each text: its copy with the smallest key.
fn owners<R>(documents: &BTreeMap<Key, &Standing<'_, R>>) -> BTreeMap<Key, Owner> {
    let mut owners = BTreeMap::new();
    for (key, standing) in documents {
        owners.entry(standing.text).or_insert_with(|| Owner { key: *key, title: standing.title.to_owned() });
    }
    owners
}

fn bodies(before: &BTreeMap<Key, Owner>, after: &BTreeMap<Key, Owner>) -> Vec<BodyPlan> {
    let texts: BTreeSet<&Key> = before.keys().chain(after.keys()).collect();
    let plan =
        |text: &Key| BodyPlan { text: *text, before: before.get(text).cloned(), after: after.get(text).cloned() };
    texts.into_iter().map(plan).filter(|body| body.before != body.after).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A world of documents: key to (text, title).
    type World = BTreeMap<u8, (u8, u8)>;

    fn key(number: u8) -> Key {
        Key::from_bytes([number; 16])
    }

    /// Applies a batch through `between`, with its promised input alone, and checks the outcome
    /// against the rule said plainly.
    fn step(world: &mut World, owned: &mut BTreeMap<Key, Owner>, batch: &World, removed: &[u8]) {
        let known = batch.keys().chain(removed).filter_map(|id| world.get(id));
        let touched: BTreeSet<u8> = batch.values().chain(known).map(|(text, _)| *text).collect();
        let seen: World =
            world.iter().filter(|(_, row)| touched.contains(&row.0)).map(|(id, row)| (*id, *row)).collect();
        let titles: Vec<String> = (0..3).map(|title| title.to_string()).collect();
        let stand = |(id, row): (&u8, &'_ (u8, u8))| (key(*id), key(row.0), row.1 as usize);
        let standings = |world: &World| world.iter().map(stand).collect::<Vec<_>>();
        let (old, new) = (standings(&seen), standings(batch));
        let full = |(key, text, title): &(Key, Key, usize)| Standing {
            key: *key,
            text: *text,
            title: &titles[*title],
            row: &(),
        };
        let gone: Vec<Key> = removed.iter().map(|id| key(*id)).collect();
        let plan = between(&old.iter().map(full).collect::<Vec<_>>(), &new.iter().map(full).collect::<Vec<_>>(), &gone);
        world.retain(|id, _| !removed.contains(id));
        world.extend(batch);
        for body in plan.bodies {
            assert_eq!(owned.remove(&body.text), body.before);
            owned.extend(body.after.map(|owner| (body.text, owner)));
        }
    }

    proptest! {
        #[test]
        fn owners_follow_from_the_documents_alone(
            batches in prop::collection::vec((prop::collection::btree_map(0..12u8, (0..6u8, 0..3u8), 0..4), prop::collection::vec(0..12u8, 0..3)), 0..12),
        ) {
            let (mut world, mut owned) = (World::new(), BTreeMap::new());
            for (batch, removed) in &batches {
                step(&mut world, &mut owned, batch, removed);
            }
            let mut plain: BTreeMap<Key, Owner> = BTreeMap::new();
            for (id, (text, title)) in &world {
                plain.entry(key(*text)).or_insert_with(|| Owner { key: key(*id), title: title.to_string() });
            }
            prop_assert_eq!(owned, plain);
        }
    }
}
