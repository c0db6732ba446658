//! The state that all requests share.

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
use crate::clients::failures::FailedSignIns;
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

/// Options of a server.
pub struct ServeOptions {
    /// The address to listen at.
    pub listen: SocketAddr,
    /// Host names of the server, beside its address and this machine's own.
    pub hosts: Vec<String>,
    /// Origins of foreign pages that may send requests (CORS).
    pub origins: Vec<String>,
    /// Folders below which requests may name files to index.
    pub roots: Vec<PathBuf>,
    /// True if requests from this machine need a token, too.
    pub closed: bool,
    /// Addresses and networks of reverse proxies that are trusted about a client's address.
    pub proxies: Vec<String>,
    /// Limit of concurrent requests.
    pub at_once: usize,
    /// The most bytes of a body of JSON.
    pub max_body: usize,
    /// The most bytes of an uploaded file.
    pub max_file: u64,
    /// The most files of an upload.
    pub max_files: usize,
    /// The folder of tokens and the audit log.
    pub state: PathBuf,
    /// Hosts within this network from which documents may be fetched.
    pub fetch_inside: Vec<String>,
    /// Timeout for a client to send a piece of a body, or to take one of a reply.
    pub patience: Duration,
    /// The workspaces to serve.
    pub workspaces: Vec<ServedWorkspace>,
    /// The tools that agents are shown over MCP, of which a token is shown those that it may call.
    pub mcp_tools: Vec<&'static NamedTool>,
    /// The public address of the page, where that is not the one of the request.
    pub public_url: Option<String>,
    /// True if requests may create, rename and delete workspaces: where all named ones are served.
    pub makes: bool,
    /// The source of workspaces.
    pub home: Arc<dyn WorkspaceHome>,
    /// The evaluator of sets of questions, for jobs `eval`.
    pub evaluator: Arc<dyn Evaluator>,
    /// The translator of texts for people, into the languages of requests.
    pub localizer: Arc<dyn Localizer>,
    /// The receiver of the log's lines.
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
        /// Its path, without the query: questions are private.
        path: String,
        /// The status.
        status: u16,
        /// Duration, in milliseconds.
        ms: u64,
        /// The client's address.
        address: Option<String>,
    },
    /// A line of the audit log could not be written.
    AuditFailed {
        /// The reason.
        reason: String,
    },
    /// The reply to a request with an idempotency key could not be kept.
    ReplyNotKept {
        /// The reason.
        reason: String,
    },
    /// A connection could not be taken.
    ConnectionFailed {
        /// The reason.
        reason: String,
    },
}

/// The state that all requests share.
pub(crate) struct App {
    pub(crate) options: ServeOptions,
    pub(crate) spaces: Spaces,
    pub(crate) tokens: TokenFile,
    pub(crate) audit: Audit,
    pub(crate) metrics: Metrics,
    pub(crate) failures: FailedSignIns,
    /// Requests that are not done twice.
    pub(crate) once: Once,
    /// The limits of each client.
    pub(crate) shares: Arc<AllShares>,
    /// Browsers of the owner.
    pub(crate) browsers: Browsers,
    /// The proxies that are trusted about an address.
    pub(crate) proxies: Proxies,
    /// The public address of the server.
    pub(crate) public: PublicAddress,
    /// The token of the command line of this user, which is in the file of the running server.
    pub(crate) owner: String,
    /// The signal that ends the server.
    pub(crate) stop: Stop,
    /// The address that it listens at.
    pub(crate) address: SocketAddr,
    /// Says of a workspace which server has it.
    pub(crate) running: Running,
    /// What describes the API.
    pub(crate) openapi: fn() -> Value,
}

impl ServeOptions {
    /// The rules for fetching documents.
    pub(crate) fn rules(&self) -> FetchRules {
        FetchRules { inside: self.fetch_inside.clone(), most: self.max_file.min(FETCHED) }
    }

    /// The means to serve a workspace.
    pub(crate) fn providers(&self) -> Providers {
        Providers { rules: self.rules(), home: self.home.clone(), evaluator: self.evaluator.clone() }
    }
}

/// The most bytes of a document that is fetched.
const FETCHED: u64 = 50 << 20;

impl App {
    /// Writes to the audit log. The change is done even if that fails: then the program's log reports it.
    pub(crate) fn note(&self, who: &Who, verb: &str, workspace: Option<&str>, object: &str) {
        if let Err(error) = self.audit.note(&who.actor(), who.address, verb, workspace, object) {
            (self.options.log)(LogLine::AuditFailed { reason: error.to_string() });
        }
    }
}
