//! The storage of things on the shelf: blocks for the scan, by the first bits of their keys, and a row each for display
//! and the vector. The number in [`PREFIX`] counts formats; data in another format is computed again.

use quipu_kernel::model::Key;
use quipu_kernel::rank::codes;
use quipu_kernel::rank::quantise::Quantised;
use quipu_kernel::rank::things::{PackedThing, Scan, things_in, write_thing};
use quipu_kernel::view::{Question, ThingKind};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::ThingState;
use crate::base::paging;
use crate::base::ports::{Kept, StoreError, Write};

const PREFIX: &str = "things/1/";
/// Approximate number of things per block.
const BLOCK: usize = 512;
/// A scan of fewer blocks is not worth a second thread.
const ALONE: usize = 100;
/// Bytes of blocks per write.
const AT_ONCE: usize = 16 << 20;
/// Rows per removal.
const PAGE: usize = 2_000;

/// The inputs of a workspace's things.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Done {
    /// Number of the change whose state they show.
    pub(super) change: u64,
    /// The rules and the model.
    pub(super) recipe: String,
    pub(super) entities: ThingState,
    pub(super) relations: ThingState,
}

impl Done {
    pub(super) fn of(&self, kind: ThingKind) -> ThingState {
        if kind == ThingKind::Relation { self.relations } else { self.entities }
    }
}

/// The display data of a thing, and its vector.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Row {
    /// A hash of its inputs.
    pub(super) input: Key,
    /// Its display text.
    pub(super) words: String,
    /// Its searched text.
    pub(super) text: String,
    /// Source and target, for a relation.
    pub(super) ends: Option<(Key, Key)>,
    /// The vector of its text; none without an encoder, or if the encoder does not read its script.
    pub(super) vector: Option<Quantised>,
}

impl Row {
    /// The row as the scan reads it.
    pub(super) fn packed(&self, key: Key) -> PackedThing {
        let mut code = Vec::new();
        if let Some(vector) = &self.vector {
            codes::write(vector, &mut code);
        }
        PackedThing::new(key, self.input, &self.text, code)
    }

    fn write(&self) -> Vec<u8> {
        let head = (self.input, &self.words, &self.text, self.ends, self.vector.as_ref().map(|vector| vector.scale));
        let head = serde_json::to_vec(&head).unwrap_or_default();
        let vector = self.vector.iter().flat_map(|vector| vector.bytes.iter().map(|byte| byte.cast_unsigned()));
        (head.len() as u32).to_le_bytes().into_iter().chain(head).chain(vector).collect()
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (length, rest) = bytes.split_first_chunk::<4>()?;
        let (head, numbers) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (input, words, text, ends, scale): (Key, String, String, Option<(Key, Key)>, Option<f32>) =
            serde_json::from_slice(head).ok()?;
        let bytes = || numbers.iter().map(|byte| byte.cast_signed()).collect();
        Some(Self { input, words, text, ends, vector: scale.map(|scale| Quantised { scale, bytes: bytes() }) })
    }
}

fn named(name: &str) -> Vec<u8> {
    [PREFIX, name].concat().into_bytes()
}

fn of_kind(kind: ThingKind, what: &str) -> Vec<u8> {
    let kind = if kind == ThingKind::Relation { "relation/" } else { "entity/" };
    [PREFIX, kind, what, "/"].concat().into_bytes()
}

fn row_key(kind: ThingKind, key: Key) -> Vec<u8> {
    [of_kind(kind, "row"), key.bytes().to_vec()].concat()
}

/// The state of the index, if the last run completed.
pub(super) async fn done(shelf: &dyn Kept) -> Result<Option<Done>, StoreError> {
    let done = shelf.get(&named("done")).await?;
    Ok(done.and_then(|done| serde_json::from_slice(&done).ok()))
}

/// Marks the index as complete for a state of the documents.
pub(super) async fn keep_done(shelf: &dyn Kept, done: &Done) -> Result<(), StoreError> {
    shelf.put(&named("done"), &serde_json::to_vec(done).unwrap_or_default()).await
}

/// Removes that mark.
pub(super) async fn undo(shelf: &dyn Kept) -> Result<(), StoreError> {
    shelf.remove(&named("done")).await
}

/// Drops the data of the scan, so that it is computed again from the rows.
pub(super) async fn forget(shelf: &dyn Kept) -> Result<(), StoreError> {
    undo(shelf).await?;
    for kind in [ThingKind::Entity, ThingKind::Relation] {
        drop_blocks(shelf, &of_kind(kind, "block")).await?;
    }
    Ok(())
}

/// The rows of some things of a kind, in their order.
pub(super) async fn rows(
    shelf: &dyn Kept,
    kind: ThingKind,
    keys: impl Iterator<Item = Key>,
) -> Result<Vec<Option<Row>>, StoreError> {
    let keys: Vec<Vec<u8>> = keys.map(|key| row_key(kind, key)).collect();
    Ok(shelf.get_all(&keys).await?.into_iter().map(|row| Row::read(&row?)).collect())
}

