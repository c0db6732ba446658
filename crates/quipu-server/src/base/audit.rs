//! The audit log: a line of JSON for each change, in a file that only grows.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A deed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Deed {
    /// When, RFC 3339.
    pub at: String,
    /// The actor, by the name of the token.
    pub actor: String,
    /// The client's address.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub address: Option<String>,
    /// The id of the request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request: Option<String>,
    /// The action.
    pub verb: String,
    /// The workspace.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub workspace: Option<String>,
    /// The object of the action.
    pub object: String,
}

/// The log.
pub(crate) struct Audit {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl Audit {
    pub(crate) fn of(folder: &Path) -> Self {
        Self { path: folder.join("audit.jsonl"), file: Mutex::default() }
    }

    /// Notes a deed.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn note(
        &self,
        actor: &str,
        address: Option<IpAddr>,
        verb: &str,
        workspace: Option<&str>,
        object: &str,
    ) -> io::Result<()> {
        let deed = Deed {
            at: Timestamp::now().to_string(),
            actor: actor.to_owned(),
            address: address.map(|address| address.to_string()),
            request: crate::request::id().map(|id| id.to_string()),
            verb: verb.to_owned(),
            workspace: workspace.map(str::to_owned),
            object: object.chars().take(1000).collect(),
        };
        let mut line = serde_json::to_vec(&deed)?;
        line.push(b'\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            fs::create_dir_all(quipu::durable::above(&self.path))?;
            *file = Some(File::options().create(true).append(true).open(&self.path)?);
        }
        file.as_mut().map_or(Ok(()), |file| file.write_all(&line))
    }

    /// The entries after a position in the log, the oldest first, at most `limit`, and the position after them.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn list(&self, from: usize, limit: usize) -> io::Result<(Vec<Deed>, Option<usize>)> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let deeds: Vec<Deed> =
            text.lines().skip(from).take(limit).filter_map(|line| serde_json::from_str(line).ok()).collect();
        let next = (text.lines().nth(from + limit).is_some()).then_some(from + limit);
        Ok((deeds, next))
    }
}
