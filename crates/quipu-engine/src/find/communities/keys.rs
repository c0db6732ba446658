//! Keys of stored data about communities.

use quipu_kernel::model::Key;
pub(crate) const PREFIX: &str = "communities/1/";

pub(crate) fn named(name: &str) -> Vec<u8> {
    [PREFIX.as_bytes(), name.as_bytes()].concat()
}

pub(crate) fn keyed(name: &str, key: Key) -> Vec<u8> {
    [named(name), key.bytes().to_vec()].concat()
}
