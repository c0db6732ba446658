//! Flags of the commands about communities.

use clap::Args;

/// Bring communities of entities up to date, with a report of what each is about
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu cluster
  quipu cluster --full --json
  quipu cluster --write --dry-run      what reports by a model would take
  quipu cluster --write --budget 2.50

Entities are tied where a relation between them is stated, or where they stand together more often than by chance; \
communities are found by the Leiden algorithm, and one of many entities falls into parts. No model is asked without \
--write. With it one writes reports, of the innermost communities first; each finding names the passages that say it, and \
what they do not say is dropped. A report stands for as long as the same question would be asked again. After a change only what it touches moves, and communities keep their ids; how far they have gone from a full run is said. \
Whatever needs communities does this by itself.")]
pub(crate) struct ClusterArgs {
    /// Make all of it again, as of a fresh index, ids too
    #[arg(long)]
    pub(crate) full: bool,
    /// Let the model that `llm.summarise.name` or `llm.name` names write the reports that are missing or stale
    #[arg(long)]
    pub(crate) write: bool,
    /// Say what that would take, and ask nothing
    #[arg(long, requires = "write")]
    pub(crate) dry_run: bool,
    /// The most to spend, in the currency of `llm.price_input` and `llm.price_output`
    #[arg(long, value_name = "MONEY", requires = "write")]
    pub(crate) budget: Option<f64>,
    /// Ask again for reports that could not be written, too
    #[arg(long, requires = "write")]
    pub(crate) again: bool,
}

/// List communities of entities: the themes of the documents, what is inside each, and how much speaks of it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu communities
  quipu communities --level 2
  quipu communities --level 1 --html themes.html
  quipu show community \"Ilse Varga\"

A community is called by the names in its middle, followed by its words, and shown with what it holds and how much it \
matters, from 0 to 10. `quipu show community` tells all of one, by the digits that its line begins with.")]
pub(crate) struct CommunitiesArgs {
    /// How deep: 0 lists the outermost alone
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    pub(crate) level: u32,
    /// How many to list at most
    #[arg(short = 'k', long, value_name = "COUNT", default_value_t = 50)]
    pub(crate) limit: usize,
    /// Write the reports of those that are listed to this file, as one self-contained page with what they cite; `-` for
    /// standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<std::path::PathBuf>,
}

/// List the themes of the documents: groups on one subject, with the sentences that say what each is
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu themes
  quipu themes --level 1
  quipu themes --json

A theme is a folder where the tree of files says what belongs together, else a group of documents with the same words in titles, \
headings and beginnings. Large themes have parts. No model is asked. After a change, new documents join the nearest theme; all \
themes are found again when a fifth of the documents changed.")]
pub(crate) struct ThemesArgs {
    /// How deep: 0 lists the outermost alone
    #[arg(long, value_name = "LEVEL", default_value_t = 0)]
    pub(crate) level: u32,
}

/// Say what the workspace holds and how large it is
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu status
  quipu status --overview              what the documents are about, and four questions that they answer")]
pub(crate) struct StatusArgs {
    /// Tell what the documents are about: themes, names, the latest, and questions that are answered well
    #[arg(long)]
    pub(crate) overview: bool,
}
