//! What finds facts, as the engine asks it. [`super::extract()`] and its neighbours are what an implementation stands on;
//! the rules of the binary are a crate of their own.

use super::{Said, unsettle};
use crate::model::{AliasLink, Chunk, Document, Facts, Mention};

/// Finds what chunks and titles say (information extraction). Pure: the same chunk under the same title gives the same facts.
///
/// ```
/// use quipu_kernel::extract::{self, Extractor};
/// use quipu_kernel::model::{Chunk, Document, Facts, Mention};
///
/// /// Only names, and no relations.
/// struct Names;
///
/// impl Extractor for Names {
///     fn extract(&self, _title: &str, chunk: &Chunk) -> Facts {
///         Facts { statements: Vec::new(), ..extract::extract(chunk) }
///     }
///     fn title_names(&self, document: &Document) -> Vec<Mention> {
///         extract::title_names(&document.title)
///     }
/// }
///
/// let chunk = Chunk { text: "AuthService uses UserStore.".to_owned(), ..Chunk::default() };
/// assert_eq!(Names.extract("", &chunk).mentions.len(), 2);
/// ```
pub trait Extractor: Send + Sync {
    /// Names the rules and their version. Facts that were found by another recipe are found again when their document
    /// is indexed again.
    fn recipe(&self) -> String {
        String::new()
    }
    /// Finds what the chunk's text and prefix say, in a document of this title.
    fn extract(&self, title: &str, chunk: &Chunk) -> Facts;
    /// Says what a document is about, which is given to every chunk of its body: the names of its title, and the name
    /// that its text begins with.
    fn title_names(&self, document: &Document) -> Vec<Mention>;
    /// Finds what a document's title and metadata say of names that mean the same.
    fn title_links(&self, _document: &Document) -> Vec<AliasLink> {
        Vec::new()
    }
    /// Understands what the chunks of one document say by what the others say: which names mean the same there, and in
    /// which sense each is used. Doing it again, under any title, begins anew.
    fn settle(&self, _title: &str, said: &mut [Said<'_>]) {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(unsettle);
    }
    /// Does the same where all but what a model says is settled under this title already.
    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        self.settle(title, said);
    }
}
