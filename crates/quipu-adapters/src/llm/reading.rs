//! The answer of a server as it arrives: whole or in pieces, as requested. Servers and proxies label one with the
//! name of the other, so that the first bytes decide.

use std::time::Duration;

use quipu_engine::ports::{Ending, Heard, LlmError};
use reqwest::Response;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::answer::{Answer, Gathered};
use super::awaited::awaited;
use super::post::Post;
use super::refusal::Refusal;
use super::stream::{Events, is_event};
use super::waits::Waits;
use crate::net::shortened;

/// The end mark of a stream.
const DONE: &str = "[DONE]";
/// The longest wait, where none is set.
pub(super) const YEAR: Duration = Duration::from_secs(31_536_000);
/// Number of bytes that decide the kind of an answer.
const ENOUGH: usize = 64;

/// The reason of a request without a reply.
pub(super) enum Failed {
    /// The server refuses; perhaps only one of the parameters.
    Refusal(Refusal),
    /// The answer failed.
    Error(LlmError),
}

impl From<LlmError> for Failed {
    fn from(error: LlmError) -> Self {
        Self::Error(error)
    }
}

/// A reader of one answer.
pub(super) struct Reading<'a> {
    pub(super) post: &'a Post,
    pub(super) model: &'a str,
    pub(super) waits: Waits,
}

