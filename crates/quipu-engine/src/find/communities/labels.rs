//! Labels of chunks in what a model reads: `c1`, `c2`, each chunk by the order in which it is first told of. What a reply names
//! by labels becomes chunks again; a label that was not given is none.

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

/// See the module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Labels {
    chunks: Vec<Key>,
    places: FxHashMap<Key, usize>,
}

impl Labels {
    /// The label of a chunk.
    pub(crate) fn of(&mut self, chunk: Key) -> String {
        let next = self.chunks.len();
        let place = *self.places.entry(chunk).or_insert(next);
        if place == next {
            self.chunks.push(chunk);
        }
        format!("c{}", place + 1)
    }

    /// The labels of some chunks, in brackets.
    pub(crate) fn all(&mut self, chunks: impl IntoIterator<Item = Key>) -> String {
        let labels: Vec<String> = chunks.into_iter().map(|chunk| self.of(chunk)).collect();
        format!("[{}]", labels.join(", "))
    }

    /// Every chunk that has a label.
    pub(crate) fn chunks(&self) -> &[Key] {
        &self.chunks
    }

    /// The chunks of these numbers, as far as there are such labels.
    pub(crate) fn named(&self, numbers: &[usize]) -> Vec<Key> {
        numbers.iter().filter_map(|number| self.chunks.get(number.checked_sub(1)?).copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_of_one_chunk_and_others_are_of_none() {
        let [a, b] = ["a", "b"].map(Key::text);
        let mut labels = Labels::default();
        assert_eq!((labels.all([b, a, b]), labels.chunks()), ("[c1, c2, c1]".to_owned(), &[b, a][..]));
        assert_eq!(labels.named(&[2, 0, 3, 1]), [a, b]);
    }
}
