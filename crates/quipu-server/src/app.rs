//! What all requests share.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quipu::Stop;
use quipu::documents::FetchRules;
use quipu::tools::NamedTool;
use serde::Serialize;
use serde_json::Value;

use crate::audit::Audit;
use crate::clients::browser::Browsers;
use crate::clients::failures::Failures;
use crate::clients::forwarded::{Proxies, PublicAddress};
use crate::clients::shares::AllShares;
use crate::clients::{Once, Who};
use crate::current::WorkspaceHome;
use crate::evaluator::Evaluator;
use crate::metrics::Metrics;
use crate::request::Localizer;
use crate::running::Running;
use crate::served::{Providers, ServedWorkspace, Spaces};
use crate::tokens::TokenFile;

/// How a server serves.
pub struct ServeOptions {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Names under which it is asked, beside its address and this machine's own.
    pub hosts: Vec<String>,
    /// Origins of pages elsewhere that may ask it (CORS).
    pub origins: Vec<String>,
    /// Folders below which requests may name files to index.
    pub roots: Vec<PathBuf>,
    /// Whether requests of this machine need a token, too.
    pub closed: bool,
    /// Addresses and networks of reverse proxies whose word on a client's address counts.
    pub proxies: Vec<String>,
    /// How many requests are served at once.
    pub at_once: usize,
    /// The most bytes of a body of JSON.
    pub max_body: usize,
    /// The most bytes of an uploaded file.
    pub max_file: u64,
    /// The most files of an upload.
    pub max_files: usize,
    /// The folder that keeps tokens and the log of who changed what.
    pub state: PathBuf,
    /// Hosts within this network from which documents may be fetched.
    pub fetch_inside: Vec<String>,
    /// How long a client may take for a piece of a body, or to take one of a reply.
    pub patience: Duration,
    /// What is served.
    pub workspaces: Vec<ServedWorkspace>,
    /// The tools that agents are shown over MCP, of which a token is shown those that it may call.
    pub mcp_tools: Vec<&'static NamedTool>,
    /// Under which address people reach the page, where that is not the one that a request came under.
    pub public_url: Option<String>,
    /// Whether requests may make, rename and delete workspaces: where all that have a name are served.
    pub makes: bool,
    /// Where workspaces come from.
    pub home: Arc<dyn WorkspaceHome>,
    /// What measures sets of questions, for jobs `eval`.
    pub evaluator: Arc<dyn Evaluator>,
    /// Who says what people read, in the languages of requests.
    pub localizer: Arc<dyn Localizer>,
    /// Who takes the lines of the log.
    pub log: Arc<dyn Fn(LogLine) + Send + Sync>,
}

/// A line of the log.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum LogLine {
    /// A request was answered: its headers were sent.
    Request {
        /// Its id.
        request: String,
        /// Its method.
        method: String,
        /// Its path, without the query: questions are nobody's business.
        path: String,
        /// The status.
        status: u16,
        /// How long it took, in milliseconds.
        ms: u64,
        /// From where.
        address: Option<String>,
    },
    /// Who changed what could not be noted.
    AuditFailed {
        /// Why.
        reason: String,
    },
    /// A connection could not be taken.
    ConnectionFailed {
        /// Why.
        reason: String,
    },
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) options: ServeOptions,
    pub(crate) spaces: Spaces,
    pub(crate) tokens: TokenFile,
    pub(crate) audit: Audit,
    pub(crate) metrics: Metrics,
    pub(crate) failures: Failures,
    /// Requests that are not done twice.
    pub(crate) once: Once,
    /// What each client may hold at once.
    pub(crate) shares: Arc<AllShares>,
    /// Browsers of the owner.
    pub(crate) browsers: Browsers,
    /// The proxies whose word on an address counts.
    pub(crate) proxies: Proxies,
    /// Under which address people reach it.
    pub(crate) public: PublicAddress,
    /// The token of the command line of this user, which is in the file of the running server.
    pub(crate) owner: String,
    /// Whether the server is to end.
    pub(crate) stop: Stop,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Says of a workspace which server has it.
    pub(crate) running: Running,
    /// What describes the API.
    pub(crate) openapi: fn() -> Value,
}

impl ServeOptions {
    /// From where documents are fetched.
    pub(crate) fn rules(&self) -> FetchRules {
        FetchRules { inside: self.fetch_inside.clone(), most: self.max_file.min(FETCHED) }
    }

    /// What a workspace needs to be served.
    pub(crate) fn providers(&self) -> Providers {
        Providers { rules: self.rules(), home: self.home.clone(), evaluator: self.evaluator.clone() }
    }
}

/// The most bytes of a document that is fetched.
const FETCHED: u64 = 50 << 20;

impl App {
    /// Notes who changed what. What cannot be noted was done all the same: the log of the program says so.
    pub(crate) fn note(&self, who: &Who, verb: &str, workspace: Option<&str>, object: &str) {
        if let Err(error) = self.audit.note(&who.actor(), who.address, verb, workspace, object) {
            (self.options.log)(LogLine::AuditFailed { reason: error.to_string() });
        }
    }
}
