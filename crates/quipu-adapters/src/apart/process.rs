//! A worker from its owner's side: start, requests, and its end on drop.

use std::io::{self, Read};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use quipu_engine::ports::{LoadError, Loaded};

use super::allowed::{Allowed, processor_time};
use super::frames::{self, Request};

/// Poll interval for a worker's answer.
const LOOK: Duration = Duration::from_millis(50);
/// Limit of the kept tail of a worker's standard error, in bytes.
const LAST_WORDS: u64 = 4 << 10;

pub(super) struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<io::Result<Vec<u8>>>,
    killed: bool,
}

impl Worker {
    pub(super) fn start(mut command: Command) -> Result<Self, LoadError> {
        let failed = |error: io::Error| LoadError::Unreadable { reason: format!("no reader starts: {error}") };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt is for the run, which ends its workers itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (send, answers) = sync_channel(1);
        let (tell, started) = sync_channel(1);
        // A worker ends with the thread that started it (`serve`), so that it is the one that listens to it.
        std::thread::spawn(move || match started_by(command) {
            Ok((child, requests, from)) => {
                if tell.send(Ok((child, requests))).is_ok() {
                    listen(from, &send);
                }
            }
            // The waiting side receives the error.
            Err(error) => drop(tell.send(Err(error))),
        });
        let (child, requests) = started.recv().map_err(io::Error::other).and_then(|started| started).map_err(failed)?;
        Ok(Self { child, requests, answers, killed: false })
    }

    /// Sends a request and waits for its answer, as long as it is allowed to take. After an error the worker is of no more use.
    pub(super) fn ask(
        &mut self,
        request: &Request,
        bytes: &[u8],
        allowed: Allowed,
    ) -> Result<Result<Loaded, LoadError>, LoadError> {
        let (began, before) = (Instant::now(), processor_time(self.child.id()));
        let head = serde_json::to_vec(request).unwrap_or_default();
        // A worker reads a request whole before it works on it, so that this does not wait for the work.
        let sent = frames::write(&mut self.requests, &head).and_then(|()| frames::write(&mut self.requests, bytes));
        if sent.is_err() {
            return Err(self.ended());
        }
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(Ok(answer)) => {
                    return serde_json::from_slice(&answer)
                        .map_err(|error| LoadError::Crashed { reason: format!("its answer makes no sense: {error}") });
                }
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => {
                    let now = processor_time(self.child.id());
                    let taken = now.zip(before).map(|(now, before)| now.saturating_sub(before));
                    if let Some(refused) = allowed.refuses(began.elapsed(), taken) {
                        return Err(refused);
                    }
                }
            }
        }
    }

    /// The error of an ended worker, by its last output; one that still runs gave an invalid answer.
    fn ended(&mut self) -> LoadError {
        self.kill();
        let status = self.child.wait().map(|status| describe(&status)).unwrap_or_default();
        let mut words = String::new();
        if let Some(said) = self.child.stderr.take() {
            // Output that is not text gives no reason.
            let _ = said.take(LAST_WORDS).read_to_string(&mut words);
        }
        let last = words.lines().map(str::trim).rfind(|line| !line.is_empty());
        LoadError::Crashed { reason: last.map_or(status, str::to_owned) }
    }
}

fn started_by(mut command: Command) -> io::Result<(Child, ChildStdin, ChildStdout)> {
    let mut child = command.spawn()?;
    match (child.stdin.take(), child.stdout.take()) {
        (Some(requests), Some(from)) => Ok((child, requests, from)),
        _ => Err(io::ErrorKind::BrokenPipe.into()),
    }
}

/// Forwards a worker's answers, as long as it lives.
fn listen(mut from: ChildStdout, answers: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let answer = frames::read(&mut from);
        let last = answer.is_err();
        if answers.send(answer).is_err() || last {
            return;
        }
    }
}

fn describe(status: &ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(status) {
        return format!("by signal {signal}");
    }
    status.to_string()
}

impl Worker {
    /// Kills the worker and its children: a child that lives on would hold its streams open.
    fn kill(&mut self) {
        if std::mem::replace(&mut self.killed, true) {
            return;
        }
        // The child is not yet reaped, so that its number, which is its group's, is still its own.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may be gone already.
        let _ = self.child.kill();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}
