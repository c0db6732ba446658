//! `quipu serve`: workspaces over HTTP.

use crate::command::served_name::name_of;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use quipu::evaluated::SetRow;
use quipu::settings::Settings;
use quipu::{Location, Quipu, Stop, names};
use quipu_proof::measure::{Sets, evaluate};
use quipu_server::{Evaluation, Evaluator, LogLine, ServeOptions, ServedWorkspace, WorkspaceHome, serve};

use super::{mcp, token};
use crate::cli::{Common, ServeArgs};
use crate::exit::{Outcome, Usage};
use crate::interrupt::ends_gracefully;
use crate::messages::{ServedWords, say};
use crate::place::Place;
use crate::print;

/// Timeout for a client to send a piece of a body, or to take one of a reply.
const PATIENCE: Duration = Duration::from_secs(30);
/// The most bytes of a body of JSON.
const MAX_BODY: usize = 8 << 20;

/// Serves until it is stopped.
///
/// # Errors
/// When an address or a workspace is not available.
pub(crate) async fn run(place: &Place<'_>, args: &ServeArgs) -> anyhow::Result<Outcome> {
    #[cfg(unix)]
    open_many_files();
    let settings = place.settings(&[])?.settings;
    let options = options(place, args, &settings)?;
    let serving = serve(options).await?;
    let address = format!("http://{}/", serving.address());
    print::note(say!("serving", address = &address))?;
    if args.open {
        let page = serving.page_of_owner()?;
        // A launcher may live as long as its browser.
        std::thread::spawn(move || match opened(&page) {
            Ok(()) => Ok(()),
            Err(error) => print::note(say!("serve-not-opened", reason = error.to_string())),
        });
    }
    let stop = Stop::default();
    let _heard = ends_gracefully(stop.clone());
    serving.until(stop).await;
    Ok(Outcome::Done)
}

/// Takes as many open files as the system lets this process have: each workspace that is served has one at least, those that are
/// read some more, and many systems begin with 1,024.
#[cfg(unix)]
fn open_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Some systems that name no bound have one.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum.or(Some(1 << 20)), maximum });
}

/// Opens an address by the first launcher of the system that can. Each is a group of processes of its own, which Ctrl-C here does
/// not reach. (`open::that_detached` waits on a thread of 64 kB, too little for an allocator that is not optimised.)
fn opened(address: &str) -> io::Result<()> {
    let mut failed = io::Error::from(io::ErrorKind::NotFound);
    for mut launcher in open::commands(address) {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut launcher, 0);
        launcher.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match launcher.status() {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => failed = io::Error::other(format!("{launcher:?}: {status}")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn options(place: &Place<'_>, args: &ServeArgs, settings: &Settings) -> anyhow::Result<ServeOptions> {
    let listen = match args.listen {
        Some(listen) => listen,
        None => address(&settings.server_listen)?,
    };
    let mut roots = Vec::new();
    for root in &settings.server_roots {
        let refused = |reason: io::Error| Usage(say!("serve-root", folder = root, reason = reason.to_string()));
        roots.push(PathBuf::from(root).canonicalize().map_err(refused)?);
    }
    Ok(ServeOptions {
        listen,
        hosts: settings.server_hosts.clone(),
        origins: settings.server_origins.clone(),
        roots,
        closed: settings.server_closed == "yes",
        proxies: settings.server_proxies.clone(),
        at_once: settings.server_requests,
        max_body: MAX_BODY,
        max_file: settings.server_max_file as u64 * 1_000_000,
        max_files: settings.server_max_files,
        state: token::folder(place),
        fetch_inside: settings.server_fetch_inside.clone(),
        patience: PATIENCE,
        workspaces: workspaces(place, args.all)?,
        mcp_tools: mcp::shown(settings)?,
        public_url: Some(settings.server_public_url.clone()).filter(|url| !url.is_empty()),
        makes: args.all,
        home: Arc::new(NamedHome { common: place.common.clone() }),
        evaluator: Arc::new(Measures),
        localizer: Arc::new(ServedWords),
        log: Arc::new(logged),
    })
}

/// Measures for jobs of the server, which links none itself.
struct Measures;

impl Evaluator for Measures {
    fn evaluate(&self, quipu: &Quipu, asked: Evaluation) -> quipu::Outcome<Vec<SetRow>> {
        let sets = Sets { folders: asked.folders, questions: asked.questions, documents: None };
        evaluate(quipu, sets, asked.strategies)
    }
}

/// Workspaces by their names in the user's data, with the settings of the server's command.
struct NamedHome {
    common: Common,
}

impl WorkspaceHome for NamedHome {
    fn open(&self, folder: &Path) -> Result<Quipu, quipu::Error> {
        Place { common: &self.common, folder: folder.to_owned() }.quipu(&[])
    }

    fn make(&self, name: &str) -> Result<Quipu, quipu::Error> {
        names::free(name)?;
        let folder = names::fresh_folder(name)?;
        std::fs::create_dir_all(&folder).map_err(|reason| quipu::Error::File { path: folder.clone(), reason })?;
        let quipu = self.open(&folder)?;
        names::create(name, &folder)?;
        Ok(quipu)
    }

    fn rename(&self, name: &str, to: &str) -> Result<(), quipu::Error> {
        names::rename(name, to)
    }

    fn forget(&self, name: &str) -> Result<(), quipu::Error> {
        names::remove(name)
    }

    fn identity(&self, name: &str) -> Option<String> {
        Location::from(names::known(name).ok()?).identity().ok()
    }
}

fn address(text: &str) -> Result<SocketAddr, Usage> {
    text.parse().map_err(|_| Usage(say!("serve-address", found = text)))
}

/// The workspaces to serve: the current one, or all that have a name.
fn workspaces(place: &Place<'_>, all: bool) -> anyhow::Result<Vec<ServedWorkspace>> {
    let known = names::load()?;
    if !all {
        return Ok(vec![ServedWorkspace { name: name_of(place)?, quipu: place.quipu(&[])? }]);
    }
    let named = |(name, folder): (String, PathBuf)| {
        let quipu = Place { common: place.common, folder }.quipu(&[])?;
        Ok(ServedWorkspace { name, quipu })
    };
    known.into_iter().map(named).collect()
}

/// Writes a line of the log: as JSON for programs, and for people on a terminal only errors.
fn logged(line: LogLine) {
    let mut out = io::stderr().lock();
    if out.is_terminal() && matches!(&line, LogLine::Request { status, .. } if *status < 500) {
        return;
    }
    let mut value = serde_json::to_value(&line).unwrap_or_default();
    value["at"] = quipu_server::now().into();
    // Without standard error there is no way to report the failure.
    let _ = writeln!(out, "{value}");
}
