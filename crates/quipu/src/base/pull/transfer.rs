//! One file over HTTP: the one file that knows the client library.
//!
//! Received bytes stay in `NAME.part`, with the server's tag of the file in `NAME.part.tag`. A broken transfer asks
//! for the rest on condition that the tag still holds; a server that cannot do that sends the whole again. A
//! request without progress ends after a time, and counts as a broken transfer.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::Response;

use super::{PullError, Standing, Wanted};
use quipu_adapters::net::agent;
use quipu_engine::Stop;

/// Requests in a row that may bring nothing.
const FRUITLESS: usize = 3;
/// Time limits of a server's answer, and of one request's part of a file.
const ANSWER: Duration = Duration::from_secs(30);
const PART: Duration = Duration::from_secs(300);
/// The interval at which a waiting download checks for a stop.
const LOOKS: Duration = Duration::from_millis(100);

/// A server's response to a request for a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Offered {
    /// The file, whole, beside its place.
    File(PathBuf),
    /// No such file, which may be absent.
    Nothing,
}

/// An HTTP client: proxies from the environment, certificates of the system.
pub(crate) struct Client {
    agent: Agent,
    pause: Duration,
    stop: Stop,
}

/// The end of one request.
enum Ended {
    Whole,
    Absent,
    /// The transfer broke off.
    Broken(String),
}

impl Client {
    /// A client that waits `pause` after a broken transfer.
    pub(crate) fn new(pause: Duration) -> Self {
        Self { agent: agent(ANSWER, PART), pause, stop: Stop::default() }
    }

    /// A copy that can be stopped: it then ends before it sends, waits or reads again.
    pub(crate) fn until(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// Fetches a file beside its place.
    ///
    /// # Errors
    /// When the server refuses it, or breaks off again and again, or the client is asked to stop.
    pub(crate) fn fetch(
        &self,
        file: &Wanted,
        place: &Path,
        progress: &mut dyn FnMut(Standing<'_>),
    ) -> Result<Offered, PullError> {
        let part = beside(place, ".part");
        let mut fruitless = 0;
        loop {
            self.going()?;
            let before = length(&part);
            let reason = match self.request(file, &part, progress)? {
                Ended::Whole => {
                    remove(&beside(&part, ".tag"))?;
                    return Ok(Offered::File(part));
                }
                Ended::Absent => return Ok(Offered::Nothing),
                Ended::Broken(reason) => reason,
            };
            fruitless = if length(&part) > before { 0 } else { fruitless + 1 };
            if fruitless == FRUITLESS {
                return Err(PullError::Broken { url: file.url.clone(), reason });
            }
            self.wait()?;
        }
    }

    fn wait(&self) -> Result<(), PullError> {
        let until = Instant::now() + self.pause;
        while let Some(left) = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            self.going()?;
            std::thread::sleep(left.min(LOOKS));
        }
        Ok(())
    }

    fn going(&self) -> Result<(), PullError> {
        if self.stop.asked() { Err(PullError::Stopped) } else { Ok(()) }
    }

    /// Requests the missing part of a file.
    fn request(&self, file: &Wanted, part: &Path, progress: &mut dyn FnMut(Standing<'_>)) -> Result<Ended, PullError> {
        let (have, tag) = (length(part), std::fs::read_to_string(beside(part, ".tag")).unwrap_or_default());
        let mut request = self.agent.get(&file.url).header("Accept-Encoding", "identity");
        if have > 0 && !tag.is_empty() {
            request = request.header("Range", format!("bytes={have}-")).header("If-Range", &tag);
        }
        let mut response = match request.call() {
            Ok(response) => response,
            Err(error) => return Ok(Ended::Broken(error.to_string())),
        };
        match response.status().as_u16() {
            200 => {
                keep(&beside(part, ".tag"), &tag_of(&response))?;
                self.write(file, &mut response, part, 0, progress)
            }
            206 if starts_at(&response) == Some(have) => self.write(file, &mut response, part, have, progress),
            // The local part is no prefix of the server's file: the next request asks for the whole.
            206 | 416 => {
                remove(part)?;
                Ok(Ended::Broken("the server offers another part than was asked for".to_owned()))
            }
            404 | 410 if file.optional => Ok(Ended::Absent),
            status @ (408 | 429 | 500..) => Ok(Ended::Broken(format!("the server answered {status}"))),
            status => Err(PullError::Refused { url: file.url.clone(), status }),
        }
    }

    /// Writes the bytes behind the first `have` bytes.
    fn write(
        &self,
        file: &Wanted,
        response: &mut Response<ureq::Body>,
        part: &Path,
        have: u64,
        progress: &mut dyn FnMut(Standing<'_>),
    ) -> Result<Ended, PullError> {
        let total = number(response, "content-length").map(|rest| have + rest);
        let failed = |reason| PullError::Disk { path: part.to_owned(), reason };
        let mut out = OpenOptions::new().create(true).write(true).truncate(false).open(part).map_err(failed)?;
        out.set_len(have).and_then(|()| out.seek(SeekFrom::Start(have))).map_err(failed)?;
        let (mut body, mut done, mut block) = (response.body_mut().as_reader(), have, vec![0; 1 << 16]);
        loop {
            progress(Standing { path: &file.path, done, total });
            self.going()?;
            match body.read(&mut block) {
                Ok(0) if total.is_some_and(|total| done < total) => {
                    return Ok(Ended::Broken(format!("it broke off after {done} bytes")));
                }
                Ok(0) => return out.sync_all().map(|()| Ended::Whole).map_err(failed),
                Ok(count) => {
                    out.write_all(&block[..count]).map_err(failed)?;
                    done += count as u64;
                }
                Err(error) => return Ok(Ended::Broken(error.to_string())),
            }
        }
    }
}

fn number(response: &Response<ureq::Body>, name: &str) -> Option<u64> {
    response.headers().get(name)?.to_str().ok()?.parse().ok()
}

/// The tag that changes with the file; a weak one does not guarantee that all bytes are equal.
fn tag_of(response: &Response<ureq::Body>) -> String {
    let tag = response.headers().get("etag").and_then(|tag| tag.to_str().ok()).unwrap_or_default();
    if tag.starts_with("W/") { String::new() } else { tag.to_owned() }
}

/// The first byte of a part: `bytes 5-9/10`.
fn starts_at(response: &Response<ureq::Body>) -> Option<u64> {
    let range = response.headers().get("content-range")?.to_str().ok()?;
    range.strip_prefix("bytes ")?.split('-').next()?.parse().ok()
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |found| found.len())
}

fn keep(path: &Path, text: &str) -> Result<(), PullError> {
    std::fs::write(path, text).map_err(|reason| PullError::Disk { path: path.to_owned(), reason })
}

fn remove(path: &Path) -> Result<(), PullError> {
    match std::fs::remove_file(path) {
        Err(reason) if reason.kind() != ErrorKind::NotFound => Err(PullError::Disk { path: path.to_owned(), reason }),
        _ => Ok(()),
    }
}
