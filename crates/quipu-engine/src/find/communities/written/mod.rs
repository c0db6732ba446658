//! Reports that a model writes (community reports of GraphRAG, arXiv 2404.16130): from descriptions and relations of a
//! community's things, with passages, within a budget; of a larger community from the reports on its parts.
//!
//! Every finding cites chunks; unsupported findings are dropped and counted. A report is reused for as long as
//! its prompt would be the same, under any id of the community; above the innermost
//! communities it is reused until the options' share of changes is reached. A failed report is retried once, alone;
//! then it is missing, is listed, and is replaced by the report without a model.

mod grounded_report;
mod material;
mod report_estimate;
mod report_prompt;
mod report_run;
mod report_writer;
mod stored_reports;

pub use report_estimate::{LevelEstimate, ReportEstimate};
pub use report_run::WrittenReports;
pub use report_writer::ReportOptions;
pub use report_writer::ReportWriter;
pub use stored_reports::{MissingReport, ReportFinding};

pub(super) use report_estimate::estimate_reports;
pub(super) use report_run::write_reports;
pub(super) use stored_reports::{WrittenReport, of_state, written};
