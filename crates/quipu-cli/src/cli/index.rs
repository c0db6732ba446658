//! Flags of the commands that change a workspace.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use quipu::documents::SPLITTERS;

/// Which files are read, and how
#[derive(Debug, Args)]
pub(crate) struct IndexArgs {
    /// Files, folders, globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Remove documents whose files are gone from the folders given, or give no text any more
    #[arg(long)]
    pub(crate) prune: bool,
    /// With --prune: also forget what lies in folders that are empty, away or cannot be read
    #[arg(long, requires = "prune")]
    pub(crate) force: bool,
    /// Name of the root in ids and citations [default: the folder's name]
    #[arg(long, value_name = "NAME")]
    pub(crate) root_name: Option<String>,
    /// Read hidden files too
    #[arg(long)]
    pub(crate) hidden: bool,
    /// Id of the document, when a single file or standard input is read
    #[arg(long)]
    pub(crate) id: Option<String>,
    /// How documents are cut into chunks; another way cuts every document again
    #[arg(long, value_name = "METHOD")]
    pub(crate) split: Option<String>,
    /// Make what was read durable at least this often, in seconds
    #[arg(long, value_name = "SECONDS")]
    pub(crate) sync_every: Option<usize>,
}

/// Read files and folders into the workspace; again, only what changed
#[derive(Debug, Args)]
#[command(after_help = index_help())]
pub(crate) struct IndexAllArgs {
    /// Which files, and how.
    #[command(flatten)]
    pub(crate) files: IndexArgs,
    /// Where a model is named: do not let it read what was indexed
    #[arg(long)]
    pub(crate) offline: bool,
    /// Where a model is named: index without it, and say what its reading would take
    #[arg(long, conflicts_with = "offline")]
    pub(crate) dry_run: bool,
    /// Where a model is named: the most that its reading may cost
    #[arg(long, value_name = "MONEY")]
    pub(crate) budget: Option<f64>,
}

/// Index, and again whenever something changes, until Ctrl-C
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu watch ~/notes              read what changes as soon as it is saved
  quipu watch ~/notes --prune      and forget files that are removed
  quipu watch ~/notes --offline    let no model read, though one is named

Each round that read something prints its report; with --json a line each. Where a model is named, it reads
what each round indexed; what that took is counted from the beginning.")]
pub(crate) struct WatchArgs {
    /// Which files, and how.
    #[command(flatten)]
    pub(crate) files: IndexArgs,
    /// Where a model is named: do not let it read what was indexed
    #[arg(long)]
    pub(crate) offline: bool,
    /// Where a model is named: the most that its reading may cost, in all rounds together
    #[arg(long, value_name = "MONEY", conflicts_with = "offline")]
    pub(crate) budget: Option<f64>,
}

impl IndexArgs {
    /// The settings that flags stand for: key, flag, value.
    pub(crate) fn flags(&self) -> [(&'static str, &'static str, Option<String>); 2] {
        let every = self.sync_every.map(|seconds| seconds.to_string());
        [("index.sync_every", "--sync-every", every), ("split.method", "--split", self.split.clone())]
    }
}

/// What stands below the flags of `index`: examples, and the ways to cut as their registry has them.
fn index_help() -> String {
    let mut help = INDEX_HELP.to_owned();
    help.push_str("\n\nWays to cut (--split):");
    for splitter in SPLITTERS {
        let _ = write!(help, "\n  {:<12}{}", splitter.name(), splitter.about());
    }
    help
}

const INDEX_HELP: &str = "\
Examples:
  quipu index ~/notes                  a folder, recursively, .gitignore and .quipuignore respected
  quipu index 'docs/**/*.md' README.md  a glob and a file
  quipu index ~/notes --prune           and forget files that are gone
  git log | quipu index - --id history  standard input, under an id
  quipu index ~/notes --dry-run         and what a model's reading would take

Indexing again costs only what changed. --prune forgets only what is surely gone: documents from a folder that cannot be \
read, or from a root that is away or empty, as a disk that is not mounted leaves it, are kept and told, unless --force says \
otherwise. Files that could not be read, or not whole, are listed at the \
end with the reason; they never stop the run. Ctrl-C stops cleanly: what is durable stays, and the \
next run goes on.";

/// Print what is read of files, as Markdown, and make nothing of it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu read report.pdf           is the table whole, are the columns in order?
  quipu read mail.mbox --json     a document a line, with its metadata and where its pages begin

What cannot be read is told on standard error, with the reason.")]
pub(crate) struct ReadArgs {
    /// Files, folders, globs, or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

/// Remove documents, and everything that only they said
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu delete notes/old.md       by id, as `quipu search` and citations show it
  quipu delete ~/notes/old.md     by the file's path
  quipu delete 'notes/2019/**'    by a glob over ids
  quipu search draft --json | jq -r '.hits[].document' | quipu delete -")]
pub(crate) struct DeleteArgs {
    /// Ids, file paths or globs over ids, or `-` for such lines on standard input
    #[arg(value_name = "DOCUMENT", required = true)]
    pub(crate) documents: Vec<String>,
}

/// Give documents a title or metadata by hand, in the place of what their files say
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true).multiple(true).args(["title", "fields", "back"]))]
#[command(after_help = "\
Examples:
  quipu amend notes/old.md --title 'The old tower'
  quipu amend 'notes/2019/**' --field project=tower --field 'tags=[\"tower\", \"clock\"]'
  quipu amend notes/old.md --back title --back tags    what the file says again

A value is JSON where it reads as JSON, else text. What was given by hand stays when the file is read again, and goes with \
the document; filters see it at once, and `quipu show document` marks it.")]
pub(crate) struct AmendArgs {
    /// Ids, file paths or globs over ids, or `-` for such lines on standard input
    #[arg(value_name = "DOCUMENT", required = true)]
    pub(crate) documents: Vec<String>,
    /// The title
    #[arg(long, value_name = "TITLE")]
    pub(crate) title: Option<String>,
    /// A field of the metadata; may be repeated
    #[arg(long = "field", value_name = "FIELD=VALUE")]
    pub(crate) fields: Vec<String>,
    /// Take back what was given by hand: a field, or `title`; may be repeated
    #[arg(long, value_name = "FIELD")]
    pub(crate) back: Vec<String>,
}
