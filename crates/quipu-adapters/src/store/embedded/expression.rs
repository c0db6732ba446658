//! Filter expressions become documents (bitmaps) through the index of metadata: a test reads the values that it can
//! admit, in the order of the index, and boolean algebra does the rest.

use std::borrow::Cow;

use quipu_engine::ports::StoreError;
use quipu_kernel::text::{fold_char, spellings};
use quipu_kernel::view::{Expression, FieldTest, ValueReach, fields};
use roaring::RoaringBitmap;

use super::codec::damaged;
use super::failures::io;
use super::filter::both;
use super::postings::Owner;
use super::snapshot::{Rows, Snapshot};
use super::write::{FIELDS, LONGEST, field_key, field_prefix, is_whole, read_value};

/// Limit of different values of a field that one test may read.
const MOST_VALUES: usize = 100_000;
/// The longest encoding of a character.
const CHARACTER: usize = 4;

impl Rows<'_> {
    /// The documents that satisfy an expression.
    pub(super) fn satisfying(&self, snapshot: &Snapshot, expression: &Expression) -> Result<RoaringBitmap, StoreError> {
        match expression {
            Expression::All(parts) => self.satisfying_all(snapshot, parts),
            Expression::Any(parts) => {
                let mut out = RoaringBitmap::new();
                for part in parts {
                    out |= self.satisfying(snapshot, part)?;
                }
                Ok(out)
            }
            Expression::Not(part) => Ok(self.every_document(snapshot)? - self.satisfying(snapshot, part)?),
            Expression::Is(test) => self.tested(test, MOST_VALUES),
        }
    }

    /// Negated parts are subtracted from the positive ones, so that not every document need be listed.
    fn satisfying_all(&self, snapshot: &Snapshot, parts: &[Expression]) -> Result<RoaringBitmap, StoreError> {
        let mut out: Option<RoaringBitmap> = None;
        for part in parts.iter().filter(|part| !matches!(part, Expression::Not(_))) {
            out = Some(both(out, self.satisfying(snapshot, part)?));
        }
        let mut out = out.map_or_else(|| self.every_document(snapshot), Ok)?;
        for part in parts {
            if let Expression::Not(part) = part {
                out -= self.satisfying(snapshot, part)?;
            }
        }
        Ok(out)
    }

    fn every_document(&self, snapshot: &Snapshot) -> Result<RoaringBitmap, StoreError> {
        let state = &snapshot.state;
        let mut out = RoaringBitmap::new();
        if state.documents == u64::from(state.next_document) {
            out.insert_range(0..state.next_document);
            return Ok(out);
        }
        for row in self.tables.documents.iter(self.txn).map_err(io)? {
            let (key, _) = row.map_err(io)?;
            let id = key.try_into().map_err(|_| damaged("documents", "a key is no id"))?;
            out.insert(u32::from_be_bytes(id));
        }
        Ok(out)
    }

    /// The documents with a value that satisfies a test, if it need look at `most` values at most.
    fn tested(&self, test: &FieldTest, most: usize) -> Result<RoaringBitmap, StoreError> {
        let prefix = field_prefix(test.field());
        let mut looked = Looked { rows: *self, test, prefix: &prefix, left: most, most, out: RoaringBitmap::new() };
        let ValueReach { spelt, begun, numbers, all } = test.reach();
        // A key says nothing of where a zero byte stood.
        let exact = spelt.iter().chain(&begun).all(|text| !text.contains('\0'));
        if all || !exact {
            looked.those_below(&prefix)?;
            return Ok(looked.out);
        }
        for text in spelt {
            looked.spelt(text, true)?;
        }
        if let Some(text) = begun {
            looked.spelt(text, false)?;
        }
        if numbers {
            for first in (0..=u8::MAX).filter(|first| ValueReach::is_of_number(*first)) {
                looked.those_below(&[prefix.as_slice(), &[first]].concat())?;
            }
        }
        Ok(looked.out)
    }
}

/// A walk over the values of a field.
struct Looked<'a> {
    rows: Rows<'a>,
    test: &'a FieldTest,
    prefix: &'a [u8],
    left: usize,
    most: usize,
    out: RoaringBitmap,
}

