//! What can be typed: the commands and their flags, each with help that teaches by example.
//!
//! Parsing does nothing; what was parsed is done by the commands in [`crate::command`].

mod ask;
mod communities;
mod config;
mod entity;
mod exchange;
mod extract;
mod graph;
mod index;
mod model;
mod monitor;
mod other;
mod papers;
mod serve;
mod wiki;

use std::path::PathBuf;

use clap::{Args, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub(crate) use ask::{
    AskArgs, ChatArgs, FilterArgs, LookArgs, SearchArgs, SessionArgs, SessionWhat, ThingWhat, ToolArgs, WaysArgs,
};
pub(crate) use communities::{ClusterArgs, CommunitiesArgs, StatusArgs, ThemesArgs};
pub(crate) use config::{CompletionsArgs, ConfigArgs, ConfigCommand, WorkspaceArgs, WorkspaceCommand};
pub(crate) use entity::{EntityArgs, EntityWhat};
pub(crate) use exchange::{BackupArgs, ExportArgs, ExportChoice, ImportArgs, RestoreArgs};
pub(crate) use extract::{ExtractArgs, PromptsArgs, PromptsWhat, RetryArgs};
pub(crate) use graph::{DrawnArgs, GraphArgs, PathArgs, SimilarArgs};
pub(crate) use index::{AmendArgs, DeleteArgs, IndexAllArgs, IndexArgs, ReadArgs, WatchArgs};
pub(crate) use model::{ModelArgs, ModelWhat, ReembedArgs};
pub(crate) use monitor::MonitorArgs;
pub(crate) use other::{BenchArgs, BenchPhase, DocsArgs, DocsPage, DoctorArgs, DumpArgs, EvalArgs, ShowArgs, Shown};
pub(crate) use papers::{
    ConceptsArgs, FormOfBibliography, FormOfTable, NearnessOfPapers, OrderOfPapers, PapersAddArgs, PapersArgs,
    PapersAskArgs, PapersListArgs, PapersSearchArgs, PapersTableArgs, PapersWhat, RelatedArgs, WhichPapersArgs,
};
pub(crate) use serve::{McpArgs, ServeArgs, TokenArgs, TokenWhat};
pub(crate) use wiki::WikiArgs;

use crate::messages::{MessageLanguage, early, say, speak};
use crate::print::{self, ShowWhen};

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    nothing found: the documents do not answer, no chunk matches, nothing has that name
  2    wrong usage, or settings that cannot be used
  3    failed: the reason is on standard error; or `model check` found a model that does not work
  4    not whole: `doctor` found damage that remains, an import left something out, or a model did not read all
  130  stopped with Ctrl-C; what was durable stays, and the next run goes on

Learn more with `quipu help COMMAND`. Settings: `quipu settings`.";

/// Files become a graph; a question becomes evidence; evidence becomes an answer.
#[derive(Debug, Parser)]
#[command(name = "quipu", version = concat!(env!("CARGO_PKG_VERSION"), " (", env!("BUILT_OF"), ")"), about, after_help = EXIT_CODES, max_term_width = 100)]
#[command(propagate_version = true, disable_help_subcommand = false, arg_required_else_help = true)]
#[command(long_about = "\
Files become a graph; a question becomes evidence; evidence becomes an answer.

Quipu reads a folder of text, keeps a knowledge graph of it beside the files, and answers questions \
with citations that point at the bytes they quote. It needs no service, no key and no network.

  quipu index ~/notes            read a folder (again, later: only what changed)
  quipu ask \"who keeps the clock?\"  an answer, each sentence with its source")]
