//! The owner of each body as of one change, cached once it was read: a view needs thousands.
//!
//! Two halves of a key an entry, written whole or not at all as far as a reader can tell: a half
//! that is still zero sends it to the truth (a key with a zero half is only never remembered).

use std::sync::atomic::{AtomicU64, Ordering};

use quipu_engine::ports::StoreError;
use quipu_kernel::model::Key;

/// Owners by body id.
pub(super) struct Owners {
    halves: Box<[[AtomicU64; 2]]>,
}

impl Owners {
    /// Nothing remembered yet, of `bodies` bodies.
    pub(super) fn new(bodies: u32) -> Self {
        Self { halves: bytemuck::allocation::zeroed_slice_box(bodies as usize) }
    }

    /// The owner of a body, by `read` at its first request.
    pub(super) fn get(&self, body: u32, read: impl FnOnce() -> Result<Key, StoreError>) -> Result<Key, StoreError> {
        let Some(halves) = self.halves.get(body as usize) else { return read() };
        let known = halves.each_ref().map(|half| half.load(Ordering::Relaxed));
        if known.iter().all(|half| *half != 0) {
            return Ok(Key::from_bytes(bytemuck::cast(known)));
        }
        let owner = read()?;
        let read: [u64; 2] = bytemuck::cast(*owner.bytes());
        halves.iter().zip(read).for_each(|(half, value)| half.store(value, Ordering::Relaxed));
        Ok(owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_read_once() {
        let owners = Owners::new(2);
        let key = Key::text("a");
        assert_eq!(owners.get(1, || Ok(key)).unwrap(), key);
        assert_eq!(owners.get(1, || panic!("it was read before")).unwrap(), key);
        let zero = Key::from_bytes([0; 16]);
        assert_eq!(owners.get(0, || Ok(zero)).unwrap(), zero);
        assert_eq!(owners.get(0, || Ok(key)).unwrap(), key);
        assert_eq!(owners.get(9, || Ok(key)).unwrap(), key);
    }
}