impl Looked<'_> {
    /// Reads the values whose keys have this prefix.
    fn those_below(&mut self, begin: &[u8]) -> Result<(), StoreError> {
        let rows = self.rows;
        for row in rows.tables.fields.prefix_iter(rows.txn, begin).map_err(io)? {
            let (key, bytes) = row.map_err(io)?;
            self.look(key, bytes)?;
        }
        Ok(())
    }

    fn look(&mut self, key: &[u8], bytes: &[u8]) -> Result<(), StoreError> {
        let wide = || StoreError::Wide { field: self.test.field().to_owned(), most: self.most };
        self.left = self.left.checked_sub(1).ok_or_else(wide)?;
        if self.test.admits(&self.value(key, bytes)?) {
            self.rows.collect(bytes, &mut self.out)?;
        }
        Ok(())
    }

    /// The value of a key: of one that is cut, as a document has it.
    fn value<'k>(&self, key: &'k [u8], bytes: &[u8]) -> Result<Cow<'k, str>, StoreError> {
        let part = &key[self.prefix.len()..];
        if is_whole(part) {
            return std::str::from_utf8(part).map(Cow::Borrowed).map_err(|_| damaged("fields", "a value is no text"));
        }
        let (id, documents) = read_value(bytes)?;
        let documents = documents.ids(Owner { kind: FIELDS, id }, self.rows.tables.blocks, self.rows.txn)?;
        let missing = || damaged("fields", "a value has no document");
        let document = self.rows.document_of(&documents.first().ok_or_else(missing)?.to_be_bytes())?;
        let all = fields(&document.described()).into_iter().filter(|(field, _)| field == self.test.field());
        let value = all.map(|(_, value)| value).find(|value| field_key(self.test.field(), value) == key);
        value.map(Cow::Owned).ok_or_else(missing)
    }

    /// Looks at the values whose lower case is a text, or begins with it: character by character through every way to spell
    /// it that some value goes on with.
    fn spelt(&mut self, text: &str, whole: bool) -> Result<(), StoreError> {
        let rows = self.rows;
        let mut ways = vec![(self.prefix.to_vec(), text)];
        while let Some((key, rest)) = ways.pop() {
            let is_cut = key.len() + CHARACTER > self.prefix.len() + LONGEST;
            let Some(next) = rest.chars().next().filter(|_| !is_cut) else {
                if !whole || is_cut {
                    self.those_below(&key)?;
                } else if let Some(bytes) = rows.tables.fields.get(rows.txn, &key).map_err(io)? {
                    self.look(&key, bytes)?;
                }
                continue;
            };
            for c in std::iter::once(next).chain(spellings(next).iter().copied()) {
                let folded: String = fold_char(c).collect();
                let rest = match rest.strip_prefix(folded.as_str()) {
                    Some(rest) => rest,
                    None if !whole && folded.starts_with(rest) => "",
                    None => continue,
                };
                let mut key = key.clone();
                key.extend(c.encode_utf8(&mut [0; CHARACTER]).as_bytes());
                if rows.tables.fields.prefix_iter(rows.txn, &key).map_err(io)?.next().is_some() {
                    ways.push((key, rest));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use quipu_engine::ports::{Change, DocumentChange};
    use serde_json::json;

    use super::super::samples::document;
    use super::super::{EmbeddedStore, OpenOptions};
    use super::*;

    /// A change that puts documents with the same field.
    fn noted(notes: impl Iterator<Item = String>) -> Change {
        let mut all = Change::default();
        for (at, note) in notes.enumerate() {
            let mut one = document(&format!("n/{at}"), 1, |_| None);
            if let Some(DocumentChange::Put(row)) = one.documents.first_mut() {
                row.metadata.insert("note".to_owned(), json!(note));
            }
            all.documents.extend(one.documents);
            all.bodies.extend(one.bodies);
        }
        all
    }

    fn test_of(text: &str) -> FieldTest {
        match text.parse().unwrap() {
            Expression::Is(test) => test,
            other => panic!("{other} is more than a test"),
        }
    }

    #[test]
    fn a_test_looks_at_no_more_values_than_it_may() {
        let folder = tempfile::tempdir().unwrap();
        let options = OpenOptions { write: true, ..OpenOptions::default() };
        let store = EmbeddedStore::open(folder.path(), &options).unwrap();
        let notes = ["bell", "Bell", "bELLs", "2024", "2024.0", "rope"].map(str::to_owned);
        store.inner.commit(&noted(notes.into_iter())).unwrap();
        let looked = store.inner.reading(|rows, _| {
            let found = |text: &str, most| rows.tested(&test_of(text), most).map(|found| found.len());
            for (text, most, documents) in [
                ("note = BELL", 2, 2),
                ("note in (bell, rope, other)", 3, 3),
                ("note begins be", 3, 3),
                ("note = 2024", 3, 2),
                ("note > 2000", 2, 2),
                ("note holds e", 6, 4),
                ("note exists", 6, 6),
            ] {
                assert_eq!(found(text, most).unwrap(), documents, "{text}");
            }
            for (text, most) in [("note holds x", 5), ("note begins b", 2), ("note > 9999", 1)] {
                let wide = found(text, most);
                assert!(matches!(wide, Err(StoreError::Wide { ref field, .. }) if field == "note"), "{text}: {wide:?}");
            }
            Ok(())
        });
        looked.unwrap();
    }
}
