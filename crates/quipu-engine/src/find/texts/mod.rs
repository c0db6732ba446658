//! Documents as texts: whole or a part, their headings, and pattern search.

mod grep;
mod outline;

pub use crate::base::documents::document_row as row;
pub use crate::base::text::{TextOf, text, text_of};
pub use grep::{Grep, GrepFrom, GrepLine, GrepPage, grep};
pub use outline::{Section, outline};
