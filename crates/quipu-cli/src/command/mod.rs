//! The commands: each takes settings and ports, calls a function of the library, and prints its outcome.

mod amend;
mod ask;
mod backup;
mod bench;
mod chat;
mod communities;
mod config;
mod delete;
mod docs;
mod doctor;
mod dump;
mod entity;
mod eval;
mod eval_report;
mod exchange;
mod extract;
mod graph;
mod handed;
mod index;
mod job;
mod mcp;
mod model;
mod model_check;
mod monitor;
mod named;
mod papers;
mod path;
mod prompts;
mod query;
mod read;
mod reembed;
mod search;
mod serve;
mod served_name;
mod session;
mod settings;
mod show;
mod status;
mod token;
mod tool;
mod upgrade;
mod watch;
mod ways;
mod wiki;
mod workspaces;

use crate::cli::{Cli, Command, ConfigCommand, EntityWhat};
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::messages;
use crate::print;

/// Runs the command.
///
/// # Errors
/// With the reason, when it fails.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<CommandOutcome> {
    messages::check()?;
    let place = CommandPlace::here(&cli.common)?;
    if !cli.common.json && is_long(&cli.command) {
        print::page_by_page();
    }
    print::shown_from(&place.folder);
    // Long work has threads of its own, and so has Ctrl-C: calls and replies need not be handed from one to another.
    let mut threads = match &cli.command {
        Command::Serve(_) | Command::Mcp(_) => tokio::runtime::Builder::new_multi_thread(),
        _ => tokio::runtime::Builder::new_current_thread(),
    };
    let runtime = threads.enable_all().build()?;
    let done = runtime.block_on(dispatch(&place, &cli.command));
    if done.is_ok() {
        // The process ends: its connections and threads need not be ended one by one.
        std::mem::forget(runtime);
    }
    done
}

/// True if the output of a command may be longer than a screen, and is read rather than watched.
fn is_long(command: &Command) -> bool {
    match command {
        Command::Ask(_)
        | Command::Search(_)
        | Command::Tool(_)
        | Command::Show(_)
        | Command::Path(_)
        | Command::Similar(_)
        | Command::Communities(_) => true,
        Command::Entity(args) => matches!(args.what, EntityWhat::Log),
        Command::Ways(_) | Command::Settings | Command::Licences | Command::Docs(_) => true,
        Command::Config(args) => matches!(args.what, ConfigCommand::Show { .. }),
        _ => false,
    }
}

async fn dispatch(place: &CommandPlace<'_>, command: &Command) -> anyhow::Result<CommandOutcome> {
    match command {
        Command::Index(args) => index::run(place, args).await,
        Command::Read(args) => read::run(place, args).await,
        Command::Ask(args) => ask::run(place, args).await,
        Command::Chat(args) => chat::run(place, args).await,
        Command::Session(args) => session::run(place, args).await,
        Command::Search(args) => search::run(place, args).await,
        Command::Tool(args) => tool::run(place, args).await,
        Command::Ways(args) => ways::run(place, args),
        Command::Show(args) => show::run(place, args).await,
        Command::Entity(args) => entity::run(place, args).await,
        Command::Path(args) => path::run(place, args).await,
        Command::Graph(args) => graph::run(place, args).await,
        Command::Similar(args) => graph::alike(place, args).await,
        Command::Papers(args) => papers::run(place, args).await,
        Command::Themes(args) => communities::themes(place, args).await,
        Command::Communities(args) => communities::run(place, args).await,
        Command::Cluster(args) => communities::cluster(place, args).await,
        Command::Wiki(args) => wiki::run(place, args).await,
        Command::Monitor(args) => monitor::run(place, args).await,
        Command::Status(args) => status::run(place, args).await,
        Command::Delete(args) => delete::run(place, args).await,
        Command::Amend(args) => amend::run(place, args).await,
        Command::Doctor(args) => doctor::run(place, args).await,
        Command::Dump(args) => dump::run(place, args).await,
        Command::Export(args) => exchange::write(place, args).await,
        Command::Import(args) => exchange::read(place, args).await,
        Command::Backup(args) => backup::write(place, args).await,
        Command::Restore(args) => backup::read(place, args).await,
        Command::Eval(args) => eval::run(place, args).await,
        Command::Bench(args) => bench::run(place, args),
        Command::Watch(args) => watch::run(place, args).await,
        Command::Model(args) => model::run(place, args).await,
        Command::Reembed(args) => reembed::run(place, args).await,
        Command::Upgrade => upgrade::run(place).await,
        Command::Serve(args) => serve::run(place, args).await,
        Command::Mcp(args) => mcp::run(place, args).await,
        Command::Token(args) => token::run(place, &args.what).await,
        Command::Extract(args) => extract::run(place, args).await,
        Command::Retry(args) => extract::retry(place, args).await,
        Command::Prompts(args) => prompts::run(place, args).await,
        Command::Settings => settings::run(place),
        Command::Config(args) => config::run(place, &args.what),
        Command::Workspace(args) => workspaces::run(place, &args.what).await,
        Command::Completions(args) => docs::completions(args.shell),
        Command::Man => docs::man(),
        Command::Licences => docs::licences(),
        Command::Docs(args) => docs::run(args),
    }
}
