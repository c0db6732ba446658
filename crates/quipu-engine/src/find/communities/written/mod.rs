//! Reports that a model writes (community reports of GraphRAG, arXiv 2404.16130): what is said of a community's things and how
//! they are related, with passages, within a budget; of a larger community the reports on its parts.
//!
//! Every finding names the chunks that say it, and what they do not say is dropped and counted. A report stands for as long as
//! the very question that it answered would be asked again, whatever its community is called by then; above the innermost
//! communities it stands until so much has changed as the options say. One that fails is asked for once more alone; then it
//! is missing, is listed, and the report without a model stands in for it.

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
