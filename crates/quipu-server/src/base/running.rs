//! The server of a workspace: a file beside the truth that only its user can read, with an address and a token for the
//! command line of this user.

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use quipu::durable;
use serde::{Deserialize, Serialize};

/// The name of the file.
const FILE: &str = "server.json";

/// A server that has a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    /// The address that it listens at.
    pub address: SocketAddr,
    /// The token of this user's command line: no other user can read it, and it is valid for no other host.
    pub token: String,
    /// The name under which the workspace is served.
    pub workspace: String,
    /// The process.
    pub process: u32,
}

impl Running {
    /// The server that has the workspace of this store, if one says so. It may be gone: a kill leaves the file.
    pub fn find(store: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(store.join(FILE)).ok()?).ok()
    }

    /// Writes the notice beside a store, until the returned value is dropped.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn say(&self, store: &Path) -> io::Result<Said> {
        let path = store.join(FILE);
        durable::write_private(&path, &serde_json::to_vec(self)?)?;
        Ok(Said { path, running: Mutex::new(self.clone()) })
    }
}

/// The file of a running server; it goes with its end.
pub(crate) struct Said {
    path: PathBuf,
    running: Mutex<Running>,
}

impl Said {
    /// Says that the workspace is served under another name.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn renamed(&self, to: &str) -> io::Result<()> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        to.clone_into(&mut running.workspace);
        durable::write_private(&self.path, &serde_json::to_vec(&*running)?)
    }
}

impl Drop for Said {
    fn drop(&mut self) {
        // Another server may have said by now that it has the workspace.
        let own = fs::read(&self.path).ok().and_then(|text| serde_json::from_slice::<Running>(&text).ok());
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if own.as_ref() == Some(&*running) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_found_while_it_runs() {
        let folder = tempfile::tempdir().unwrap();
        let of = |process| Running {
            address: ([127, 0, 0, 1], 1).into(),
            token: "t".to_owned(),
            workspace: "w".to_owned(),
            process,
        };
        let said = of(1).say(folder.path()).unwrap();
        assert_eq!(Running::find(folder.path()), Some(of(1)));
        let next = of(2).say(folder.path()).unwrap();
        drop(said);
        assert_eq!(Running::find(folder.path()), Some(of(2)));
        drop(next);
        assert_eq!(Running::find(folder.path()), None);
    }
}
