//! The formats of arXiv: ids, queries, and its Atom feeds.

mod arxiv_query;
mod feed;
mod id;

pub use arxiv_query::{PaperOrder, PaperQuery, ids_path, search_path};
pub use feed::{Feed, FeedError, is_withdrawn, read_feed};
pub use id::{ArxivId, NoArxivId};
