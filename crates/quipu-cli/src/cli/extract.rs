//! Flags of the commands that let a model read.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Let the model that the settings name read what was indexed: described entities, relations, claims
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu extract --dry-run          what it would take: calls, tokens, money; nothing is asked
  quipu extract                    read what is not read yet
  quipu extract --budget 2.50      what is worth most for that, and stop before more is spent
  quipu extract --share 0.2        a fifth: what stands for most of the rest
  quipu extract --profile research --only abstract   papers, by their abstracts alone

`quipu index` does this, too, where a model is named. What is read is durable document by document; replies \
are kept as they come: a run that ends early (Ctrl-C, or a crash) asks for none of them again. Ctrl-Z pauses it, \
`fg` goes on.")]
pub(crate) struct ExtractArgs {
    /// Say what it would take, and ask nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The most to spend, in the currency of `llm.price_input` and `llm.price_output`; what is worth most is read first
    #[arg(long, value_name = "MONEY")]
    pub(crate) budget: Option<f64>,
    /// Which share to read, from 0 to 1: what stands for most of the rest, which rules alone read
    #[arg(long, value_name = "SHARE")]
    pub(crate) share: Option<f64>,
    /// What to find: a profile's name or file
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
    /// Read only what stands below a heading of this name
    #[arg(long, value_name = "HEADING")]
    pub(crate) only: Option<String>,
}

impl ExtractArgs {
    /// The settings that flags stand for: key, flag, value.
    pub(crate) fn flags(&self) -> [(&'static str, &'static str, Option<String>); 3] {
        [
            ("extract.profile", "--profile", self.profile.clone()),
            ("extract.only", "--only", self.only.clone()),
            ("extract.share", "--share", self.share.map(|share| share.to_string())),
        ]
    }
}

/// Ask the model again about what it failed to read
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu status                     is anything not read?
  quipu retry                      ask again about it, and about what is not read yet
  quipu retry --set llm.extract.name=a-larger-model   of another model: everything is read again")]
pub(crate) struct RetryArgs {
    /// The most to spend, in the currency of `llm.price_input` and `llm.price_output`
    #[arg(long, value_name = "MONEY")]
    pub(crate) budget: Option<f64>,
}

/// What a model is asked, as files that can be changed
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu prompts list
  quipu prompts tune --output mine.toml                the model proposes one for these documents
  quipu prompts eject research --to research.toml      a copy to change
  quipu prompts diff research.toml                     what was changed
  quipu config set extract.profile research.toml")]
pub(crate) struct PromptsArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: PromptsWhat,
}

/// What is done with profiles.
#[derive(Debug, Subcommand)]
pub(crate) enum PromptsWhat {
    /// List the profiles in the binary
    List,
    /// Write a profile as a file that says everything
    Eject {
        /// The profile's name
        #[arg(value_name = "PROFILE")]
        name: String,
        /// The file [default: standard output]
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
    /// Let the model propose a profile for the documents of this workspace: types, examples, language
    Tune {
        /// The file [default: standard output]
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// How many samples of the documents it sees
        #[arg(long, value_name = "COUNT", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=200))]
        samples: u16,
        /// Which samples: another number, others
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        seed: u64,
    },
    /// Show how a file differs from a profile in the binary
    Diff {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The profile
        #[arg(long, value_name = "PROFILE", default_value = "general")]
        from: String,
    },
}
