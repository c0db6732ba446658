//! One request to a source: in its turn, retried where the source is busy, and checked before it is used.

use std::time::Duration;

use ureq::Agent;
use ureq::http::{HeaderMap, Response};

use super::SourceError;
use super::pace::{Pace, REST};
use crate::net::{after, is_this_machine, shown};
use quipu_papers::{SourceAsking, SourceWait};

/// The largest answer, in bytes.
const LARGEST: u64 = 100 << 20;
/// Limit of redirections.
const HOPS: usize = 3;
/// The longest wait that a source can ask for before it counts as busy.
const PATIENCE: Duration = Duration::from_secs(600);
/// The pause that the waits below are made for.
const FULL_PAUSE: Duration = Duration::from_secs(3);
/// Pauses before retries to a busy source, one per retry (backoff).
const WAITS: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(10), Duration::from_secs(15)];
/// Interval of checks that a waiting caller goes on.
const GLANCE: Duration = Duration::from_millis(50);

/// Asks one source.
pub(super) struct Asker {
    pub(super) agent: Agent,
    pub(super) pace: Pace,
    pub(super) pause: Duration,
    pub(super) agent_name: String,
}

/// An answer.
pub(super) struct Reply {
    pub(super) status: u16,
    /// Its media type, without parameters, in lower case.
    pub(super) kind: String,
    pub(super) bytes: Vec<u8>,
}

impl Asker {
    /// The answer at an address, with any status except those of a busy or closed source.
    pub(super) fn get(&self, url: &str, asking: &SourceAsking<'_>) -> Result<Reply, SourceError> {
        let turn = self.pace.turn(asking.stopped)?;
        let mut waits = WAITS.iter();
        loop {
            let reply = match self.followed(url) {
                Ok(reply) => reply,
                Err(error) => {
                    turn.done();
                    return Err(error);
                }
            };
            let status = reply.status().as_u16();
            if status == 403 {
                turn.shut();
                return Err(SourceError::Shut);
            }
            if status != 429 && !(500..600).contains(&status) {
                let read = read(url, reply);
                turn.done();
                return read;
            }
            let told = after(status, reply.headers());
            let Some(wait) = waits.next().filter(|_| told.is_none_or(|told| told <= PATIENCE)) else {
                let rest = told.unwrap_or(REST).clamp(REST, PATIENCE);
                turn.rest(REST);
                return Err(SourceError::Busy { after: rest });
            };
            let span = self.in_proportion(*wait).max(told.unwrap_or_default());
            (asking.told)(SourceWait { status, span });
            waited(span, asking)?;
        }
    }

    /// Waits are shorter where the pause is: a mirror of one's own may be asked faster.
    fn in_proportion(&self, wait: Duration) -> Duration {
        wait.mul_f64((self.pause.as_secs_f64() / FULL_PAUSE.as_secs_f64()).min(1.0))
    }

    fn followed(&self, url: &str) -> Result<Response<ureq::Body>, SourceError> {
        let mut at = url.to_owned();
        for _ in 0..=HOPS {
            let get = self.agent.get(&at).header("user-agent", &self.agent_name);
            let reply = get.config().max_redirects(0).build().call().map_err(|error| unreachable(&at, &error))?;
            let Some(next) = Some(&reply)
                .filter(|reply| reply.status().is_redirection())
                .and_then(|reply| location(reply.headers()))
            else {
                return Ok(reply);
            };
            at = hop(&at, &next).ok_or_else(|| SourceError::Unreadable {
                address: shown(&at),
                reason: format!("it leads to another host, {}", shown(&next)),
            })?;
        }
        Err(SourceError::Unreadable { address: shown(url), reason: "it leads in a circle".to_owned() })
    }
}

/// Waits, unless the caller has gone.
fn waited(span: Duration, asking: &SourceAsking<'_>) -> Result<(), SourceError> {
    let mut left = span;
    while !left.is_zero() {
        if (asking.stopped)() {
            return Err(SourceError::Stopped);
        }
        let nap = left.min(GLANCE);
        std::thread::sleep(nap);
        left -= nap;
    }
    Ok(())
}

fn location(headers: &HeaderMap) -> Option<String> {
    headers.get("location").and_then(|value| value.to_str().ok()).map(str::to_owned)
}

/// The target of a redirection, if that is the same host or another of arXiv's.
fn hop(from: &str, to: &str) -> Option<String> {
    let (from_host, to_host) = (host(from)?, host(to));
    let Some(to_host) = to_host else {
        let scheme = from.split("://").next()?;
        return to.starts_with('/').then(|| format!("{scheme}://{from_host}{to}"));
    };
    let arxiv = |host: &str| host == "arxiv.org" || host.ends_with(".arxiv.org");
    let same = from_host == to_host || arxiv(from_host) && arxiv(to_host);
    // A chain that begins with TLS stays with TLS; within this machine there may be none.
    let safe = to.starts_with("https://") || !from.starts_with("https://");
    (same && safe && (arxiv(to_host) || from_host == to_host || is_this_machine(to))).then(|| to.to_owned())
}

fn host(url: &str) -> Option<&str> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?;
    (!host.is_empty() && !host.contains('@')).then_some(host)
}

fn read(url: &str, mut reply: Response<ureq::Body>) -> Result<Reply, SourceError> {
    let status = reply.status().as_u16();
    let kind = reply.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_lowercase();
    let bytes = reply.body_mut().with_config().limit(LARGEST).read_to_vec();
    let bytes = bytes.map_err(|error| SourceError::Unreadable { address: shown(url), reason: error.to_string() })?;
    Ok(Reply { status, kind, bytes })
}

fn unreachable(url: &str, error: &ureq::Error) -> SourceError {
    SourceError::Unreachable { address: shown(url), reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::hop;

    #[test]
    fn redirections_stay_within_the_source() {
        let from = "https://export.arxiv.org/pdf/1706.03762v7";
        assert_eq!(hop(from, "/pdf/x").as_deref(), Some("https://export.arxiv.org/pdf/x"));
        assert!(hop(from, "https://arxiv.org/pdf/x").is_some());
        for other in [
            "https://example.org/x",
            "http://arxiv.org/x",
            "https://arxiv.org@example.org/x",
            "file:///etc/passwd",
            "https://notarxiv.org/x",
        ] {
            assert_eq!(hop(from, other), None, "{other}");
        }
        assert!(hop("http://127.0.0.1:9/pdf/x", "http://127.0.0.1:9/y").is_some());
        assert_eq!(hop("http://127.0.0.1:9/pdf/x", "http://127.0.0.1:8/y"), None);
    }
}
