//! Reports that a model writes (community reports of GraphRAG, arXiv 2404.16130): from descriptions and relations of a
//! community's things, with passages, within a budget; of a larger community from the reports on its parts.
//!
//! Every finding cites chunks; unsupported findings are dropped and counted. A report is reused for as long as
//! its prompt would be the same, under any id of the community; above the innermost
//! communities it is reused until the options' share of changes is reached. A failed report is retried once, alone;
//! then it is missing, is listed, and is replaced by the report without a model.

mod ask;
mod checked;
mod estimate;
mod kept;
mod material;
mod run;
mod writer;

pub use estimate::{LevelEstimate, ReportEstimate};
pub use kept::{MissingReport, ReportFinding};
pub use run::WrittenReports;
pub use writer::ReportOptions;
pub use writer::ReportWriter;

pub(super) use estimate::estimate_reports;
pub(super) use kept::{WrittenReport, of_state, written};
pub(super) use run::write_reports;
