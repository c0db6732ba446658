//! The formats of arXiv: ids, queries, and its Atom feeds.

mod feed;
mod id;
mod query;

pub use feed::{Feed, FeedError, is_withdrawn, read_feed};
pub use id::{ArxivId, NoArxivId};
pub use query::{PaperOrder, PaperQuery, ids_path, search_path};
