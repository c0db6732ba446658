//! Keys: 128-bit identities made from content, equal on every store and every machine.
//!
//! A key is the start of a BLAKE3 hash over a domain word and length-prefixed parts, so that no two
//! different lists of parts can be confused by moving a byte from one part to the next.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A 128-bit identity derived from content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key([u8; 16]);

impl Key {
    /// The key of `parts` within `domain` ("document", "name", …).
    pub fn of(domain: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in std::iter::once(domain.as_bytes()).chain(parts.iter().copied()) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(bytes)
    }

    /// A key from its 16 bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The 16 bytes, in the order that keys sort by.
    pub const fn bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// The key of a document from its id.
    pub fn document(id: &str) -> Self {
        Self::of("document", &[id.as_bytes()])
    }

    /// The key of a text, shared by copies of one document.
    pub fn text(text: &str) -> Self {
        Self::of("text", &[text.as_bytes()])
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} is not a key: a key is 32 hexadecimal digits, as `--json` and `dump` print them")]
pub struct KeyError {
    /// The text that was given.
    pub found: String,
}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let wrong = || KeyError { found: text.chars().take(64).collect() };
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return Err(wrong());
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_chunks::<2>().0) {
            let high = (pair[0] as char).to_digit(16).ok_or_else(wrong)?;
            let low = (pair[1] as char).to_digit(16).ok_or_else(wrong)?;
            *byte = (high * 16 + low) as u8;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Key {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A key is its digits in JSON.
impl schemars::JsonSchema for Key {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Key".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string", "pattern": "^[0-9a-f]{32}$", "description": "A key: 32 hexadecimal digits, a hash of content.",
        })
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_not_confused_by_moving_a_byte() {
        assert_ne!(Key::of("x", &[b"ab", b"c"]), Key::of("x", &[b"a", b"bc"]));
        assert_ne!(Key::of("x", &[b"ab"]), Key::of("xa", &[b"b"]));
    }

    #[test]
    fn a_key_reads_back_from_its_text() {
        let key = Key::document("notes/a.md");
        assert_eq!(key.to_string().parse::<Key>(), Ok(key));
        assert!("zz".parse::<Key>().is_err());
        assert!("é".repeat(16).parse::<Key>().is_err());
    }
}
