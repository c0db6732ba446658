//! BibTeX and biblatex: reading with recovery, and writing.

mod files;
mod paper;
mod read;
mod scan;
mod value;
mod write;

use crate::PaperKind;

pub(super) use read::read;
pub(super) use write::write;

/// True if a line begins an entry.
pub(super) fn is_start(line: &str) -> bool {
    scan::head(line).is_some()
}

/// The types of entries and the kinds of papers that they are. The first type of a kind is the one that is written.
const KINDS: [(&str, PaperKind); 42] = [
    ("article", PaperKind::Article),
    ("periodical", PaperKind::Article),
    ("suppperiodical", PaperKind::Article),
    ("review", PaperKind::Article),
    ("inproceedings", PaperKind::Conference),
    ("conference", PaperKind::Conference),
    ("preprint", PaperKind::Preprint),
    ("phdthesis", PaperKind::Thesis),
    ("mastersthesis", PaperKind::Thesis),
    ("bachelorsthesis", PaperKind::Thesis),
    ("thesis", PaperKind::Thesis),
    ("techreport", PaperKind::Report),
    ("report", PaperKind::Report),
    ("book", PaperKind::Book),
    ("mvbook", PaperKind::Book),
    ("collection", PaperKind::Book),
    ("mvcollection", PaperKind::Book),
    ("reference", PaperKind::Book),
    ("incollection", PaperKind::Chapter),
    ("inbook", PaperKind::Chapter),
    ("bookinbook", PaperKind::Chapter),
    ("suppbook", PaperKind::Chapter),
    ("suppcollection", PaperKind::Chapter),
    ("inreference", PaperKind::Chapter),
    ("proceedings", PaperKind::Proceedings),
    ("mvproceedings", PaperKind::Proceedings),
    ("dataset", PaperKind::Dataset),
    ("online", PaperKind::Web),
    ("electronic", PaperKind::Web),
    ("www", PaperKind::Web),
    ("misc", PaperKind::Other),
    ("booklet", PaperKind::Other),
    ("manual", PaperKind::Other),
    ("unpublished", PaperKind::Other),
    ("patent", PaperKind::Other),
    ("software", PaperKind::Other),
    ("standard", PaperKind::Other),
    ("image", PaperKind::Other),
    ("video", PaperKind::Other),
    ("audio", PaperKind::Other),
    ("set", PaperKind::Other),
    ("xdata", PaperKind::Other),
];
