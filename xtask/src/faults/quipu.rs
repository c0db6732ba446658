//! The real binary: built, run, watched, stopped. No run may take longer than its limit: a hang is a
//! broken law like any other.

use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// No run may take longer, unless it says so.
const LONGEST: Duration = Duration::from_secs(120);

/// The programs to run.
#[derive(Debug, Clone)]
pub(crate) struct Binaries {
    pub(crate) quipu: PathBuf,
    /// The library that strikes.
    pub(crate) strike: PathBuf,
}

impl Binaries {
    /// Builds both with the cargo that runs this, or only the library where a binary is given.
    pub(crate) fn build(given: Option<&Path>, release: bool) -> anyhow::Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--locked", "--quiet", "-p", "quipu-strike"]);
        build.args(given.is_none().then_some(["-p", "quipu-cli"]).into_iter().flatten());
        build.args(release.then_some("--release"));
        ensure!(build.status()?.success(), "the binaries cannot be built");
        let own = std::env::current_exe()?;
        let target = own.parent().and_then(Path::parent).context("this binary lies in a target folder")?;
        let folder = target.join(if release { "release" } else { "debug" });
        let quipu = match given {
            // Its commands run in other folders.
            Some(given) => given.canonicalize().with_context(|| given.display().to_string())?,
            None => folder.join("quipu"),
        };
        Ok(Self { quipu, strike: folder.join("libquipu_strike.so") })
    }

    /// A command of the binary in a workspace, with no settings but its own.
    pub(crate) fn command(&self, workspace: &Path, arguments: &[&str]) -> Run {
        let mut command = Command::new(&self.quipu);
        command.arg("--workspace").arg(workspace).args(arguments).stdin(Stdio::null());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("QUIPU_")) {
            command.env_remove(name);
        }
        let nowhere = workspace.join(".config");
        // A server's data of its user is separate, too: another run's would be taken for its own.
        command.env("XDG_DATA_HOME", workspace.join(".data"));
        command.env("XDG_CONFIG_HOME", nowhere).env("NO_COLOR", "1").env("LC_ALL", "C").env("RUST_BACKTRACE", "0");
        Run { command, limit: LONGEST, name: arguments.join(" ") }
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, workspace: &Path, arguments: &[&str]) -> anyhow::Result<Ended> {
        self.command(workspace, arguments).start()?.end()
    }

    /// Runs a command that must succeed; returns its output.
    pub(crate) fn succeed(&self, workspace: &Path, arguments: &[&str]) -> anyhow::Result<String> {
        let ended = self.run(workspace, arguments)?;
        ensure!(ended.code() == Some(0), "`quipu {}` {ended}", arguments.join(" "));
        Ok(ended.out)
    }
}

/// A command that is about to run.
pub(crate) struct Run {
    pub(crate) command: Command,
    pub(crate) limit: Duration,
    name: String,
}

impl Run {
    /// Strikes the run: see the library's variables.
    pub(crate) fn struck(mut self, binaries: &Binaries, root: &Path, variables: &[(&str, &str)]) -> Self {
        self.command.env("LD_PRELOAD", &binaries.strike).env("STRIKE_ROOT", root).envs(variables.iter().copied());
        self
    }

    /// Starts it, with a terminal for its standard error, so that it reports progress at once.
    pub(crate) fn start(mut self) -> anyhow::Result<Running> {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).context("no pseudo-terminal can be opened")?;
        grantpt(&terminal)?;
        unlockpt(&terminal)?;
        let name = ptsname(&terminal, Vec::new())?;
        let other = File::options().read(true).write(true).open(name.to_str()?)?;
        let child = self.command.stdout(Stdio::piped()).stderr(other).spawn().context("the binary starts")?;
        // The command holds a copy of the terminal's other end.
        drop(self.command);
        let mut child = child;
        let out = child.stdout.take().context("standard output is a pipe")?;
        let said = Arc::new(Said::default());
        let err = reading(File::from(terminal), Some(said.clone()));
        Ok(Running {
            child,
            out: reading(out, None),
            err,
            said,
            began: Instant::now(),
            limit: self.limit,
            name: self.name,
        })
    }
}

