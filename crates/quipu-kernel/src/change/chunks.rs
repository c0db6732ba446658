//! Chunks across a change: the chunks that a store may keep, and their move to a new owner.

use rustc_hash::FxHashMap;

use crate::model::{Chunk, Key};

/// True if a store may keep `old` as `new`: same key, and the same words are searched with it.
/// Only its place in the text may have moved.
pub fn keeps(old: &Chunk, old_title: &str, new: &Chunk, new_title: &str) -> bool {
    old.key == new.key && old_title == new_title && old.prefix_text == new.prefix_text && old.language == new.language
}

/// Gives all chunks of a body, in the order of its text, to another owner. Their facts stay.
pub fn rekey<'a>(chunks: impl IntoIterator<Item = &'a mut Chunk>, owner: Key) {
    let mut seen: FxHashMap<Key, u32> = FxHashMap::default();
    for chunk in chunks {
        let occurrence = seen.entry(Chunk::key_of(owner, &chunk.headings, &chunk.text, 0)).or_default();
        chunk.key = Chunk::key_of(owner, &chunk.headings, &chunk.text, *occurrence);
        chunk.document = owner;
        *occurrence += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_chunks_stay_apart_under_a_new_owner() {
        let said = |text: &str| Chunk { text: text.to_owned(), ..Chunk::default() };
        let mut chunks = [said("a"), said("b"), said("a")];
        let owner = Key::document("x");
        rekey(&mut chunks, owner);
        let keys = chunks.clone().map(|chunk| chunk.key);
        assert_eq!(keys, [("a", 0), ("b", 0), ("a", 1)].map(|(text, n)| Chunk::key_of(owner, &[], text, n)));
        assert!(chunks.iter().all(|chunk| chunk.document == owner));
    }

    #[test]
    fn another_title_keeps_nothing() {
        let chunk = Chunk::default();
        assert!(keeps(&chunk, "T", &Chunk { body: crate::model::Span::new(5, 9), ..chunk.clone() }, "T"));
        assert!(!keeps(&chunk, "T", &chunk, "U"));
    }
}
