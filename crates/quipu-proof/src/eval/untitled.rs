//! An index without titles among its entities: most people's documents have less descriptive titles
//! than an encyclopaedia.
//!
//! Titles are still searched as words. The subjects of a document then follow from its text alone.

use std::sync::Arc;

use quipu_engine::Extractor;
use quipu_kernel::extract::Said;
use quipu_kernel::model::{AliasLink, Chunk, Day, Document, Facts, Mention, Name};

/// An extractor that sees no titles.
pub struct Untitled(pub Arc<dyn Extractor>);

impl Extractor for Untitled {
    fn recipe(&self) -> String {
        self.0.recipe()
    }

    fn extract(&self, _: &str, chunk: &Chunk) -> Facts {
        self.0.extract("", chunk)
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        self.0.title_links(&Document { title: String::new(), ..document.clone() })
    }

    fn settle(&self, _: &str, said: &mut [Said<'_>]) {
        self.0.settle("", said);
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        self.0.title_names(&Document { title: String::new(), ..document.clone() })
    }

    fn spellings(&self, folded: &str) -> Vec<Name> {
        self.0.spellings(folded)
    }

    fn day(&self, text: &str) -> Option<Day> {
        self.0.day(text)
    }
}
