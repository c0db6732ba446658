//! Views around entities: they begin at given keys instead of at a question's words.

use std::collections::BTreeSet;

use quipu_kernel::model::Key;
use quipu_kernel::view::{Needs, Question, QuestionName, Related, View};

use crate::base::ports::{Store, StoreError};

/// An entity in more chunks than this is not expanded; for an entry point of a view, at most this number of its
/// chunks are seen, the best by the words given.
pub(crate) const CAP: usize = 60;
/// Number of entities at which one view begins.
pub(crate) const BATCH: usize = 32;
/// The limit of chunks of an entity up to which all of them are listed, without their other entities.
pub(crate) const LISTED: usize = 20_000;

/// The view around entities, `hops` far, with the relations stated between its entities. `words`
/// chooses among the chunks of an entity that has too many.
pub(crate) async fn around(store: &dyn Store, keys: &[Key], words: &str, hops: usize) -> Result<View, StoreError> {
    let question = about(keys, words);
    let needs = Needs {
        lexical: 0,
        entities: true,
        hops,
        spread: 0,
        cap: CAP,
        relations: Related::Everyone,
        ..Needs::default()
    };
    store.view(&question, &needs).await
}

/// The chunks that hold both of two entities, by key; of an entity in more than [`LISTED`] the best by
/// the words given are looked through.
pub(crate) async fn shared(store: &dyn Store, both: [Key; 2], words: &str) -> Result<Vec<Key>, StoreError> {
    let needs = Needs { lexical: 0, entities: true, spread: 0, cap: LISTED, ..Needs::default() };
    let view = store.view(&about(&both, words), &needs).await?;
    let of = |end: Key| -> BTreeSet<Key> {
        let mentions = view.mentions.iter().filter(|mention| view.entities[mention.entity as usize].key == end);
        mentions.map(|mention| view.chunks[mention.chunk as usize].key).collect()
    };
    Ok(of(both[0]).intersection(&of(both[1])).copied().collect())
}

/// A question that names entities by key.
pub(crate) fn about(keys: &[Key], words: &str) -> Question {
    let name = |(at, key): (usize, &Key)| QuestionName {
        folded: String::new(),
        key: *key,
        also: Vec::new(),
        words: (at, at + 1),
        marked: true,
    };
    let names = keys.iter().enumerate().map(name).collect();
    Question { names, ..Question::new(words) }
}
