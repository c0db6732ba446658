//! A workspace: one tenant's store, with the components that turn documents into its contents.

use std::sync::Arc;

use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Chunk, Document};
use quipu_kernel::split::{self, SplitOptions};
use quipu_language::plan::Ontology;

use crate::base::ClusterOptions;
use crate::base::ports::{Embedder, Kept, Lexicon, Reranker, Store};

/// Splits documents into chunks. Pure: the same document gives the same chunks.
pub trait Chunker: Send + Sync {
    /// The settings on which the chunks depend besides the document: name and options. A change of recipe means that
    /// every document is split again.
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

/// The store of a workspace's communities, with the options of clustering.
#[derive(Clone)]
pub struct CommunityShelf {
    /// The shelf that keeps them.
    pub shelf: Arc<dyn Kept>,
    /// Options of their updates.
    pub options: ClusterOptions,
}

/// An open workspace.
#[derive(Clone)]
pub struct Workspace {
    /// Its store.
    pub store: Arc<dyn Store>,
    /// Its embedding model; none for a workspace without vectors.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The lexicon of synonyms for quoted answers; none: words are compared literally.
    pub lexicon: Option<Arc<dyn Lexicon>>,
    /// The splitter of its documents.
    pub splitter: Arc<dyn Chunker>,
    /// The extractor of its facts.
    pub extractor: Arc<dyn Extractor>,
    /// A user's additions to the tables by which relations are read.
    pub ontology: Arc<Ontology>,
    /// The reranker of the best hits, where requested; none: no reranking.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// The shelf and options of its communities; none: communities are unavailable.
    pub communities: Option<CommunityShelf>,
}

impl Workspace {
    /// The settings that a document's chunks and facts depend on besides the document. A change of recipe means that
    /// every document is read again.
    pub(crate) fn recipe(&self) -> String {
        [self.splitter.recipe(), self.extractor.recipe()].join(" ").trim_end().to_owned()
    }
}
