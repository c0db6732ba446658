//! Vectors of another model, beside those in use, until every chunk has one (re-embedding).

use std::collections::BTreeMap;

use quipu_engine::ports::{BodyChange, BodyChunk, Change, ModelCard, StoreError, Waiting, WaitingChunk};
use quipu_kernel::model::Key;
use quipu_kernel::rank::quantise::Quantised;

use super::contents::Contents;

/// The vectors of the next model.
#[derive(Debug, Default)]
pub(super) struct Revectored {
    /// The model in use, where a switch made it so.
    used: Option<ModelCard>,
    next: Option<ModelCard>,
    vectors: BTreeMap<Key, Option<Quantised>>,
}

impl Revectored {
    /// See [`quipu_engine::ports::Store::waiting`].
    pub(super) fn waiting(&mut self, contents: &Contents, model: &ModelCard, limit: usize) -> Waiting {
        if self.used.as_ref() == Some(model) {
            return Waiting::default();
        }
        self.turn_to(model);
        let mut waiting = Waiting::default();
        for (key, title) in titled(contents) {
            if self.vectors.contains_key(&key) {
                continue;
            }
            waiting.left += 1;
            if let (true, Some(row)) = (waiting.chunks.len() < limit, contents.chunks.get(&key)) {
                waiting.chunks.push(WaitingChunk { title: title.to_owned(), chunk: row.chunk.clone() });
            }
        }
        waiting
    }

    /// Keeps vectors of `model`.
    pub(super) fn put(&mut self, model: &ModelCard, vectors: Vec<(Key, Option<Vec<f32>>)>) {
        self.turn_to(model);
        self.vectors.extend(vectors.into_iter().map(|(key, vector)| (key, vector.as_deref().map(Quantised::new))));
    }

    /// The contents with the vectors of `model`; missing when they have them already.
    pub(super) fn switch(&mut self, contents: &Contents, model: &ModelCard) -> Result<Option<Contents>, StoreError> {
        let waiting = self.waiting(contents, model, 0).left;
        if waiting > 0 {
            return Err(StoreError::Waiting { model: model.name.clone(), waiting });
        }
        if self.used.as_ref() == Some(model) {
            return Ok(None);
        }
        let mut contents = contents.clone();
        for (key, row) in &mut contents.chunks {
            row.vector = self.vectors.remove(key).flatten();
        }
        *self = Self { used: Some(model.clone()), ..Self::default() };
        Ok(Some(contents))
    }

    /// Forgets the vectors of chunks that a change replaces: their title may have changed.
    pub(super) fn forget(&mut self, change: &Change) {
        for body in &change.bodies {
            let BodyChange::Put(body) = body else { continue };
            for chunk in &body.chunks {
                if let BodyChunk::New(new) = chunk {
                    self.vectors.remove(&new.chunk.key);
                }
            }
        }
    }

    /// Forgets the vectors of another model.
    fn turn_to(&mut self, model: &ModelCard) {
        if self.next.as_ref() != Some(model) {
            *self = Self { used: self.used.take(), next: Some(model.clone()), vectors: BTreeMap::new() };
        }
    }
}

/// Every chunk with the title that it is searched with.
fn titled(contents: &Contents) -> impl Iterator<Item = (Key, &str)> {
    contents.bodies.values().flat_map(|body| body.chunks.iter().map(|key| (*key, body.title.as_str())))
}