/// The row of a thing.
pub(super) async fn row(shelf: &dyn Kept, kind: ThingKind, key: Key) -> Result<Option<Row>, StoreError> {
    Ok(shelf.get(&row_key(kind, key)).await?.and_then(|row| Row::read(&row)))
}

/// Keeps rows.
pub(super) async fn keep_rows(shelf: &dyn Kept, kind: ThingKind, rows: &[(Key, Row)]) -> Result<(), StoreError> {
    let put = |(key, row): &(Key, Row)| Write::Put { key: row_key(kind, *key), value: row.write() };
    shelf.write(rows.iter().map(put).collect()).await
}

/// Removes rows; returns their number.
pub(super) async fn drop_rows(shelf: &dyn Kept, kind: ThingKind, keys: &[Key]) -> Result<u64, StoreError> {
    for some in keys.chunks(PAGE) {
        shelf.write(some.iter().map(|key| Write::Remove { key: row_key(kind, *key) }).collect()).await?;
    }
    Ok(keys.len() as u64)
}

/// Removes the rows of a kind except for those of these things, which are sorted; returns their number.
pub(super) async fn drop_others(shelf: &dyn Kept, kind: ThingKind, keys: &[Key]) -> Result<u64, StoreError> {
    let prefix = of_kind(kind, "row");
    let stays = |key: &[u8]| {
        let key = key[prefix.len()..].try_into().ok().map(Key::from_bytes);
        key.is_some_and(|key| keys.binary_search(&key).is_ok())
    };
    paging::retain(shelf, &prefix, stays).await
}

/// One scan of the things of a kind, by two threads if there are many.
pub(super) async fn scan<'q>(
    shelf: &dyn Kept,
    kind: ThingKind,
    question: &'q Question,
    most: usize,
) -> Result<Scan<'q>, StoreError> {
    let mut scan = Scan::new(question, most);
    let mut read = |blocks: &[&[u8]]| {
        let (own, others) = blocks.split_at(if blocks.len() < ALONE { blocks.len() } else { blocks.len() / 2 });
        let mut second = Scan::new(question, most);
        std::thread::scope(|scope| {
            let other = (!others.is_empty()).then(|| scope.spawn(|| others.iter().for_each(|block| second.add(block))));
            own.iter().for_each(|block| scan.add(block));
            if let Some(Err(panic)) = other.map(std::thread::ScopedJoinHandle::join) {
                std::panic::resume_unwind(panic);
            }
        });
        scan.join(second);
    };
    shelf.lend(&of_kind(kind, "block"), &mut read).await?;
    Ok(scan)
}

/// The things of a kind as they are packed.
pub(super) async fn packed(shelf: &dyn Kept, kind: ThingKind) -> Result<FxHashMap<Key, PackedThing>, StoreError> {
    let mut all = FxHashMap::default();
    let mut read = |blocks: &[&[u8]]| {
        all.extend(blocks.iter().flat_map(|block| things_in(block)).map(|thing| (thing.key, thing)));
    };
    shelf.lend(&of_kind(kind, "block"), &mut read).await?;
    Ok(all)
}

/// The number of leading key bits that select a block.
fn bits(things: usize) -> u32 {
    things.div_ceil(BLOCK).next_power_of_two().ilog2()
}

fn place(key: Key, bits: u32) -> u32 {
    let first = u32::from_be_bytes(std::array::from_fn(|at| key.bytes()[at]));
    first.checked_shr(32 - bits).unwrap_or_default()
}

/// Keeps the things of a kind, sorted by key, in blocks: only those are written that contain or contained one of
/// `touched`, or all if the number of blocks changed.
pub(super) async fn keep_blocks(
    shelf: &dyn Kept,
    kind: ThingKind,
    things: &[PackedThing],
    before: usize,
    touched: &[Key],
) -> Result<(), StoreError> {
    let (bits, prefix) = (bits(things.len()), of_kind(kind, "block"));
    let all = bits != self::bits(before);
    let of_block = |block: u32| [prefix.clone(), block.to_be_bytes().to_vec()].concat();
    let mut changed: Vec<u32> = touched.iter().map(|key| place(*key, bits)).collect();
    changed.sort_unstable();
    changed.dedup();
    if all {
        changed = (0..1 << bits).collect();
        drop_blocks(shelf, &prefix).await?;
    }
    let (mut writes, mut bytes) = (Vec::new(), 0);
    for block in changed {
        let first = things.partition_point(|thing| place(thing.key, bits) < block);
        let mut value = Vec::new();
        let inside = things[first..].iter().take_while(|thing| place(thing.key, bits) == block);
        inside.for_each(|thing| write_thing(thing, &mut value));
        bytes += value.len();
        writes.push(Write::Put { key: of_block(block), value });
        if bytes > AT_ONCE {
            shelf.write(std::mem::take(&mut writes)).await?;
            bytes = 0;
        }
    }
    shelf.write(writes).await
}

async fn drop_blocks(shelf: &dyn Kept, prefix: &[u8]) -> Result<(), StoreError> {
    paging::retain(shelf, prefix, |_| false).await.map(drop)
}
