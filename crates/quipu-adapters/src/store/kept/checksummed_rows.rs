//! Tables and rows: a value lies behind a checksum of its key and itself, so that a bit that
//! flipped, or a value under another key, is noticed when it is read.
//!
//! In a cache a value also has the number of its write, and `ages` lists keys by that number: the
//! oldest go first. Counts are kept in the same transaction, so that nothing is ever recounted.

use std::ops::Bound;

use heed::types::Bytes;
use heed::{Database, Env, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::{KeptSize, KeyValuePair, Listing, Write};
use quipu_kernel::model::Key;

use super::trouble::TransactionTrouble;

/// Version of tables and rows.
pub(super) const FORMAT: u32 = 1;

/// Bytes of a checksum, and of the number of a write.
const WORD: usize = 8;
/// The size limit of a list in bytes: its transaction must not last.
const LISTED: usize = 16 << 20;

const FORMAT_KEY: &[u8] = b"format";
const BYTES_KEY: &[u8] = b"bytes";

type Table = Database<Bytes, Bytes>;

/// The tables of one environment.
#[derive(Clone, Copy)]
pub(super) struct KeyValueTables {
    /// Key to checked value.
    rows: Table,
    /// Format, sum of bytes.
    meta: Table,
    /// Number of the write to key, in a cache.
    ages: Option<Table>,
}

/// A value as it is stored.
struct Row<'a> {
    stamp: u64,
    value: &'a [u8],
}

impl KeyValueTables {
    /// Makes the tables of a new environment.
    pub(super) fn create(env: &Env<WithoutTls>, cache: bool) -> Result<(), TransactionTrouble> {
        let mut txn = env.write_txn()?;
        let _: Table = env.create_database(&mut txn, Some("rows"))?;
        let meta: Table = env.create_database(&mut txn, Some("meta"))?;
        if cache {
            let _: Table = env.create_database(&mut txn, Some("ages"))?;
        }
        meta.put(&mut txn, FORMAT_KEY, &FORMAT.to_be_bytes())?;
        meta.put(&mut txn, BYTES_KEY, &0u64.to_be_bytes())?;
        Ok(txn.commit()?)
    }

