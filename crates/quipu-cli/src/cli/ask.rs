//! Flags of the commands that read: how to look, and where.

use clap::{Args, Subcommand, ValueEnum};

use super::pair;

/// Answer a question, each sentence with its source
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu ask \"Who keeps the clock of the tower?\"
  quipu ask \"Что сломалось в марте?\" --language ru
  quipu ask \"Which service calls the ledger?\" --strategy lexical --tag design
  quipu ask \"How did the tower change?\" --length long --style list
  quipu ask \"And who paid for it?\" --session tower
  quipu ask \"Who leads the team that owns Lamp?\" --effort deep --trace-to why.html
  echo \"Who keeps the clock?\" | quipu ask -

A number in brackets leads to a citation: document, heading, the bytes it quotes, and the quote. When \
the documents do not answer, it says so and ends with exit code 1.

Where `llm.name` (or `llm.answer.name`) names a model, it writes the answer from the same evidence; each of its \
sentences is then held against the sources that it cites, and `[?]` marks those that they do not bear out. Else, and \
with --offline, the answer is sentences of the documents.")]
pub(crate) struct AskArgs {
    /// The question, or `-` to read it from standard input
    #[arg(value_name = "QUESTION")]
    pub(crate) question: String,
    /// How to write.
    #[command(flatten)]
    pub(crate) write: WriteArgs,
    /// Go on with this conversation, or begin it: what was said in it is kept, and a question may lean on it
    #[arg(long, value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// Say what asking a model takes at most, calls, tokens and money, and ask nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print each event as a line of JSON as it happens: steps, evidence, pieces of the answer, citations, the whole
    #[arg(long)]
    pub(crate) events: bool,
    /// Show as a tree what was done for the answer: its route, plan, steps, grades and checks
    #[arg(long)]
    pub(crate) trace: bool,
    /// Write what was done for the answer to this file, as one self-contained page, or as JSON where its name ends in .json
    #[arg(long, value_name = "FILE")]
    pub(crate) trace_to: Option<std::path::PathBuf>,
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
  quipu search clock --strategy traverse --edge 'links:$id' --set look.traverse.max_depth=2
  quipu search \"tower clock\" --strategy light-mix --context rows
  quipu search \"who looks after the bells\" --things entities,relations

With --things it finds things instead of chunks, each by a text of its own: what it is called and what is said of it. Of \
more than 20,000 entities or 100,000 relations, those of a single chunk that no model describes are left out. What is \
searched is kept, and brought up to date first. They are ranked by words and vectors together, or with \
--strategy lexical or dense by one of both; --limit holds for each kind.

What a strategy can be told is under `look` in `quipu settings`; --set sets it.")]
pub(crate) struct SearchArgs {
    /// What to look for, or `-` to read it from standard input
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,
    /// Show the reasons for each score
    #[arg(long)]
    pub(crate) why: bool,
    /// Print what a model would read of what is found: numbered `text`, or `rows` of entities, relations and passages
    #[arg(long, value_name = "FORM")]
    pub(crate) context: Option<String>,
    /// Find things of these kinds instead of chunks
    #[arg(long, value_name = "KIND", value_delimiter = ',')]
    pub(crate) things: Vec<ThingWhat>,
    /// How to look.
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Where to look.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// Which things are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThingWhat {
    /// Entities: people, places, parts of a program, whatever the documents name
    Entities,
    /// Relations that are stated between entities
    Relations,
    /// Reports on communities of entities
    Reports,
}

/// Who writes an answer, and how.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WriteArgs {
    /// Let no model write: answer by sentences of the documents
    #[arg(long)]
    pub(crate) offline: bool,
    /// How long a model's answer is: short, medium or long
    #[arg(long, value_name = "LENGTH")]
    pub(crate) length: Option<String>,
    /// How much is done for a question: quick, normal or deep
    #[arg(long, value_name = "EFFORT")]
    pub(crate) effort: Option<String>,
    /// How a model writes: prose, list, steps or simple
    #[arg(long, value_name = "STYLE")]
    pub(crate) style: Option<String>,
    /// What a model reads: numbered `text`, or `rows` of entities, relations and passages
    #[arg(long, value_name = "FORM")]
    pub(crate) context: Option<String>,
}

impl WriteArgs {
    /// The settings that flags stand for: key, flag, value.
    pub(crate) fn flags(&self) -> [(&'static str, &'static str, Option<String>); 4] {
        [
            ("answer.effort", "--effort", self.effort.clone()),
            ("answer.length", "--length", self.length.clone()),
            ("answer.style", "--style", self.style.clone()),
            ("answer.context", "--context", self.context.clone()),
        ]
    }
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
    /// `global`: read `themes` of documents (with a model `reports`), `reports` of communities, or `chunks` without any group
    #[arg(long, value_name = "WHAT")]
    pub(crate) over: Option<String>,
    /// `lazy`: how many chunks are tested for what they say of the question
    #[arg(long, value_name = "COUNT")]
    pub(crate) tests: Option<usize>,
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
    /// Only documents of which this holds: 'year >= 2020 and not (tags = draft or title holds "bell")'
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) expression: Option<quipu::filter::Expression>,
}

/// Ask in a conversation, in the terminal: a question may lean on what was said before
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu chat                       a new conversation
  quipu chat --session tower       go on with one, or begin it under this name
  printf 'Who cast the bell?\\nWhere did she learn it?\\n' | quipu chat

A line is a question; one that begins with / is a command, and /help lists them. Ctrl-C ends an answer, Ctrl-D the \
conversation; what was said is kept.")]
pub(crate) struct ChatArgs {
    /// Go on with this conversation, or begin it [default: a new one]
    #[arg(long, value_name = "SESSION")]
    pub(crate) session: Option<String>,
    /// How to write.
    #[command(flatten)]
    pub(crate) write: WriteArgs,
    /// How to look.
    #[command(flatten)]
    pub(crate) look: LookArgs,
    /// Where to look.
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
}

/// List, show and delete conversations
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  quipu session list
  quipu session show tower
  quipu session delete tower

`quipu ask --session NAME` and `quipu chat` begin and go on with them.")]
pub(crate) struct SessionArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: SessionWhat,
}

/// What is done with conversations.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionWhat {
    /// List every conversation, the last one first
    List,
    /// Print what was asked and answered in one
    Show {
        /// Its name
        #[arg(value_name = "SESSION")]
        name: String,
    },
    /// Delete conversations
    Delete {
        /// Their names
        #[arg(value_name = "SESSION", required = true)]
        names: Vec<String>,
    },
}

/// Call a tool by its name: what agents call, with the same results
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu tool                                                     the tools there are
  quipu tool dependencies '{\"entity\": \"AuthService\"}'
  quipu tool calculate '{\"expression\": \"15 % of 2,480\"}'
  quipu tool compare '{\"a\": \"Neva\", \"b\": \"Oka\"}'")]
pub(crate) struct ToolArgs {
    /// The tool [default: list them]
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Its arguments, a JSON object
    #[arg(value_name = "JSON", default_value = "{}", hide_default_value = true)]
    pub(crate) arguments: String,
}

/// List the ways to look, or tell all of one: what it is after, of what it is made, what it costs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu ways                    the names that --strategy takes
  quipu ways ppr                what it is made of, what its view holds, its options and what they are set to
  quipu ways ppr --json

Which way for which question, by figures: docs/ways.md.")]
pub(crate) struct WaysArgs {
    /// Which; by default all
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}
