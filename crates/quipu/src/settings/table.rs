//! The table of settings: a line says field, type, default, key, accepted values and meaning.

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

const UNITS: Accepts = Accepts::Words(&["characters", "tokens"]);
const EMBEDDERS: Accepts = Accepts::Words(&["static", "none"]);
const STRATEGIES: Accepts = Accepts::Words(&["walk", "lexical", "dense", "hybrid", "hops", "traverse"]);

table! {
    max_document: usize = 64, "index.max_document", Accepts::Number(1.0, 1024.0),
        "The most text of one document, in megabytes; a longer one is cut there and reported.";
    sync_every: usize = 10, "index.sync_every", Accepts::Number(1.0, 3600.0),
        "While indexing in bulk, make what was read durable at least this often, in seconds.";
    sync_megabytes: usize = 64, "index.sync_megabytes", Accepts::Number(1.0, 1024.0),
        "While indexing in bulk, make what was read durable after this much text, in megabytes.";
    split_unit: String = "characters".to_owned(), "split.unit", UNITS,
        "What the size of a chunk is counted in.";
    split_size: usize = 1200, "split.size", Accepts::Number(50.0, 100_000.0),
        "About how large a chunk may grow.";
    split_overlap: usize = 0, "split.overlap", Accepts::Number(0.0, 50_000.0),
        "How much of the end of a chunk the next one repeats.";
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
