//! What is said of things, held between counting and gathering. Of most things something is said once, and then never
//! asked for: what is said first of each is not held but where it was said, to be read again there.

use std::num::NonZeroU32;

use quipu_kernel::model::Key;

/// Bytes of what is said that are held, so that it need not be read again.
const HELD: usize = 4 << 20;
/// Bytes of a block.
const BLOCK: usize = 1 << 16;

/// What something is said of, by its number in the first pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Numbered {
    /// An entity's name.
    Entity(u32),
    /// A relation between names.
    Relation(u32),
}

/// All that is said, in the order of its reading, unless it is more than may be held. Texts lie one behind the other
/// in blocks: alone, each would take half as much again.
pub(super) struct Held {
    pieces: Vec<Piece>,
    blocks: Vec<String>,
    chunks: Vec<Key>,
    left: usize,
    /// Whether there was more.
    pub(super) over: bool,
}

/// What is said once: of what, by which of the chunks, in so many bytes; none where the text is not held.
struct Piece {
    of: Numbered,
    chunk: u32,
    length: Option<NonZeroU32>,
}

impl Default for Held {
    fn default() -> Self {
        Self::new(HELD)
    }
}

impl Held {
    /// Room for so many bytes.
    pub(super) fn new(left: usize) -> Self {
        Self { pieces: Vec::new(), blocks: Vec::new(), chunks: Vec::new(), left, over: false }
    }

    /// Holds a text, or only where it is if it is the first of its thing.
    pub(super) fn add(&mut self, of: Numbered, chunk: Key, text: &str, first: bool) {
        let text = if first { "" } else { text };
        let Some(left) = self.left.checked_sub(text.len()).filter(|_| !self.over) else {
            *self = Self { over: true, ..Self::new(0) };
            return;
        };
        self.left = left;
        if self.chunks.last() != Some(&chunk) {
            self.chunks.push(chunk);
        }
        let (chunk, length) = (self.chunks.len() as u32 - 1, NonZeroU32::new(text.len() as u32));
        self.pieces.push(Piece { of, chunk, length });
        match self.blocks.last_mut().filter(|block| block.capacity() - block.len() >= text.len()) {
            Some(block) => block.push_str(text),
            None if text.is_empty() => {}
            None => {
                let mut block = String::with_capacity(BLOCK.max(text.len()));
                block.push_str(text);
                self.blocks.push(block);
            }
        }
    }

    /// What is held: of what, by which chunk, which text; none where it is to be read there.
    pub(super) fn all(&self) -> impl Iterator<Item = (Numbered, Key, Option<&str>)> {
        let mut blocks = self.blocks.iter().map(String::as_str);
        let mut rest = blocks.next().unwrap_or_default();
        self.pieces.iter().map(move |piece| {
            let text = piece.length.map(|length| {
                if rest.is_empty() {
                    rest = blocks.next().unwrap_or_default();
                }
                let (text, behind) = rest.split_at(length.get() as usize);
                rest = behind;
                text
            });
            (piece.of, self.chunks[piece.chunk as usize], text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_comes_back_in_its_order_until_it_is_too_much() {
        let mut held = Held::new(4 * BLOCK);
        let texts: Vec<String> = (1..=9).map(|at: usize| at.to_string().repeat(at * BLOCK / 16)).collect();
        for (at, text) in texts.iter().enumerate() {
            held.add(Numbered::Entity(at as u32), Key::from_bytes([at as u8 / 2; 16]), text, at % 3 == 0);
        }
        let all = held.all().map(|(of, chunk, text)| (of, chunk.bytes()[0], text.map(str::to_owned)));
        let expected = texts.iter().enumerate().map(|(at, text)| {
            let text = (at % 3 > 0).then(|| text.clone());
            (Numbered::Entity(at as u32), at as u8 / 2, text)
        });
        assert!(all.eq(expected) && !held.over);
        held.add(Numbered::Relation(0), Key::default(), &"x".repeat(3 * BLOCK), false);
        assert!(held.over && held.all().next().is_none());
        held.add(Numbered::Relation(0), Key::default(), "x", false);
        assert!(held.all().next().is_none(), "once too much, always too much");
    }
}
