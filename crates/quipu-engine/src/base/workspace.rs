//! A workspace: one tenant's store, with the components that turn documents into its contents.

use std::sync::Arc;
use std::time::Duration;

use quipu_kernel::extract::Extractor;
use quipu_kernel::model::{Chunk, Document};
use quipu_kernel::split::{self, SplitOptions};
use quipu_language::plan::Ontology;

use crate::base::ClusterOptions;
use crate::base::ports::{Embedder, KeyValue, Lexicon, Reranker, Store};

/// Splits documents into chunks. Pure: the same document gives the same chunks.
pub trait Chunker: Send + Sync {
    /// The settings on which the chunks depend besides the document: name and options. A change of recipe means that
    /// every document is split again.
    fn recipe(&self) -> String;
    /// The document's chunks, in the order of its text.
    fn split(&self, document: &Document) -> Vec<Chunk>;
}

/// Cuts by one of the kernel's splitters.
pub struct KernelSplitter {
    /// The rule.
    pub splitter: &'static dyn split::Splitter,
    /// The sizes.
    pub options: SplitOptions,
}

impl Default for KernelSplitter {
    fn default() -> Self {
        Self { splitter: split::SPLITTERS[0], options: SplitOptions::default() }
    }
}

impl Chunker for KernelSplitter {
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
    pub shelf: Arc<dyn KeyValue>,
    /// Options of their updates.
    pub options: ClusterOptions,
}

/// A model that sees a question and a unit of a passage together, and tells how well the one answers the other.
#[derive(Clone)]
pub struct AnswerReader {
    /// The model.
    pub model: Arc<dyn Reranker>,
    /// True if it knows only languages in Latin letters; other questions are answered without it.
    pub latin: bool,
    /// Maximal number of units that it reads for a question.
    pub units: usize,
    /// Maximal time for a question; later it is answered without it.
    pub deadline: Duration,
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
    /// The reader of the best units of quoted answers, where one is named; none: they are chosen by words alone.
    pub reader: Option<AnswerReader>,
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
