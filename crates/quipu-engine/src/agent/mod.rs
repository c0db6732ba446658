//! The agent: whatever must look twice. A policy asks for views, a bounded number of them, and
//! ends with evidence like a strategy.

mod traverse;

use quipu_kernel::view::{Evidence, Needs, Question, View, WordCounts};

use crate::ports::{Boxed, DocumentRow, Select, Store, StoreError};

pub use traverse::Traverse;

/// A way to look more than once.
pub trait Policy: Send + Sync {
    /// The name users choose it by.
    fn name(&self) -> &'static str;
    /// One line for help texts and menus.
    fn about(&self) -> &'static str;
    /// Looks until it is done or the reader's views are spent.
    ///
    /// # Errors
    /// When the store fails.
    fn run<'a>(&'a self, question: &'a Question, reader: &'a mut Reader<'_>)
    -> Boxed<'a, Result<Evidence, StoreError>>;
}

/// What a policy reads through: views and documents, and no more views than it was given.
pub struct Reader<'s> {
    store: &'s dyn Store,
    left: usize,
    counts: Option<WordCounts>,
}

impl<'s> Reader<'s> {
    /// A reader of `store` that gives at most `views` views.
    pub fn new(store: &'s dyn Store, views: usize) -> Self {
        Self { store, left: views, counts: None }
    }

    /// A view, or none when all are spent.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn view(&mut self, question: &Question, needs: &Needs) -> Result<Option<View>, StoreError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let view = self.store.view(question, needs).await?.above(question.background);
        // A view of other words says nothing of how common those of the question are.
        if !question.words.is_empty() {
            self.counts.get_or_insert_with(|| view.word_counts());
        }
        Ok(Some(view))
    }

    /// How common the question's words are, as the first view showed.
    pub fn into_counts(self) -> WordCounts {
        self.counts.unwrap_or_default()
    }

    /// Documents.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn documents(&self, select: &Select) -> Result<Vec<DocumentRow>, StoreError> {
        self.store.documents(select).await
    }
}
