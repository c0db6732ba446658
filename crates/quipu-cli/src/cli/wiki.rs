//! Flags of `quipu wiki`.

use std::path::PathBuf;

use clap::Args;

/// Write a wiki of the workspace as a folder of Markdown, and keep it current: an overview, themes, things, documents, open
/// questions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu wiki wiki/
  quipu wiki wiki/ --only 50
  quipu --lang ru wiki wiki/           with Russian headings

Each sentence of a document has a link to its file behind it, with the number of its line or page. No model is asked. Run \
again, it writes only pages whose contents changed. What you write below `## Notes` stays, files of yours are not touched, a \
page that you changed above its notes is left so and named, and the page of what is gone is moved to `.trash`. `quipu \
index` leaves these pages out.")]
pub(crate) struct WikiArgs {
    /// The folder; it is made where there is none
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// How many pages of things to write at most: of those that the most documents name
    #[arg(long, value_name = "COUNT", default_value_t = 300)]
    pub(crate) only: usize,
    /// Write pages that you changed above their notes, too
    #[arg(long)]
    pub(crate) force: bool,
}
