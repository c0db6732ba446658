//! Flags of the server and its tokens.

use std::net::SocketAddr;

use clap::{Args, Subcommand, ValueEnum};
use quipu_server::TokenRole;

/// Answer over HTTP: the page, a REST API, uploads and jobs, until Ctrl-C
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu serve                         the workspace of this folder, for this machine alone
  quipu serve --all --open            all that have a name, and the page in a browser
  quipu token create wiki --role read
  quipu serve --listen 0.0.0.0:7171   for other machines, too: with a token

The server alone writes to its workspaces. Commands that write (`quipu index`, `delete`, `extract`) hand their work \
over to it by themselves and show how it goes. Ctrl-C ends it gracefully: answers end, and jobs stop and go on at the \
next start. More: docs/server.md, and docs/proxy.md for nginx and Caddy.")]
pub(crate) struct ServeArgs {
    /// Where to listen [default: `server.listen`, 127.0.0.1:7171]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Serve all workspaces that have a name, and not one
    #[arg(long)]
    pub(crate) all: bool,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

/// Let agents call tools over the workspace: the Model Context Protocol on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quipu mcp                            the usual tools; agents start it by themselves
  quipu -w notes mcp --tools papers    of another workspace, tools for papers
  quipu mcp --tools search,fetch,read  these alone
  quipu mcp --write                    with tools that add and delete documents and merge names

Sets of tools are default, papers and all. Nothing is written but with --write, whatever a document says. `quipu serve` \
answers the same over HTTP, at /mcp. More: docs/mcp.md.")]
pub(crate) struct McpArgs {
    /// Which tools are shown: sets and names, parted by commas [default: `mcp.tools`, default]
    #[arg(long, value_name = "SET")]
    pub(crate) tools: Option<String>,
    /// Show tools that change the workspace, too
    #[arg(long)]
    pub(crate) write: bool,
}

/// List, make and revoke tokens of the server
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  quipu token create wiki --role read --only papers   for one workspace
  quipu token create me --role admin --days 30        for a month
  quipu token list
  quipu token revoke 3q2-7wMBAgME

A token is shown once; only its hash is kept. It is sent as `Authorization: Bearer`.")]
pub(crate) struct TokenArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) what: TokenWhat,
}

/// What can be done with tokens.
#[derive(Debug, Subcommand)]
pub(crate) enum TokenWhat {
    /// Make a token and show it
    Create {
        /// What it is called
        #[arg(value_name = "NAME")]
        name: String,
        /// What it may do: read asks, write changes documents too, admin everything
        #[arg(long, value_name = "ROLE", default_value = "read")]
        role: RoleArg,
        /// A workspace that it may see; without one all
        #[arg(long = "only", value_name = "WORKSPACE")]
        workspaces: Vec<String>,
        /// After how many days it ends; without that never
        #[arg(long, value_name = "DAYS")]
        days: Option<u32>,
    },
    /// List tokens, without their secrets
    List,
    /// Revoke a token
    Revoke {
        /// Its id, as `quipu token list` shows it
        #[arg(value_name = "ID")]
        id: String,
    },
}

/// What a token may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoleArg {
    /// It asks and looks
    Read,
    /// It changes documents and decides names, too
    Write,
    /// It changes tokens and settings, too
    Admin,
}

impl From<RoleArg> for TokenRole {
    fn from(role: RoleArg) -> Self {
        match role {
            RoleArg::Read => Self::Read,
            RoleArg::Write => Self::Write,
            RoleArg::Admin => Self::Admin,
        }
    }
}