    /// Opens the tables, if they are of this format.
    pub(super) fn open(env: &Env<WithoutTls>, cache: bool) -> Result<Self, TransactionTrouble> {
        let txn = env.read_txn()?;
        let table = |name: &str| -> Result<Table, TransactionTrouble> {
            env.open_database(&txn, Some(name))?
                .ok_or_else(|| TransactionTrouble::Damaged(format!("the table {name} is missing")))
        };
        let meta = table("meta")?;
        let format = meta.get(&txn, FORMAT_KEY)?.and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes);
        match format {
            Some(FORMAT) => {}
            Some(found) => return Err(TransactionTrouble::Format(found)),
            None => return Err(TransactionTrouble::Damaged("its format is not told".to_owned())),
        }
        let tables = Self { rows: table("rows")?, meta, ages: cache.then(|| table("ages")).transpose()? };
        // The handles live as long as the environment only when their transaction commits.
        txn.commit()?;
        Ok(tables)
    }

    /// The value of a key.
    pub(super) fn get(&self, txn: &RoTxn<'_, WithoutTls>, key: &[u8]) -> Result<Option<Vec<u8>>, TransactionTrouble> {
        self.rows.get(txn, key)?.map(|bytes| self.checked(key, bytes).map(|row| row.value.to_vec())).transpose()
    }

    /// The intact values among the next ones after a key, and the key they end at.
    pub(super) fn intact(
        &self,
        txn: &RoTxn<'_, WithoutTls>,
        after: &[u8],
    ) -> Result<(Vec<Write>, Vec<u8>), TransactionTrouble> {
        let from = if after.is_empty() { Bound::Unbounded } else { Bound::Excluded(after) };
        let (mut found, mut last, mut bytes) = (Vec::new(), Vec::new(), 0);
        for row in self.rows.range(txn, &(from, Bound::Unbounded))? {
            let (key, row) = match row {
                Ok(row) => row,
                // Rows behind damage cannot be reached; those read before it are saved.
                Err(_) if !found.is_empty() => break,
                Err(error) => return Err(error.into()),
            };
            bytes += row.len();
            last = key.to_vec();
            if let Ok(row) = self.checked(key, row) {
                found.push(Write::Put { key: key.to_vec(), value: row.value.to_vec() });
            }
            if bytes > LISTED {
                break;
            }
        }
        Ok((found, last))
    }

    /// Keys and values, in order.
    pub(super) fn list(
        &self,
        txn: &RoTxn<'_, WithoutTls>,
        listing: &Listing,
    ) -> Result<Vec<KeyValuePair>, TransactionTrouble> {
        let prefix = listing.prefix.as_slice();
        let from = match listing.after.as_deref() {
            Some(after) if after >= prefix && !after.is_empty() => Bound::Excluded(after),
            // LMDB rejects an empty key.
            _ if prefix.is_empty() => Bound::Unbounded,
            _ => Bound::Included(prefix),
        };
        let (mut out, mut bytes) = (Vec::new(), 0);
        for found in self.rows.range(txn, &(from, Bound::Unbounded))?.take(listing.limit) {
            let (key, row) = found?;
            if !key.starts_with(prefix) || bytes > LISTED {
                break;
            }
            bytes += key.len() + row.len();
            out.push((key.to_vec(), self.checked(key, row)?.value.to_vec()));
        }
        Ok(out)
    }

    /// Values where they lie, in the order of their keys, which begin so; `sound`: as they were written, which is known.
    pub(super) fn lent<'t>(
        &self,
        txn: &'t RoTxn<'_, WithoutTls>,
        prefix: &[u8],
        sound: bool,
    ) -> Result<Vec<&'t [u8]>, TransactionTrouble> {
        let mut out = Vec::new();
        // LMDB rejects an empty key.
        let from = if prefix.is_empty() { Bound::Unbounded } else { Bound::Included(prefix) };
        for found in self.rows.range(txn, &(from, Bound::Unbounded))? {
            let (key, row) = found?;
            if !key.starts_with(prefix) {
                break;
            }
            out.push(if sound { row.get(self.head()..).unwrap_or_default() } else { self.checked(key, row)?.value });
        }
        Ok(out)
    }

    /// The size of the content.
    pub(super) fn held(&self, txn: &RoTxn<'_, WithoutTls>) -> Result<KeptSize, TransactionTrouble> {
        let bytes = self.meta.get(txn, BYTES_KEY)?.and_then(|bytes| bytes.try_into().ok()).map(u64::from_be_bytes);
        let bytes = bytes.ok_or_else(|| TransactionTrouble::Damaged("its size is not told".to_owned()))?;
        Ok(KeptSize { count: self.rows.len(txn)?, bytes })
    }

    /// Applies all `writes`, and removes the oldest values until no more than `limit` bytes are left.
    pub(super) fn apply<'w>(
        &self,
        txn: &mut RwTxn<'_>,
        writes: impl Iterator<Item = &'w Write>,
        limit: Option<u64>,
    ) -> Result<(), TransactionTrouble> {
        let mut bytes = self.held(txn)?.bytes;
        for write in writes {
            match write {
                Write::Put { key, value } => {
                    bytes -= self.take(txn, key)?.min(bytes);
                    self.put(txn, key, value)?;
                    bytes += (key.len() + value.len()) as u64;
                }
                Write::Remove { key } => bytes -= self.take(txn, key)?.min(bytes),
            }
        }
        while let Some(oldest) = self.oldest(txn)?.filter(|_| limit.is_some_and(|limit| bytes > limit)) {
            bytes -= self.take(txn, &oldest)?.min(bytes);
        }
        Ok(self.meta.put(txn, BYTES_KEY, &bytes.to_be_bytes())?)
    }

    fn put(&self, txn: &mut RwTxn<'_>, key: &[u8], value: &[u8]) -> Result<(), TransactionTrouble> {
        let mut row = vec![0; WORD];
        if let Some(ages) = self.ages {
            let stamp = ages.last(txn)?.map_or(Ok(1), |(last, _)| stamp(last).map(|last| last + 1))?;
            ages.put(txn, &stamp.to_be_bytes(), key)?;
            row.extend(stamp.to_be_bytes());
        }
        row.extend(value);
        let sum = checksum(key, &row[WORD..]);
        row[..WORD].copy_from_slice(&sum);
        Ok(self.rows.put(txn, key, &row)?)
    }

    /// Takes a row out; gives the bytes of its key and value.
    fn take(&self, txn: &mut RwTxn<'_>, key: &[u8]) -> Result<u64, TransactionTrouble> {
        let Some(row) = self.rows.get(txn, key)? else { return Ok(0) };
        let size = key.len() + row.len().saturating_sub(self.head());
        if let Some(ages) = self.ages {
            // A damaged row gives another number: a cache is then discarded.
            let stamp = self.checked(key, row)?.stamp;
            ages.delete(txn, &stamp.to_be_bytes())?;
        }
        self.rows.delete(txn, key)?;
        Ok(size as u64)
    }

    fn oldest(&self, txn: &RwTxn<'_>) -> Result<Option<Vec<u8>>, TransactionTrouble> {
        let Some(ages) = self.ages else { return Ok(None) };
        Ok(ages.first(txn)?.map(|(_, key)| key.to_vec()))
    }

    /// Bytes of a row before its value.
    fn head(&self) -> usize {
        if self.ages.is_some() { WORD * 2 } else { WORD }
    }

    fn checked<'a>(&self, key: &[u8], row: &'a [u8]) -> Result<Row<'a>, TransactionTrouble> {
        let damaged = || TransactionTrouble::Damaged(not_as_written(key));
        let (sum, rest) = row.split_at_checked(WORD).ok_or_else(damaged)?;
        if sum != checksum(key, rest) {
            return Err(damaged());
        }
        if self.ages.is_none() {
            return Ok(Row { stamp: 0, value: rest });
        }
        let (number, value) = rest.split_at_checked(WORD).ok_or_else(damaged)?;
        Ok(Row { stamp: stamp(number)?, value })
    }
}

