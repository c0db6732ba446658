//! Flags of `quipu monitor`.

use clap::Args;

/// Count what is asked: kinds of questions, how they were answered, which answers were marked
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu monitor
  quipu monitor --good \"Who keeps the clock?\"     mark the answer to a question as good
  quipu monitor --bad \"Who cast the bell?\"
  quipu monitor --empty-cache                       delete the answers that were kept
  quipu monitor --delete                            delete the counts

Counts lie beside the workspace and go nowhere; no word of a question is kept, only its kind. `answer.monitor` turns \
them off, `answer.cache` keeps no answers.")]
pub(crate) struct MonitorArgs {
    /// Mark the answer to this question as good
    #[arg(long, value_name = "QUESTION")]
    pub(crate) good: Option<String>,
    /// Mark the answer to this question as bad
    #[arg(long, value_name = "QUESTION", conflicts_with = "good")]
    pub(crate) bad: Option<String>,
    /// Delete the answers that were kept
    #[arg(long)]
    pub(crate) empty_cache: bool,
    /// Delete all that was counted
    #[arg(long = "delete", alias = "forget")]
    pub(crate) forget: bool,
}
