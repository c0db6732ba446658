//! The two servers, by the script that fetches, starts and ends them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};

/// The ports of the chat server and of the other one.
const PORTS: [(&str, u16); 2] = [("chat", 8902), ("embed", 8901)];
/// Timeout of a server's start.
const PATIENCE: Duration = Duration::from_secs(120);

/// See the module; dropped, both end.
pub(super) struct Servers {
    script: PathBuf,
}

impl Servers {
    /// The servers, if they can be fetched.
    pub(super) fn fetched() -> anyhow::Result<Option<Self>> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/real-servers.sh");
        let servers = Self { script };
        Ok(servers.command("get").status()?.success().then_some(servers))
    }

    fn command(&self, what: &str) -> Command {
        let mut command = Command::new(&self.script);
        command.arg(what);
        command
    }

    /// Starts one, and waits until it answers.
    pub(super) fn start(&self, which: &str) -> anyhow::Result<()> {
        ensure!(self.command(which).status()?.success(), "the {which} server does not start");
        let port = PORTS.iter().find(|(name, _)| *name == which).map_or(0, |(_, port)| *port);
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            // It listens before its model is loaded, and then answers 503.
            if answers(port).is_ok_and(|said| !said.is_empty() && !said.contains(" 503 ")) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        bail!("the {which} server does not answer on port {port}")
    }

    /// Kills the chat server.
    pub(super) fn kill(&self) -> anyhow::Result<()> {
        ensure!(self.command("kill").status()?.success(), "the chat server cannot be killed");
        Ok(())
    }

    pub(super) fn chat_url(&self) -> String {
        "http://127.0.0.1:8902/v1".to_owned()
    }

    pub(super) fn embed_url(&self) -> String {
        "http://127.0.0.1:8901/v1".to_owned()
    }
}

/// The first line of a server's answer.
fn answers(port: u16) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
    let mut said = String::new();
    BufReader::new(stream).read_line(&mut said)?;
    Ok(said)
}

impl Drop for Servers {
    fn drop(&mut self) {
        // A server that is gone cannot be ended.
        let _ = self.command("down").status();
    }
}