impl Reading<'_> {
    /// The reply in an answer; `until` is the deadline of its first byte, or, for a whole answer, of its last one.
    pub(super) async fn reply(
        &self,
        mut response: Response,
        until: Instant,
        heard: Option<Heard<'_>>,
    ) -> Result<Gathered, Failed> {
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let (status, kind, headers) = (response.status(), kind.to_lowercase(), response.headers().clone());
        let mut begun = Vec::new();
        if status.is_success() {
            begun = self.begun(&mut response, until).await?;
            let comes_whole = matches!(first(&begun), Some(b'{' | b'[' | b'<'));
            if is_event(&begun) || (!comes_whole && kind.starts_with("text/event-stream")) {
                return self.streamed(response, begun, until, heard).await;
            }
        }
        let whole = awaited(until, self.post.rest(begun, response)).await;
        let body = whole.map_err(|_| self.post.silent("it was to end its reply", self.waits.first))??;
        if !status.is_success() {
            return Err(Failed::Refusal(self.post.refusal(status.as_u16(), &headers, &body)));
        }
        self.read(&body, &kind, heard)
    }

    /// The first bytes of an answer, enough to decide its kind; all of it, where it is shorter.
    async fn begun(&self, response: &mut Response, until: Instant) -> Result<Vec<u8>, LlmError> {
        let mut begun = Vec::new();
        while first(&begun)
            .is_none_or(|first| !matches!(first, b'{' | b'[' | b'<') && begun.len() < ENOUGH && !is_event(&begun))
        {
            let late = |_| self.post.silent("it was to begin its reply", self.waits.first);
            match awaited(until, response.chunk()).await.map_err(late)?.map_err(|error| self.post.unreached(&error))? {
                Some(bytes) => begun.extend_from_slice(&bytes),
                None => break,
            }
            self.post.bounded(begun.len())?;
        }
        Ok(begun)
    }

    /// The reply of a whole answer: an object, a list of them, or one a line.
    fn read(&self, body: &[u8], kind: &str, mut heard: Option<Heard<'_>>) -> Result<Gathered, Failed> {
        let nonsense = |error: &dyn std::fmt::Display| {
            let page = kind.starts_with("text/html") || first(body) == Some(b'<');
            let what = if page { "a web page".to_owned() } else { format!("no JSON ({error})") };
            self.post.broken(format!("the answer is {what}; is `llm.url` the address up to /v1?"))
        };
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let (mut gathered, mut replied) = (Gathered::default(), false);
        for mut answer in answers(body).map_err(|error| nonsense(&error))? {
            if let Some(error) = answer.wrong() {
                return Err(Failed::Refusal(self.post.hidden(Refusal::within(&error))));
            }
            replied |= answer.replies();
            let piece = gathered.take(answer);
            if let (Some(heard), false) = (&mut heard, piece.is_empty()) {
                heard(piece);
            }
        }
        if !replied {
            let said = shortened(&String::from_utf8_lossy(body));
            return Err(self.post.broken(format!("the answer holds no reply: {said}")).into());
        }
        Ok(gathered)
    }

    async fn streamed(
        &self,
        mut response: Response,
        begun: Vec<u8>,
        mut until: Instant,
        mut heard: Option<Heard<'_>>,
    ) -> Result<Gathered, Failed> {
        let idle = self.waits.idle.unwrap_or(self.waits.first).min(YEAR);
        let (mut events, mut stream) = (Events::default(), Stream::default());
        let mut found = events.take(&begun);
        loop {
            for data in found {
                if self.event(&data, &mut stream, &mut heard)? {
                    return Ok(stream.ended());
                }
            }
            if stream.gathered.begun {
                until = Instant::now() + idle;
            }
            self.post.bounded(stream.gathered.held() + events.held())?;
            let chunk = match awaited(until, response.chunk()).await {
                Ok(chunk) => chunk.map_err(|error| self.post.unreached(&error)),
                Err(_) if stream.gathered.begun => Err(self.post.silent("its reply was to go on", idle)),
                Err(_) => Err(self.post.silent("it was to begin its reply", self.waits.first)),
            };
            found = match chunk {
                Ok(Some(bytes)) => events.take(&bytes),
                // The reply is complete; the rest has no meaning.
                Ok(None) | Err(_) if stream.is_over() => return Ok(stream.gathered),
                Ok(None) => {
                    for data in std::mem::take(&mut events).rest() {
                        if self.event(&data, &mut stream, &mut heard)? {
                            return Ok(stream.ended());
                        }
                    }
                    return if stream.is_over() { Ok(stream.gathered) } else { Err(self.unended(&stream).into()) };
                }
                Err(error) => return Err(error.into()),
            };
        }
    }

    /// The error of a stream that ended too early, with its text beside the reply.
    fn unended(&self, stream: &Stream) -> LlmError {
        let ended = "the stream ended before the reply did";
        self.post.broken(stream.beside.as_ref().map_or_else(|| ended.to_owned(), |said| format!("{ended}; {said}")))
    }

    /// Takes in the data of an event; true if the reply is over. Data that is not JSON, or no part of a
    /// reply, keeps the connection alive.
    fn event(&self, data: &str, stream: &mut Stream, heard: &mut Option<Heard<'_>>) -> Result<bool, Failed> {
        let data = data.trim();
        if data.eq_ignore_ascii_case(DONE) || data.eq_ignore_ascii_case("DONE") {
            return Ok(true);
        }
        if !data.starts_with(['{', '[']) {
            if data.chars().any(char::is_alphabetic) && data != "null" {
                stream.beside = Some(shortened(data));
            }
            return Ok(false);
        }
        if data.starts_with('[') {
            return self.several(data, stream, heard);
        }
        let nonsense = |error| self.post.broken(format!("a part of the stream is no JSON ({error})"));
        let mut answer: Answer = serde_json::from_str(data).map_err(nonsense)?;
        if let Some(error) = answer.wrong() {
            let refusal = self.post.hidden(Refusal::within(&error));
            // Text that reached the listener cannot be withdrawn by another request.
            let over = |refusal: &Refusal| Failed::Error(refusal.error(self.model));
            return Err(if stream.gathered.text.is_empty() { Failed::Refusal(refusal) } else { over(&refusal) });
        }
        let piece = stream.gathered.take(answer);
        if let (Some(heard), false) = (heard, piece.is_empty()) {
            heard(piece);
        }
        Ok(false)
    }

    /// Takes in an event that is a list of them.
    fn several(&self, data: &str, stream: &mut Stream, heard: &mut Option<Heard<'_>>) -> Result<bool, Failed> {
        let Ok(parts) = serde_json::from_str::<Vec<Value>>(data) else { return Ok(false) };
        for part in parts.iter().filter(|part| part.is_object()) {
            if self.event(&part.to_string(), stream, heard)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The answers of a body, most often one.
fn answers(body: &[u8]) -> serde_json::Result<Vec<Answer>> {
    if first(body) == Some(b'{')
        && let Ok(one) = serde_json::from_slice(body)
    {
        return Ok(vec![one]);
    }
    let parts: Vec<Box<RawValue>> = match serde_json::from_slice(body) {
        Ok(parts) => parts,
        Err(_) => serde_json::Deserializer::from_slice(body).into_iter().collect::<Result<_, _>>()?,
    };
    let objects = parts.iter().map(|part| part.get()).filter(|part| part.starts_with('{'));
    objects.map(serde_json::from_str).collect()
}

/// The state of a stream of events.
#[derive(Default)]
struct Stream {
    gathered: Gathered,
    /// Its last text that is no part of a reply.
    beside: Option<String>,
}

impl Stream {
    fn is_over(&self) -> bool {
        self.gathered.ending.is_some() || self.gathered.broken.is_some()
    }

    /// The reply of a stream that says that it is over.
    fn ended(mut self) -> Gathered {
        if !self.is_over() {
            self.gathered.ending = Some(Ending::Stop);
        }
        self.gathered
    }
}

/// The first byte of an answer that is no blank and no mark of its encoding.
fn first(bytes: &[u8]) -> Option<u8> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.iter().copied().find(|byte| !byte.is_ascii_whitespace())
}
