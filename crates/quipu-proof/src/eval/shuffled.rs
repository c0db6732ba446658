//! Vectors on the wrong chunks: the benefit of their meaning shows against a run in which they mean nothing.
//!
//! A first index records the vector of every passage; a second one gives each passage the vector of
//! the next, in the order of the hashes of their texts. That order is as good as chance, the same on
//! every machine, and leaves no vector where it was.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use quipu_engine::ports::{Boxed, EmbedError, Embedder, ModelCard, Role};
use quipu_kernel::model::Key;

/// The vectors of passages, by the hashes of their texts.
type Vectors = BTreeMap<Key, Vec<f32>>;

/// An embedder that remembers the vectors of passages.
pub struct RecordedVectors {
    inner: Arc<dyn Embedder>,
    passages: Mutex<Vectors>,
}

/// An embedder that gives passages each other's vectors, and questions their own.
pub struct Shuffled {
    inner: Arc<dyn Embedder>,
    passages: Vectors,
}

impl RecordedVectors {
    /// Records the vectors of `inner`.
    pub fn new(inner: Arc<dyn Embedder>) -> Self {
        Self { inner, passages: Mutex::default() }
    }

    /// The vectors recorded so far, each on the next passage. A passage that was not recorded has none.
    pub fn shuffled(&self) -> Shuffled {
        let passages = self.passages.lock().unwrap_or_else(PoisonError::into_inner);
        let next = passages.values().cycle().skip(1).cloned();
        Shuffled { inner: Arc::clone(&self.inner), passages: passages.keys().copied().zip(next).collect() }
    }
}

impl Embedder for RecordedVectors {
    fn card(&self) -> &ModelCard {
        self.inner.card()
    }

    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        self.inner.background()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        Box::pin(async move {
            let vectors = self.inner.embed(texts, role).await?;
            if role == Role::Passage {
                let mut passages = self.passages.lock().unwrap_or_else(PoisonError::into_inner);
                let there = texts.iter().zip(&vectors).filter_map(|(text, vector)| Some((text, vector.clone()?)));
                passages.extend(there.map(|(text, vector)| (Key::text(text), vector)));
            }
            Ok(vectors)
        })
    }
}

impl Embedder for Shuffled {
    fn card(&self) -> &ModelCard {
        self.inner.card()
    }

    fn background(&self) -> Boxed<'_, Result<f32, EmbedError>> {
        self.inner.background()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str], role: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
        match role {
            Role::Question => self.inner.embed(texts, role),
            Role::Passage => {
                let found = texts.iter().map(|text| self.passages.get(&Key::text(text)).cloned()).collect();
                Box::pin(async move { Ok(found) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use futures::executor::block_on;

    use super::*;

    /// The vector of a text is its length.
    struct Lengths(ModelCard);

    impl Embedder for Lengths {
        fn card(&self) -> &ModelCard {
            &self.0
        }

        fn embed<'a>(&'a self, texts: &'a [&'a str], _: Role) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
            let vectors = texts.iter().map(|text| (!text.is_empty()).then(|| vec![text.len() as f32])).collect();
            Box::pin(async move { Ok(vectors) })
        }
    }

    #[test]
    fn each_passage_has_the_vector_of_another() {
        let card = ModelCard { name: "lengths".into(), dimension: 1, normalised: false };
        let recorded = RecordedVectors::new(Arc::new(Lengths(card)));
        let texts = ["a", "bb", "ccc", "dddd", ""];
        let own = block_on(recorded.embed(&texts, Role::Passage)).unwrap();
        let shuffled = recorded.shuffled();
        let others = block_on(shuffled.embed(&texts, Role::Passage)).unwrap();
        assert!(own.iter().zip(&others).all(|(own, other)| own.is_none() || own != other), "{others:?}");
        let all = |vectors: &[Option<Vec<f32>>]| -> BTreeSet<String> {
            vectors.iter().map(|vector| format!("{vector:?}")).collect()
        };
        assert_eq!(all(&own), all(&others));
        assert_eq!(block_on(shuffled.embed(&texts, Role::Question)).unwrap(), own);
    }
}