/// The output of a run so far.
#[derive(Default)]
struct Said {
    durable: AtomicU64,
    memory: AtomicU64,
    text: Mutex<Vec<u8>>,
}

/// Reads to the end on a thread of its own.
fn reading(mut from: impl Read + Send + 'static, said: Option<Arc<Said>>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let (mut all, mut piece) = (Vec::new(), [0; 4096]);
        // A terminal whose other end is closed gives an error.
        while let Ok(length @ 1..) = from.read(&mut piece) {
            all.extend_from_slice(&piece[..length]);
            if let Some(said) = &said {
                if let Some(durable) = durable(&all) {
                    said.durable.store(durable, Ordering::Relaxed);
                }
                said.text.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&all);
            }
        }
        all
    })
}

/// The last whole number before the word `durable`.
fn durable(told: &[u8]) -> Option<u64> {
    let tail = String::from_utf8_lossy(&told[told.len().saturating_sub(600)..]).into_owned();
    let before = &tail[..tail.rfind(" durable")?];
    before.rsplit(' ').next()?.parse().ok()
}

/// A run under way.
pub(crate) struct Running {
    child: Child,
    out: JoinHandle<Vec<u8>>,
    err: JoinHandle<Vec<u8>>,
    said: Arc<Said>,
    pub(crate) began: Instant,
    limit: Duration,
    name: String,
}

impl Running {
    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its output on standard error so far.
    pub(crate) fn said(&self) -> String {
        let said = self.said.text.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Sends it a signal; one that has ended already does not mind.
    pub(crate) fn signal(&self, signal: Signal) {
        if let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(id, signal);
        }
    }

    /// True if it has ended.
    pub(crate) fn has_ended(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_some())
    }

    /// Waits for its end, and returns its result.
    pub(crate) fn end(mut self) -> anyhow::Result<Ended> {
        let status = loop {
            if let Some(status) = self.child.try_wait()? {
                break status;
            }
            if self.began.elapsed() > self.limit {
                self.child.kill()?;
                self.child.wait()?;
                let err = self.said.text.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let err = String::from_utf8_lossy(&err).into_owned();
                bail!("`quipu {}` hangs: it ran for {} s\n{err}", self.name, self.limit.as_secs());
            }
            let memory = private_memory(self.child.id()).unwrap_or_default();
            self.said.memory.fetch_max(memory, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(2));
        };
        let seconds = self.began.elapsed().as_secs_f64();
        let text = |thread: JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
        let (out, err) = (text(self.out), text(self.err));
        Ok(Ended {
            status,
            out: String::from_utf8_lossy(&out).into_owned(),
            err: String::from_utf8_lossy(&err).into_owned(),
            durable: self.said.durable.load(Ordering::Relaxed),
            memory: self.said.memory.load(Ordering::Relaxed),
            seconds,
        })
    }
}

/// Private memory of a process, in bytes.
fn private_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// The end of a run.
pub(crate) struct Ended {
    status: ExitStatus,
    pub(crate) out: String,
    pub(crate) err: String,
    /// Number of documents that it reported durable.
    pub(crate) durable: u64,
    /// The most private memory it was seen to have, in bytes.
    pub(crate) memory: u64,
    pub(crate) seconds: f64,
}

impl Ended {
    /// Its exit code; missing when a signal ended it.
    pub(crate) fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// True if it was killed without a chance to react.
    pub(crate) fn was_killed(&self) -> bool {
        self.status.signal() == Some(9)
    }

    /// Its output, on both streams.
    pub(crate) fn said(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// The law of every run: it ends with a code of its own, and never by a panic.
    pub(crate) fn orderly(self, what: &str) -> anyhow::Result<Self> {
        let panicked = self.err.contains("panicked at") || self.code() == Some(101);
        ensure!(!panicked, "{what}: it panicked: {}", self.err);
        ensure!(self.code().is_some(), "{what}: {self}");
        Ok(self)
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cut = |text: &str| text.chars().take(2_000).collect::<String>();
        write!(f, "ended with {}:\n{}{}", self.status, cut(&self.out), cut(&self.err))
    }
}
