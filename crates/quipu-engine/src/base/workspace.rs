//! A workspace: one tenant's store, and what turns documents into its contents.

use std::sync::Arc;

use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Chunk, Document};
use quipu_kernel::plan::Ontology;
use quipu_kernel::split::{self, SplitOptions};

use crate::base::ClusterOptions;
use crate::base::ports::{Embedder, Kept, Lexicon, Reranker, Store};

/// Cuts documents into chunks. Pure: the same document gives the same chunks.
pub trait Chunker: Send + Sync {
    /// What the chunks depend on besides the document: name and options. Another recipe means that
    /// every document is cut again.
    fn recipe(&self) -> String;
    /// The document's chunks, in the order of its text.
    fn split(&self, document: &Document) -> Vec<Chunk>;
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

/// Where the communities of a workspace are kept, and how they are made.
#[derive(Clone)]
pub struct CommunityShelf {
    /// Where they are kept.
    pub shelf: Arc<dyn Kept>,
    /// How they are made.
    pub options: ClusterOptions,
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
    /// What a person adds to the tables by which its relations are read.
    pub ontology: Arc<Ontology>,
    /// What ranks the best hits of a look again, where that is asked for; none: nobody.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// Where its communities are kept, and how they are made; none: nobody may ask for them.
    pub communities: Option<CommunityShelf>,
}

impl Workspace {
    /// What a document's chunks and what they say depend on besides the document. Another recipe means that every
    /// document is read again.
    pub(crate) fn recipe(&self) -> String {
        [self.splitter.recipe(), self.extractor.recipe()].join(" ").trim_end().to_owned()
    }
}
