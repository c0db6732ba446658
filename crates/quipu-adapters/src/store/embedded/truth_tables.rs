//! Tables of the truth.

use heed::Database;
use heed::types::Bytes;

/// A table of bytes to bytes, sorted by key.
pub(crate) type ByteTable = Database<Bytes, Bytes>;