/// The result of a walk over all rows.
#[derive(Default)]
pub(super) struct Walked {
    /// Number of checked rows.
    pub(super) rows: u64,
    /// Bytes of their keys and values.
    pub(super) bytes: u64,
    /// Keys whose values differ from the written ones.
    pub(super) damaged: Vec<Vec<u8>>,
    /// Keys of a cache that are not listed by age.
    pub(super) ageless: u64,
}

impl KeyValueTables {
    /// Looks at every row.
    pub(super) fn walk(&self, txn: &RoTxn<'_, WithoutTls>) -> Result<Walked, TransactionTrouble> {
        let mut walked = Walked::default();
        for found in self.rows.iter(txn)? {
            let (key, row) = found?;
            walked.rows += 1;
            walked.bytes += (key.len() + row.len().saturating_sub(self.head())) as u64;
            let Ok(row) = self.checked(key, row) else {
                walked.damaged.push(key.to_vec());
                continue;
            };
            if let Some(ages) = self.ages {
                walked.ageless += u64::from(ages.get(txn, &row.stamp.to_be_bytes())? != Some(key));
            }
        }
        Ok(walked)
    }

    /// Removes those of `keys` that are still damaged, and recounts.
    pub(super) fn mend(&self, txn: &mut RwTxn<'_>, keys: &[Vec<u8>]) -> Result<(), TransactionTrouble> {
        for key in keys {
            if self.rows.get(txn, key)?.is_some_and(|row| self.checked(key, row).is_err()) {
                self.rows.delete(txn, key)?;
            }
        }
        let bytes = self.walk(txn)?.bytes;
        Ok(self.meta.put(txn, BYTES_KEY, &bytes.to_be_bytes())?)
    }
}

fn checksum(key: &[u8], rest: &[u8]) -> [u8; WORD] {
    let mut sum = [0; WORD];
    sum.copy_from_slice(&Key::of("kept", &[key, rest]).bytes()[..WORD]);
    sum
}

fn stamp(bytes: &[u8]) -> Result<u64, TransactionTrouble> {
    let damaged = |_| TransactionTrouble::Damaged("the number of a write is not eight bytes long".to_owned());
    bytes.try_into().map(u64::from_be_bytes).map_err(damaged)
}

/// Names a damaged value by the beginning of its key.
pub(super) fn not_as_written(key: &[u8]) -> String {
    let (begins, more) = if key.len() > 80 { (&key[..80], "…") } else { (key, "") };
    format!("the value of \"{}{more}\" is not what was written", begins.escape_ascii())
}

#[cfg(test)]
impl KeyValueTables {
    /// A row as it is.
    pub(super) fn raw(&self, txn: &RoTxn<'_, WithoutTls>, key: &[u8]) -> Vec<u8> {
        self.rows.get(txn, key).unwrap().unwrap().to_vec()
    }

    /// Puts a raw row, and sets another format, for tests of damage.
    pub(super) fn scramble(
        &self,
        txn: &mut RwTxn<'_>,
        key: &[u8],
        row: &[u8],
        format: u32,
    ) -> Result<(), TransactionTrouble> {
        self.rows.put(txn, key, row)?;
        Ok(self.meta.put(txn, FORMAT_KEY, &format.to_be_bytes())?)
    }
}
