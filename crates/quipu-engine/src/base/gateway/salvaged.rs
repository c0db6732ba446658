//! A cache of vectors that were computed before their model failed, so that the next run requests only the rest.
//!
//! A run makes documents durable in groups, and an embedding server that dies in the middle of one would
//! take the group's vectors with it. So the last vectors of passages stay in memory, and go into the
//! cache of the workspace when the model fails. Questions are short, and asked again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_kernel::model::Key;

use crate::base::ports::{Boxed, EmbedError, Embedder, Kept, ModelCard, Role, Write};

/// The prefix of keys; its number counts formats of the values.
const SHAPE: &[u8] = b"vector/1/";
/// Texts per request to the model: the loss of one failure.
const PACK: usize = 128;
/// Bytes of vectors held in memory: more than those of one group's texts.
const RECENT: usize = 64 << 20;

/// The key and vector of a text: its components, little-endian, or nothing where it has none.
type Row = (Key, Vec<u8>);

/// Vectors in the order of their computation.
#[derive(Default)]
struct Recent {
    rows: VecDeque<Row>,
    bytes: usize,
}

impl Recent {
    fn add(&mut self, key: Key, row: Vec<u8>) {
        self.bytes += row.len();
        self.rows.push_back((key, row));
        while self.bytes > RECENT {
            let Some((_, oldest)) = self.rows.pop_front() else { return };
            self.bytes -= oldest.len();
        }
    }
}

/// An embedder that keeps all the vectors it computed; see the module.
pub struct Salvaged {
    embedder: Arc<dyn Embedder>,
    cache: Arc<dyn Kept>,
    recent: Mutex<Recent>,
}

impl Salvaged {
    /// `embedder`, with the cache that stores its vectors when it fails.
    pub fn new(embedder: Arc<dyn Embedder>, cache: Arc<dyn Kept>) -> Self {
        Self { embedder, cache, recent: Mutex::default() }
    }

    fn key(&self, text: &str) -> Key {
        let ModelCard { name, dimension, normalised: _ } = self.card();
        Key::of("vector", &[name.as_bytes(), &dimension.to_le_bytes(), text.as_bytes()])
    }

    /// The vector that is kept of a text. A cache that cannot be read holds none.
    async fn kept(&self, key: Key) -> Option<Option<Vec<f32>>> {
        let row = self.cache.get(&shelf_key(key)).await.ok().flatten()?;
        vector_in(&row, self.card().dimension)
    }

    /// Stores recent vectors. Vectors that cannot be stored are computed again.
    async fn save(&self) {
        let Recent { rows, .. } = std::mem::take(&mut *self.recent.lock().unwrap_or_else(PoisonError::into_inner));
        let writes = rows.into_iter().map(|(key, value)| Write::Put { key: shelf_key(key), value });
        let _ = self.cache.write(writes.collect()).await;
    }

    async fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EmbedError> {
        let keys: Vec<Key> = texts.iter().map(|text| self.key(text)).collect();
        let mut found = vec![None; texts.len()];
        let mut missing = Vec::new();
        for (at, key) in keys.iter().enumerate() {
            match self.kept(*key).await {
                Some(vector) => found[at] = vector,
                None => missing.push(at),
            }
        }
        for pack in missing.chunks(PACK) {
            let asked: Vec<&str> = pack.iter().map(|at| texts[*at]).collect();
            let vectors = match self.embedder.embed(&asked, Role::Passage).await {
                Ok(vectors) => vectors,
                Err(error) => {
                    self.save().await;
                    return Err(error);
                }
            };
            let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, vector) in pack.iter().zip(vectors) {
                recent.add(keys[*at], row(vector.as_deref()));
                found[*at] = vector;
            }
        }
        Ok(found)
    }
}

impl Embedder for Salvaged {
    fn card(&self) -> &ModelCard {
        self.embedder.card()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        match role {
            Role::Question => self.embedder.embed(texts, role),
            Role::Passage => Box::pin(self.passages(texts)),
        }
    }

    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        self.embedder.background()
    }
}

