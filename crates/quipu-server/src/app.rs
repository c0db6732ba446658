//! What all requests share.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use quipu::Stop;
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::audit::Audit;
use crate::gate::failures::Failures;
use crate::gate::who::Who;
use crate::metrics::Metrics;
use crate::request::Tell;
use crate::served::{Served, ServedWorkspace};
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
    /// What is served.
    pub workspaces: Vec<ServedWorkspace>,
    /// Who says errors in the languages of requests.
    pub tell: Tell,
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
    pub(crate) served: BTreeMap<String, Arc<Served>>,
    pub(crate) tokens: TokenFile,
    pub(crate) audit: Audit,
    pub(crate) metrics: Metrics,
    pub(crate) failures: Failures,
    pub(crate) places: Arc<Semaphore>,
    /// The token of the command line of this user, which is in the file of the running server.
    pub(crate) owner: String,
    /// Whether the server is to end.
    pub(crate) stop: Stop,
    /// Where it listens.
    pub(crate) address: SocketAddr,
}

impl App {
    /// Notes who changed what. What cannot be noted was done all the same: the log of the program says so.
    pub(crate) fn note(&self, who: &Who, verb: &str, workspace: Option<&str>, object: &str) {
        if let Err(error) = self.audit.note((&who.name, who.address), verb, workspace, object) {
            (self.options.log)(LogLine::AuditFailed { reason: error.to_string() });
        }
    }

    /// Whether who asks from an address needs no token: those of this machine, unless the server is closed to them.
    pub(crate) fn is_open_to(&self, peer: SocketAddr) -> bool {
        !self.options.closed && self.address.ip().is_loopback() && peer.ip().is_loopback()
    }
}
