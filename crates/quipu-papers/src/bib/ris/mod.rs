//! RIS: tagged lines from `TY  - ` to `ER  - `.

mod read;
mod write;

use crate::PaperKind;

pub(super) use read::{is_start, read};
pub(super) use write::write;

/// The types of references and the kinds of papers that they are. The first type of a kind is the one that is written.
const KINDS: [(&str, PaperKind); 41] = [
    ("JOUR", PaperKind::Article),
    ("EJOUR", PaperKind::Article),
    ("JFULL", PaperKind::Article),
    ("INPR", PaperKind::Article),
    ("MGZN", PaperKind::Article),
    ("NEWS", PaperKind::Article),
    ("ABST", PaperKind::Article),
    ("CPAPER", PaperKind::Conference),
    ("UNPB", PaperKind::Preprint),
    ("THES", PaperKind::Thesis),
    ("RPRT", PaperKind::Report),
    ("GOVDOC", PaperKind::Report),
    ("STAND", PaperKind::Report),
    ("BOOK", PaperKind::Book),
    ("EBOOK", PaperKind::Book),
    ("EDBOOK", PaperKind::Book),
    ("SER", PaperKind::Book),
    ("CHAP", PaperKind::Chapter),
    ("ECHAP", PaperKind::Chapter),
    ("ENCYC", PaperKind::Chapter),
    ("DICT", PaperKind::Chapter),
    ("CONF", PaperKind::Proceedings),
    ("DATA", PaperKind::Dataset),
    ("AGGR", PaperKind::Dataset),
    ("DBASE", PaperKind::Dataset),
    ("ELEC", PaperKind::Web),
    ("WEB", PaperKind::Web),
    ("BLOG", PaperKind::Web),
    ("ICOMM", PaperKind::Web),
    ("GEN", PaperKind::Other),
    ("MISC", PaperKind::Other),
    ("MANSCPT", PaperKind::Other),
    ("PAMP", PaperKind::Other),
    ("PAT", PaperKind::Other),
    ("COMP", PaperKind::Other),
    ("SLIDE", PaperKind::Other),
    ("VIDEO", PaperKind::Other),
    ("SOUND", PaperKind::Other),
    ("FIGURE", PaperKind::Other),
    ("HEAR", PaperKind::Other),
    ("CASE", PaperKind::Other),
];
