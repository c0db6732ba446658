//! Exact search: the nearest chunks of some questions by their vectors as they came, before any
//! store rounded them. Cost: a product of two vectors a chunk and question.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quipu_kernel::model::Key;

use super::BenchError;

/// Number of nearest chunks.
pub(super) const NEAREST: usize = 10;

/// Questions and the nearest chunks seen so far.
#[derive(Debug)]
pub(super) struct Exact {
    questions: Vec<Vec<f32>>,
    /// The nearest chunks of each question, best first; ties by key.
    best: Mutex<Vec<Vec<(f32, Key)>>>,
}

impl Exact {
    pub(super) fn new(questions: Vec<Vec<f32>>) -> Self {
        let best = Mutex::new(vec![Vec::new(); questions.len()]);
        Self { questions, best }
    }

    /// Takes a chunk into account.
    pub(super) fn see(&self, key: Key, vector: &[f32]) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        for (question, best) in self.questions.iter().zip(best.iter_mut()) {
            let near = product(question, vector);
            if best.len() == NEAREST && best.last().is_some_and(|(least, _)| near < *least) {
                continue;
            }
            let at = best.partition_point(|(other, of)| *other > near || (*other == near && *of < key));
            best.insert(at, (near, key));
            best.truncate(NEAREST);
        }
    }

    /// Keeps the nearest of each question in a file.
    pub(super) fn save(&self, file: &Path) -> Result<(), BenchError> {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let keys: Vec<Vec<Key>> = best.iter().map(|of| of.iter().map(|(_, key)| *key).collect()).collect();
        let text = serde_json::to_vec(&keys).map_err(|error| BenchError::wrong(file, &error))?;
        std::fs::write(file, text).map_err(|error| BenchError::file(file, &error))
    }

    /// The chunks that [`Exact::save`] kept.
    pub(super) fn load(file: &Path) -> Result<Vec<Vec<Key>>, BenchError> {
        let text = std::fs::read(file).map_err(|error| BenchError::file(file, &error))?;
        serde_json::from_slice(&text).map_err(|error| BenchError::wrong(file, &error))
    }
}

/// Sixteen sums, so that the processor adds them side by side.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 16];
    let (a, a_rest) = a.as_chunks::<16>();
    let (b, b_rest) = b.as_chunks::<16>();
    for (a, b) in a.iter().zip(b) {
        for at in 0..16 {
            sums[at] += a[at] * b[at];
        }
    }
    sums.iter().sum::<f32>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_nearest_are_those_of_a_sorted_list(values in prop::collection::vec(-3i8..3, 0..60)) {
            let exact = Exact::new(vec![vec![1.0; 20]]);
            let mut naive: Vec<(f32, Key)> = Vec::new();
            for (at, value) in values.iter().enumerate() {
                let key = Key::document(&at.to_string());
                exact.see(key, &[f32::from(*value); 20]);
                naive.push((f32::from(*value) * 20.0, key));
            }
            naive.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            naive.truncate(NEAREST);
            prop_assert_eq!(&exact.best.lock().unwrap()[0], &naive);
        }
    }
}
