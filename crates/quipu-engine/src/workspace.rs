//! A workspace: one tenant's store, and what turns documents into its contents.

use std::sync::Arc;

use quipu_kernel::extract::{self, Said};
use quipu_kernel::model::{AliasLink, Chunk, Document, Facts, Mention};
use quipu_kernel::split::{self, SplitOptions};

use crate::ports::{Embedder, Lexicon, Store};

/// Cuts documents into chunks. Pure: the same document gives the same chunks.
pub trait Chunker: Send + Sync {
    /// What the chunks depend on besides the document: name and options. Another recipe means that
    /// every document is cut again.
    fn recipe(&self) -> String;
    /// The document's chunks, in the order of its text.
    fn split(&self, document: &Document) -> Vec<Chunk>;
}

/// Finds what chunks and titles say. Pure: the same chunk gives the same facts.
pub trait Extractor: Send + Sync {
    /// What the chunk's text and prefix say.
    fn extract(&self, chunk: &Chunk) -> Facts;
    /// What a document is about, given to every chunk of its body: the names of its title, and the
    /// name that its text begins with.
    fn title_names(&self, document: &Document) -> Vec<Mention>;
    /// What a document's title and metadata say of names that mean the same.
    fn title_links(&self, _document: &Document) -> Vec<AliasLink> {
        Vec::new()
    }
    /// Understands what the chunks of one document say by what the others say: which names mean the
    /// same there, and in which sense each is used. Doing it again, under any title, begins anew.
    fn settle(&self, _title: &str, said: &mut [Said<'_>]) {
        said.iter_mut().flat_map(|said| said.facts.iter_mut()).for_each(extract::unsettle);
    }
    /// The same where all but what a model says is settled under this title already.
    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        self.settle(title, said);
    }
}

/// Cuts by one of the kernel's splitters.
pub struct Cut {
    /// The rule.
    pub splitter: &'static dyn split::Splitter,
    /// The sizes.
    pub options: SplitOptions,
}

impl Default for Cut {
    fn default() -> Self {
        Self { splitter: split::SPLITTERS[0], options: SplitOptions::default() }
    }
}

impl Chunker for Cut {
    fn recipe(&self) -> String {
        format!("{} {}", self.splitter.name(), self.splitter.recipe(&self.options))
    }

    fn split(&self, document: &Document) -> Vec<Chunk> {
        self.splitter.split(document, &self.options)
    }
}

/// Finds facts by the kernel's rules, without a model.
pub struct Rules;

impl Extractor for Rules {
    fn extract(&self, chunk: &Chunk) -> Facts {
        extract::extract(chunk)
    }

    fn title_names(&self, document: &Document) -> Vec<Mention> {
        let mut out = extract::subjects(&document.title, &document.text, &document.language);
        for declared in extract::declared_names(&document.title, &document.metadata) {
            if out.iter().all(|known| known.name != declared.name) {
                out.push(declared);
            }
        }
        out
    }

    fn title_links(&self, document: &Document) -> Vec<AliasLink> {
        extract::declared(&document.title, &document.metadata, &document.text)
    }

    fn settle(&self, title: &str, said: &mut [Said<'_>]) {
        extract::settle(title, said);
    }

    fn settle_models(&self, title: &str, said: &mut [Said<'_>]) {
        extract::settle_models(title, said);
    }
}

/// An open workspace.
#[derive(Clone)]
pub struct Workspace {
    /// What it holds.
    pub store: Arc<dyn Store>,
    /// What makes its vectors; none for a workspace without them.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// What tells which words mean alike, where answers are quoted; none: words alone decide.
    pub lexicon: Option<Arc<dyn Lexicon>>,
    /// What cuts its documents.
    pub splitter: Arc<dyn Chunker>,
    /// What finds its facts.
    pub extractor: Arc<dyn Extractor>,
}
