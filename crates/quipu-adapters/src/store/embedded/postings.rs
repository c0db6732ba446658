//! Posting lists (delta-encoded inverted lists): sorted ids, packed as differences; short ones inline in their owner's row, long
//! ones spilled into blocks of their own.
//!
//! Appending touches the last block only, taking an id out touches its block only. Blocks live in
//! one table under (list, first id of the block).

use heed::types::Bytes;
use heed::{Database, RoTxn, RwTxn};
use quipu_engine::ports::StoreError;

use super::codec::{Reader, Writer};
use super::failures::io;

/// A list longer than this, packed, is spilled.
const INLINE: usize = 64;
/// A block is cut when it grows beyond this, packed.
const BLOCK: usize = 1500;

/// The table of blocks.
pub(super) type Blocks = Database<Bytes, Bytes>;

/// The owner of a list of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    /// The table of the owner.
    pub(super) kind: u8,
    /// Its id there.
    pub(super) id: u32,
}

impl Owner {
    fn prefix(self) -> [u8; 5] {
        let mut key = [self.kind; 5];
        key[1..].copy_from_slice(&self.id.to_be_bytes());
        key
    }

    fn block(self, first: u32) -> [u8; 9] {
        let mut key = [0; 9];
        key[..5].copy_from_slice(&self.prefix());
        key[5..].copy_from_slice(&first.to_be_bytes());
        key
    }
}

/// A posting list as its owner's row keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Postings {
    /// Number of ids.
    pub(super) count: u64,
    /// The largest id; 0 when empty.
    pub(super) last: u32,
    /// The packed ids; empty when spilled.
    pub(super) inline: Vec<u8>,
}

/// A posting list as it lies in its owner's row, borrowed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed<'a> {
    /// Number of ids.
    pub(super) count: u64,
    last: u32,
    inline: &'a [u8],
}

impl<'a> Packed<'a> {
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, StoreError> {
        let (count, last, length) = (reader.number()?, reader.id()?, reader.count()?);
        Ok(Self { count, last, inline: reader.take(length)? })
    }

    /// Hands the ids to `take`, in order, until it says to stop.
    pub(super) fn each(
        &self,
        owner: Owner,
        blocks: Blocks,
        txn: &RoTxn<'_>,
        mut take: impl FnMut(u32) -> bool,
    ) -> Result<(), StoreError> {
        if !(self.inline.is_empty() && self.count > 0) {
            return unpack(self.inline, &mut take).map(drop);
        }
        for block in blocks.prefix_iter(txn, &owner.prefix()).map_err(io)? {
            if !unpack(block.map_err(io)?.1, &mut take)? {
                break;
            }
        }
        Ok(())
    }
}

impl From<Packed<'_>> for Postings {
    fn from(packed: Packed<'_>) -> Self {
        Self { count: packed.count, last: packed.last, inline: packed.inline.to_vec() }
    }
}

fn pack(ids: &[u32]) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut before = 0;
    for &id in ids {
        writer.number(u64::from(id - before));
        before = id;
    }
    writer.into_bytes()
}

