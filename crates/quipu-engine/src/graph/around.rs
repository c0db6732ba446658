//! Looking around entities: views that begin at given keys instead of at a question's words.

use quipu_kernel::model::Key;
use quipu_kernel::view::{Needs, Question, QuestionName, View};

use crate::ports::{Store, StoreError};

/// An entity in more chunks than this is not expanded; of one that a view begins at, so many of its
/// chunks are seen, the best by the words given.
pub(super) const CAP: usize = 60;
/// How many entities one view begins at.
pub(super) const BATCH: usize = 32;

/// The view around entities, `hops` far, with the relations stated between what it holds. `words`
/// chooses among the chunks of an entity that has too many.
pub(super) async fn around(store: &dyn Store, keys: &[Key], words: &str, hops: usize) -> Result<View, StoreError> {
    let name =
        |(at, key): (usize, &Key)| QuestionName { folded: String::new(), key: *key, words: (at, at + 1), marked: true };
    let names = keys.iter().enumerate().map(name).collect();
    let question = Question { names, ..Question::new(words) };
    let needs = Needs { lexical: 0, entities: true, hops, spread: 0, cap: CAP, relations: true, ..Needs::default() };
    store.view(&question, &needs).await
}
