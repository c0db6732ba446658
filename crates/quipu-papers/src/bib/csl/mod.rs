//! CSL JSON: the form in which citation processors take bibliographies.

mod read;
mod write;

use crate::PaperKind;

pub(super) use read::read;
pub(super) use write::write;

/// The types of CSL and the kinds of papers that they are. The first type of a kind is the one that is written.
const KINDS: [(&str, PaperKind); 29] = [
    ("article-journal", PaperKind::Article),
    ("article-magazine", PaperKind::Article),
    ("article-newspaper", PaperKind::Article),
    ("periodical", PaperKind::Article),
    ("review", PaperKind::Article),
    ("review-book", PaperKind::Article),
    ("paper-conference", PaperKind::Conference),
    ("article", PaperKind::Preprint),
    ("thesis", PaperKind::Thesis),
    ("report", PaperKind::Report),
    ("standard", PaperKind::Report),
    ("book", PaperKind::Book),
    ("classic", PaperKind::Book),
    ("chapter", PaperKind::Chapter),
    ("entry", PaperKind::Chapter),
    ("entry-dictionary", PaperKind::Chapter),
    ("entry-encyclopedia", PaperKind::Chapter),
    ("collection", PaperKind::Proceedings),
    ("dataset", PaperKind::Dataset),
    ("webpage", PaperKind::Web),
    ("post", PaperKind::Web),
    ("post-weblog", PaperKind::Web),
    ("document", PaperKind::Other),
    ("manuscript", PaperKind::Other),
    ("pamphlet", PaperKind::Other),
    ("patent", PaperKind::Other),
    ("software", PaperKind::Other),
    ("speech", PaperKind::Other),
    ("figure", PaperKind::Other),
];
