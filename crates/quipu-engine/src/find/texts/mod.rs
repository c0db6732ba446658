//! Documents as texts: whole or a part, their headings, and pattern search.

mod grep;
mod outline;
mod phrase;
mod stated_date;
mod whole_texts;

pub use crate::base::owned_documents::document_row as row;
pub use crate::base::text::{TextOf, text, text_of};
pub use grep::{Grep, GrepFrom, GrepLine, GrepPage, grep};
pub use outline::{Section, outline};
pub use phrase::{PhraseForms, SoughtPhrase};
pub use stated_date::stated_date;
pub use whole_texts::{DocumentText, TextReader, admitted_rows, front_matter, read_text};