fn shelf_key(key: Key) -> Vec<u8> {
    [SHAPE, key.bytes().as_slice()].concat()
}

fn row(vector: Option<&[f32]>) -> Vec<u8> {
    vector.unwrap_or_default().iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The vector of a row, if it has the given number of components; a model without a call so far does not know it.
fn vector_in(row: &[u8], dimension: usize) -> Option<Option<Vec<f32>>> {
    let (numbers, rest) = row.as_chunks::<4>();
    if !rest.is_empty() || !(numbers.is_empty() || numbers.len() == dimension || dimension == 0) {
        return None;
    }
    let vector: Vec<f32> = numbers.iter().map(|number| f32::from_le_bytes(*number)).collect();
    Some(Some(vector).filter(|vector| !vector.is_empty()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::toys::Shelf;
    use super::*;

    /// Counts letters; the server is gone from the third pack on.
    struct Dying {
        card: ModelCard,
        asked: AtomicUsize,
        dies: bool,
    }

    impl Embedder for Dying {
        fn card(&self) -> &ModelCard {
            &self.card
        }

        fn embed<'a>(&'a self, texts: &'a [&'a str], _: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
            Box::pin(async move {
                let before = self.asked.fetch_add(texts.len(), Ordering::Relaxed);
                if self.dies && before >= 2 * PACK {
                    return Err(EmbedError::Failed { model: "toy".to_owned(), reason: "gone".to_owned() });
                }
                let of = |text: &&str| (!text.is_empty()).then(|| vec![text.len() as f32, 1.0]);
                Ok(texts.iter().map(of).collect())
            })
        }
    }

    fn over(cache: &Arc<Shelf>, name: &str, dies: bool) -> (Salvaged, Arc<Dying>) {
        let card = ModelCard { name: name.to_owned(), dimension: 2, normalised: false };
        let toy = Arc::new(Dying { card, asked: AtomicUsize::new(0), dies });
        (Salvaged::new(toy.clone(), cache.clone()), toy)
    }

    #[tokio::test]
    async fn what_was_made_before_a_failure_is_not_asked_for_again() {
        let cache = Arc::new(Shelf::default());
        let texts: Vec<String> = (0..3 * PACK).map(|at| "x".repeat(at)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (first, _) = over(&cache, "toy", true);
        assert!(first.embed(&texts, Role::Passage).await.is_err());
        let (second, asked) = over(&cache, "toy", false);
        let found = second.embed(&texts, Role::Passage).await.unwrap();
        assert_eq!(asked.asked.load(Ordering::Relaxed), PACK);
        let expected = (0..3 * PACK).map(|at| (at > 0).then(|| vec![at as f32, 1.0])).collect::<Vec<_>>();
        assert_eq!(found, expected);
        // What a model made is no other model's.
        let (other, asked) = over(&cache, "other", false);
        other.embed(&texts, Role::Passage).await.unwrap();
        assert_eq!(asked.asked.load(Ordering::Relaxed), 3 * PACK);
    }

    #[tokio::test]
    async fn a_run_that_ends_well_keeps_nothing() {
        let cache = Arc::new(Shelf::default());
        let (whole, _) = over(&cache, "toy", false);
        whole.embed(&["a", "bb"], Role::Passage).await.unwrap();
        assert_eq!(cache.held().await.unwrap().count, 0);
    }

    #[test]
    fn a_row_of_another_shape_is_no_vector() {
        assert_eq!(vector_in(&row(Some(&[1.0, -2.5])), 2), Some(Some(vec![1.0, -2.5])));
        assert_eq!(vector_in(&row(None), 2), Some(None));
        assert_eq!(vector_in(&row(Some(&[1.0])), 2), None);
        assert_eq!(vector_in(b"abc", 0), None);
    }
}
