//! Flags of the commands that read: how to look, and where.

use clap::Args;

use super::pair;

/// Answer a question, each sentence with its source
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu ask \"Who keeps the clock of the tower?\"
  quipu ask \"Что сломалось в марте?\" --language ru
  quipu ask \"Which service calls the ledger?\" --strategy lexical --tag design
  echo \"Who keeps the clock?\" | quipu ask -

A number in brackets leads to a citation: document, heading, the bytes it quotes, and the quote. When \
the documents do not answer, it says so and ends with exit code 1.")]
pub(crate) struct AskArgs {
    /// The question, or `-` to read it from standard input
    #[arg(value_name = "QUESTION")]
    pub(crate) question: String,
    /// How to look.
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Where to look.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// List the chunks that match, best first, each with the reasons for its score
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu search \"tower clock\"
  quipu search \"tower clock\" --why             the reasons, down to each word and each link
  quipu search clock -n 3 --field author=Ito --date 2024..2025-06
  quipu search clock --strategy traverse --edge 'links:$id' --set look.max_depth=2

What a strategy can be told is under `look` in `quipu settings`; --set sets it.")]
pub(crate) struct SearchArgs {
    /// What to look for, or `-` to read it from standard input
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,
    /// Show the reasons for each score
    #[arg(long)]
    pub(crate) why: bool,
    /// How to look.
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Where to look.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// How to look.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct LookArgs {
    /// How to look for evidence; `quipu settings` lists the strategies
    #[arg(short, long, value_name = "NAME")]
    pub(crate) strategy: Option<String>,
    /// How many chunks of evidence to gather
    #[arg(short = 'n', long, value_name = "COUNT")]
    pub(crate) limit: Option<usize>,
    /// Whose facts it walks by: all, those of the rules, or those of the model
    #[arg(long, value_name = "WHOSE")]
    pub(crate) facts: Option<String>,
    /// `traverse`: follow this edge, from values of one field of the front matter to documents with
    /// them in the other, `$id` being a document's id; again for more
    #[arg(long, value_name = "SOURCE:TARGET")]
    pub(crate) edge: Vec<String>,
}

/// Where to look: conditions that a document must meet, all of them.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// Only this document, by id; again for more
    #[arg(long, value_name = "ID")]
    pub(crate) document: Vec<String>,
    /// Only documents with this tag; again: with any of them
    #[arg(long, value_name = "TAG")]
    pub(crate) tag: Vec<String>,
    /// Only documents whose field has this value; dots reach into nested fields
    #[arg(long, value_name = "FIELD=VALUE", value_parser = pair)]
    pub(crate) field: Vec<(String, String)>,
    /// Only documents dated within, both ends included: 2024, 2024-03..2024-06, ..2023
    #[arg(long, value_name = "FROM..TO")]
    pub(crate) date: Option<String>,
    /// Only documents in this language, by its ISO 639-1 code
    #[arg(long, value_name = "CODE")]
    pub(crate) language: Vec<String>,
}
