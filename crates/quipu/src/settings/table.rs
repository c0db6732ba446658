//! The table of settings: a line says field, type, default, key, accepted values and meaning.

use quipu_kernel::split::SPLITTERS as SPLITTERS_KNOWN;

use super::value::{Accepts, Kind, Setting};

macro_rules! table {
    ($($field:ident: $kind:ty = $default:expr, $key:literal, $accepts:expr, $about:literal;)*) => {
        /// Every setting with its value.
        #[derive(Debug, Clone, PartialEq)]
        pub(crate) struct Settings {
            $(#[doc = $about] pub(crate) $field: $kind,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        /// All settings, by section.
        pub(crate) const TABLE: &[Setting] = &[$(Setting {
            key: $key,
            about: $about,
            accepts: $accepts,
            set: |settings, text| match <$kind as Kind>::read(text, $accepts) {
                Some(value) => {
                    settings.$field = value;
                    true
                }
                None => false,
            },
            show: |settings| settings.$field.show(),
        },)*];
    };
}

const SPLITTERS: Accepts = Accepts::Names(|| SPLITTERS_KNOWN.iter().map(|splitter| splitter.name()).collect());
const EMBEDDERS: Accepts = Accepts::Words(&["static", "none"]);
const STRATEGIES: Accepts = Accepts::Names(|| quipu_engine::ways::all().iter().map(|way| way.name()).collect());

table! {
    max_document: usize = 64, "index.max_document", Accepts::Number(1.0, 1024.0),
        "The most text of one document, in megabytes; a longer one is cut there and reported.";
    sync_every: usize = 10, "index.sync_every", Accepts::Number(1.0, 3600.0),
        "While indexing in bulk, make what was read durable at least this often, in seconds.";
    sync_megabytes: usize = 64, "index.sync_megabytes", Accepts::Number(1.0, 1024.0),
        "While indexing in bulk, make what was read durable after this much text, in megabytes.";
    splitter: String = "structure".to_owned(), "split.method", SPLITTERS,
        "The rule by which documents are cut into chunks.";
    split_characters: usize = 1200, "split.characters", Accepts::Number(50.0, 100_000.0),
        "The most characters of a chunk.";
    split_tokens: usize = 0, "split.tokens", Accepts::Number(0.0, 50_000.0),
        "The most words of a chunk, counted as the word index counts them; 0 for no bound.";
    embed_model: String = "static".to_owned(), "embed.model", EMBEDDERS,
        "The embedder: the one inside the binary, or none.";
    strategy: String = "walk".to_owned(), "ask.strategy", STRATEGIES,
        "How to look for evidence.";
    limit: usize = 10, "ask.limit", Accepts::Number(1.0, 1000.0),
        "How many chunks of evidence to gather.";
    k1: f64 = 1.2, "rank.k1", Accepts::Number(0.0, 10.0),
        "BM25: how soon more of the same word stops to count.";
    b: f64 = 0.75, "rank.b", Accepts::Number(0.0, 1.0),
        "BM25: how much a long chunk counts less.";
    wait: usize = 10, "store.wait", Accepts::Number(0.0, 86_400.0),
        "How long to wait for another process that writes to the workspace, in seconds.";
}