pub(crate) struct Cli {
    /// Flags of every command.
    #[command(flatten)]
    pub(crate) common: Common,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Flags of every command.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Common {
    /// Folder of the workspace, the one that holds `.quipu/`, or its name (`quipu workspace`) [default: the nearest folder above
    /// this one that has a `.quipu/`, else this one]
    #[arg(short, long, global = true, value_name = "DIR", env = "QUIPU_WORKSPACE", hide_env_values = true)]
    pub(crate) workspace: Option<PathBuf>,
    /// Print JSON, complete and stable: fields may be added, never renamed
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Set a setting for this run, as in `--set split.characters=800`; see `quipu settings`
    #[arg(long = "set", global = true, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
    /// Take the settings of a preset, as `--preset lightrag`; `quipu config presets` lists them
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    pub(crate) preset: Option<String>,
    /// Speak this language [default: what QUIPU_LANG, LC_ALL, LC_MESSAGES or LANG names, else English]
    #[arg(long, global = true, value_name = "LANGUAGE", ignore_case = true, hide_short_help = true)]
    pub(crate) lang: Option<MessageLanguage>,
    /// When to write in colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_short_help = true)]
    pub(crate) color: ShowWhen,
    /// When to link documents and citations to their files
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_short_help = true)]
    pub(crate) hyperlink: ShowWhen,
    /// Do not show what is long page by page
    #[arg(long, global = true, hide_short_help = true)]
    pub(crate) no_pager: bool,
}

/// The tree of commands, its help in the language of the run.
pub(crate) fn command() -> clap::Command {
    // What is printed decides itself whether it is coloured.
    speak(Cli::command().color(ColorChoice::Always))
}

/// What was typed.
///
/// # Errors
/// When help was asked for, or what was typed is wrong.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    // Help is shown before flags are known.
    print::settle(early("--color"), early("--hyperlink"), early("--no-pager").is_some());
    let mut command = command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Index(IndexAllArgs),
    Watch(WatchArgs),
    Read(ReadArgs),
    Ask(AskArgs),
    Chat(ChatArgs),
    Session(SessionArgs),
    Search(SearchArgs),
    Tool(ToolArgs),
    Ways(WaysArgs),
    Show(ShowArgs),
    Entity(EntityArgs),
    Path(PathArgs),
    Graph(GraphArgs),
    Similar(SimilarArgs),
    Papers(PapersArgs),
    Themes(ThemesArgs),
    Communities(CommunitiesArgs),
    Cluster(ClusterArgs),
    Wiki(WikiArgs),
    Monitor(MonitorArgs),
    Status(StatusArgs),
    Delete(DeleteArgs),
    Amend(AmendArgs),
    Doctor(DoctorArgs),
    Dump(DumpArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    Backup(BackupArgs),
    Restore(RestoreArgs),
    Eval(EvalArgs),
    Bench(BenchArgs),
    Model(ModelArgs),
    Reembed(ReembedArgs),
    /// Bring a workspace that an older program made up to date
    #[command(after_help = "\
What is derived from the documents is made again, beside what is there, and taken into use at once: no file is read \
again, no model asked, and decisions, conversations, vectors and ids stay. Stopped or killed, it goes on where it \
was when it is run again. Whatever writes to a small workspace does so by itself.")]
    Upgrade,
    Serve(ServeArgs),
    Mcp(McpArgs),
    Token(TokenArgs),
    Extract(ExtractArgs),
    Retry(RetryArgs),
    Prompts(PromptsArgs),
    /// List every setting: its value, where that was set, and what it does
    #[command(after_help = "\
Settings are read, from strong to weak, from flags (`--set split.characters=800`), variables \
(QUIPU_SPLIT_CHARACTERS), `quipu.toml` beside `.quipu/`, and `quipu/config.toml` below $XDG_CONFIG_HOME or \
~/.config. A key that no setting has is an error.")]
    Settings,
    Config(ConfigArgs),
    Workspace(WorkspaceArgs),
    Completions(CompletionsArgs),
    /// Print the manual page
    #[command(after_help = "Example:\n  quipu man > ~/.local/share/man/man1/quipu.1")]
    Man,
    /// Print the licences of the libraries that the binary is built of
    Licences,
    Docs(DocsArgs),
}

/// A `KEY=VALUE`.
///
/// # Errors
/// When there is no `=` or no key.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.trim().to_owned())),
        _ => Err(say!("pair").to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_tree_of_commands_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_teaches() {
        for command in Cli::command().get_subcommands() {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(about.len() > 20, "`{}` does not say what it does", command.get_name());
        }
    }
}