/// Passes the ids to `take` until it stops; true if it never did.
fn unpack(bytes: &[u8], mut take: impl FnMut(u32) -> bool) -> Result<bool, StoreError> {
    let mut reader = Reader::new("postings", bytes);
    let mut before = 0u32;
    while !reader.is_done() {
        before = before.checked_add(reader.id()?).ok_or_else(|| reader.damaged("an id is too large"))?;
        if !take(before) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The ids of a packed list.
pub(super) fn unpacked(bytes: &[u8]) -> Result<Vec<u32>, StoreError> {
    let mut out = Vec::new();
    unpack(bytes, |id| {
        out.push(id);
        true
    })?;
    Ok(out)
}

impl Postings {
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.number(self.count).number(u64::from(self.last)).number(self.inline.len() as u64).raw(&self.inline);
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, StoreError> {
        Packed::read(reader).map(Self::from)
    }

    fn packed(&self) -> Packed<'_> {
        Packed { count: self.count, last: self.last, inline: &self.inline }
    }

    fn spilled(&self) -> bool {
        self.inline.is_empty() && self.count > 0
    }

    /// The ids, in order.
    pub(super) fn ids(&self, owner: Owner, blocks: Blocks, txn: &RoTxn<'_>) -> Result<Vec<u32>, StoreError> {
        let mut out = Vec::with_capacity(self.count as usize);
        self.packed().each(owner, blocks, txn, |id| {
            out.push(id);
            true
        })?;
        Ok(out)
    }

    /// Puts ids in and takes ids out, both sorted and disjoint. Adding a present id, or removing
    /// an absent one, changes nothing.
    pub(super) fn edit(
        &mut self,
        owner: Owner,
        blocks: Blocks,
        txn: &mut RwTxn<'_>,
        add: &[u32],
        take: &[u32],
    ) -> Result<(), StoreError> {
        if self.spilled() {
            return self.edit_blocks(owner, blocks, txn, add, take);
        }
        if take.is_empty() && add.first().is_none_or(|first| self.count == 0 || *first > self.last) {
            self.append_inline(add);
        } else {
            let ids = unpacked(&self.inline)?;
            let ids = merged(&ids, add, take);
            self.count = ids.len() as u64;
            self.last = ids.last().copied().unwrap_or_default();
            self.inline = pack(&ids);
        }
        if self.inline.len() > INLINE { self.spill(owner, blocks, txn) } else { Ok(()) }
    }

    fn append_inline(&mut self, add: &[u32]) {
        let mut writer = Writer::default();
        for &id in add {
            writer.number(u64::from(id - self.last));
            self.last = id;
        }
        self.count += add.len() as u64;
        self.inline.extend(writer.into_bytes());
    }

    fn spill(&mut self, owner: Owner, blocks: Blocks, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let ids = unpacked(&std::mem::take(&mut self.inline))?;
        put_blocks(owner, blocks, txn, &ids)
    }

    fn edit_blocks(
        &mut self,
        owner: Owner,
        blocks: Blocks,
        txn: &mut RwTxn<'_>,
        add: &[u32],
        take: &[u32],
    ) -> Result<(), StoreError> {
        let (mut add, mut take) = (add, take);
        while let Some(next) = [add.first(), take.first()].into_iter().flatten().min().copied() {
            let (first, bytes, end) = block_of(owner, blocks, txn, next)?;
            let here = |ids: &[u32]| end.map_or(ids.len(), |end| ids.partition_point(|id| *id < end));
            let (adds, takes) = (here(add), here(take));
            let ids = unpacked(&bytes)?;
            let after = merged(&ids, &add[..adds], &take[..takes]);
            self.count = (self.count + after.len() as u64).saturating_sub(ids.len() as u64);
            if let Some(first) = first {
                blocks.delete(txn, &owner.block(first)).map_err(io)?;
            }
            put_blocks(owner, blocks, txn, &after)?;
            (add, take) = (&add[adds..], &take[takes..]);
        }
        self.settle(owner, blocks, txn)
    }

    /// Sets the last id, and takes a list that has become short back inline.
    fn settle(&mut self, owner: Owner, blocks: Blocks, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
        let (first, bytes, _) = block_of(owner, blocks, txn, u32::MAX)?;
        let ids = unpacked(&bytes)?;
        self.last = ids.last().copied().unwrap_or_default();
        if self.count == 0 || (self.count == ids.len() as u64 && bytes.len() <= INLINE / 2) {
            if let Some(first) = first {
                blocks.delete(txn, &owner.block(first)).map_err(io)?;
            }
            self.inline = bytes;
        }
        Ok(())
    }
}

/// The block that holds, or would hold, `id`: its first id, its bytes, and the next block's first.
fn block_of(
    owner: Owner,
    blocks: Blocks,
    txn: &RoTxn<'_>,
    id: u32,
) -> Result<(Option<u32>, Vec<u8>, Option<u32>), StoreError> {
    let first_of = |key: &[u8]| {
        let prefix = owner.prefix();
        (key.len() == 9 && key.starts_with(&prefix)).then(|| u32::from_be_bytes([key[5], key[6], key[7], key[8]]))
    };
    let mut first = None;
    let mut bytes = Vec::new();
    if let Some((key, found)) = blocks.get_lower_than_or_equal_to(txn, &owner.block(id)).map_err(io)?
        && let Some(at) = first_of(key)
    {
        (first, bytes) = (Some(at), found.to_vec());
    } else if let Some((key, found)) = blocks.get_greater_than(txn, &owner.block(id)).map_err(io)?
        && let Some(at) = first_of(key)
    {
        // Before the first block: the id joins it.
        (first, bytes) = (Some(at), found.to_vec());
    }
    let after = owner.block(first.unwrap_or(id).max(id));
    let next = blocks.get_greater_than(txn, &after).map_err(io)?;
    let next = next.and_then(|(key, _)| first_of(key)).filter(|next| Some(*next) != first);
    Ok((first, bytes, next))
}

/// Writes ids as blocks, each filled before the next begins, so that appending leaves full blocks
/// behind it.
fn put_blocks(owner: Owner, blocks: Blocks, txn: &mut RwTxn<'_>, ids: &[u32]) -> Result<(), StoreError> {
    let mut ids = ids.iter().copied().peekable();
    while let Some(first) = ids.next() {
        let mut writer = Writer::default();
        writer.number(u64::from(first));
        let mut before = first;
        while writer.len() < BLOCK
            && let Some(id) = ids.next()
        {
            writer.number(u64::from(id - before));
            before = id;
        }
        blocks.put(txn, &owner.block(first), &writer.into_bytes()).map_err(io)?;
    }
    Ok(())
}

/// `ids` with `add` in and `take` out; all sorted.
fn merged(ids: &[u32], add: &[u32], take: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(ids.len() + add.len());
    let (mut ids, mut add) = (ids.iter().copied().peekable(), add.iter().copied().peekable());
    while let Some(next) = [ids.peek(), add.peek()].into_iter().flatten().min().copied() {
        ids.next_if_eq(&next);
        add.next_if_eq(&next);
        if take.binary_search(&next).is_err() {
            out.push(next);
        }
    }
    out
}
