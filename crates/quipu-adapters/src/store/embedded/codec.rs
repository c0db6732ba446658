//! Bytes of stored rows: varints and length-prefixed strings, read without ever panicking.
//!
//! A reader that runs out of bytes returns an error; stored bytes are untrusted input like any other.

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;

/// Appends values to a row.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn byte(&mut self, byte: u8) -> &mut Self {
        self.bytes.push(byte);
        self
    }

    pub(super) fn number(&mut self, mut value: u64) -> &mut Self {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8)
    }

    pub(super) fn signed(&mut self, value: i64) -> &mut Self {
        self.number(((value << 1) ^ (value >> 63)) as u64)
    }

    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.number(text.len() as u64);
        self.raw(text.as_bytes())
    }

    pub(super) fn key(&mut self, key: Key) -> &mut Self {
        self.raw(key.bytes())
    }

    pub(super) fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }
}

/// Reads values off a row.
pub(super) struct Reader<'a> {
    part: &'static str,
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of a row of `part`, which errors name.
    pub(super) fn new(part: &'static str, bytes: &'a [u8]) -> Self {
        Self { part, bytes }
    }

    pub(super) fn is_done(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn damaged(&self, reason: &str) -> StoreError {
        damaged(self.part, reason)
    }

    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], StoreError> {
        let taken = self.bytes.get(..length).ok_or_else(|| self.damaged("a row ends too early"))?;
        self.bytes = &self.bytes[length..];
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, StoreError> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn number(&mut self) -> Result<u64, StoreError> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.damaged("a number is too long"))
    }

    pub(super) fn id(&mut self) -> Result<u32, StoreError> {
        u32::try_from(self.number()?).map_err(|_| self.damaged("an id is too large"))
    }

    /// A number of things to come, each at least one byte long: never more than bytes are left.
    pub(super) fn count(&mut self) -> Result<usize, StoreError> {
        let count = self.number()?;
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= self.bytes.len())
            .ok_or_else(|| self.damaged("a count is too large"))
    }

    pub(super) fn signed(&mut self) -> Result<i64, StoreError> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub(super) fn text(&mut self) -> Result<&'a str, StoreError> {
        let length = self.count()?;
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map_err(|_| self.damaged("a text is not UTF-8"))
    }

    pub(super) fn key(&mut self) -> Result<Key, StoreError> {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(self.take(16)?);
        Ok(Key::from_bytes(bytes))
    }
}

/// The error of stored bytes that do not decode.
pub(super) fn damaged(part: &str, reason: &str) -> StoreError {
    StoreError::Damaged { part: part.to_owned(), reason: reason.to_owned() }
}

/// The id in a key or value of four bytes.
pub(super) fn id(bytes: &[u8]) -> Result<u32, StoreError> {
    bytes.try_into().map(u32::from_be_bytes).map_err(|_| damaged("ids", "an id is not four bytes long"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_reads_back(numbers: Vec<u64>, signed: Vec<i64>, text: String) {
            let mut writer = Writer::default();
            for number in &numbers { writer.number(*number); }
            for number in &signed { writer.signed(*number); }
            writer.text(&text);
            let bytes = writer.into_bytes();
            let mut reader = Reader::new("test", &bytes);
            for number in &numbers { prop_assert_eq!(reader.number().unwrap(), *number); }
            for number in &signed { prop_assert_eq!(reader.signed().unwrap(), *number); }
            prop_assert_eq!(reader.text().unwrap(), text);
            prop_assert!(reader.is_done());
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes: Vec<u8>) {
            let mut reader = Reader::new("test", &bytes);
            while reader.number().is_ok() && reader.text().is_ok() && reader.key().is_ok() {}
        }
    }
}
