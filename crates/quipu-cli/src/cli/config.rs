//! Flags of the commands that set up: settings in files, workspaces by name, completions.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;

/// Show settings and where they were set, set them, or edit their file
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  quipu config show --origin                what holds here, and which file, variable or flag says so
  quipu config set split.characters 800     in `quipu.toml` beside `.quipu/`
  quipu config set look.limit 20 --user     in the user's own file, for every workspace
  quipu config unset split.characters
  quipu config presets lightrag             what `--preset lightrag` sets
  quipu config edit                         in $VISUAL or $EDITOR; what no setting accepts is refused

What each setting does: `quipu settings`.")]
pub(crate) struct ConfigArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: ConfigCommand,
}

/// What can be done with settings.
#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print settings and their values
    Show {
        /// Only these
        #[arg(value_name = "KEY")]
        keys: Vec<String>,
        /// Say where each value was set
        #[arg(long)]
        origin: bool,
    },
    /// Set a setting in a file
    Set {
        /// Which
        #[arg(value_name = "KEY")]
        key: String,
        /// To what
        #[arg(value_name = "VALUE", allow_hyphen_values = true)]
        value: String,
        /// In the user's own file
        #[arg(long)]
        user: bool,
    },
    /// Take a setting out of a file
    Unset {
        /// Which
        #[arg(value_name = "KEY")]
        key: String,
        /// Out of the user's own file
        #[arg(long)]
        user: bool,
    },
    /// Open a file of settings in an editor
    Edit {
        /// The user's own file
        #[arg(long)]
        user: bool,
    },
    /// List presets: settings that go together, by the numbers of other systems; or print one
    Presets {
        /// Which to print, as a file of settings
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Print the path of a file of settings
    Path {
        /// The user's own file
        #[arg(long)]
        user: bool,
    },
}

/// List, make, rename and delete workspaces that have a name
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  quipu workspace create papers            a workspace that any folder can name
  quipu -w papers index ~/papers
  quipu -w papers ask \"what is a skeleton?\"
  quipu workspace create work --at ~/work  a name for one that lies in a folder

A workspace needs no name: without -w, the nearest `.quipu/` above the current folder is used.")]
pub(crate) struct WorkspaceArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: WorkspaceCommand,
}

/// What can be done with workspaces.
#[derive(Debug, Subcommand)]
pub(crate) enum WorkspaceCommand {
    /// Print every name, its folder, and what it holds
    List,
    /// Name a workspace, and make it where it is not there
    Create {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
        /// Its folder [default: one below the folder for the user's data]
        #[arg(long, value_name = "DIR")]
        at: Option<PathBuf>,
    },
    /// Give a workspace another name; its folder stays
    Rename {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
        /// Its new name
        #[arg(value_name = "NEW")]
        new: String,
    },
    /// Delete a workspace's store; documents and settings stay where they are
    Delete {
        /// Its name
        #[arg(value_name = "NAME")]
        name: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu completions bash > ~/.local/share/bash-completion/completions/quipu
  quipu completions fish > ~/.config/fish/completions/quipu.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}
