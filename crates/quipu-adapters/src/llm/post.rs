//! The connection to a server: requests go out with the key, and errors are reported
//! without it.

use std::error::Error as _;
use std::time::Duration;

use quipu_engine::ports::LlmError;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap};
use reqwest::{Response, Url};

use super::refusal::Refusal;
use crate::net::{Secret, between, client, joined};

/// The most bytes of an answer: no reply is larger.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// No more room than that is made for an answer before it comes.
const MOST_RESERVED: usize = 1 << 20;

/// The remedy for a proxy in between.
const THROUGH: &str = "start the proxy, change the variable, or put the server's host into NO_PROXY";

/// A client that posts requests to one server.
pub(super) struct Post {
    client: reqwest::Client,
    /// The target of posts; the text as typed, where it is not an address.
    url: Result<Url, String>,
    model: String,
    key: Option<Secret>,
}

impl Post {
    /// The way to `path` of the server at `url`.
    pub(super) fn new(
        (url, path): (&str, &str),
        model: &str,
        key: Option<Secret>,
        connect: Duration,
    ) -> Result<Self, LlmError> {
        let refused = |reason| LlmError::Refused { model: model.to_owned(), reason, status: None };
        let client = client(url, connect).map_err(refused)?;
        let address = joined(url, path);
        Ok(Self { client, url: Url::parse(&address).map_err(|_| address), model: model.to_owned(), key })
    }

    pub(super) fn model(&self) -> String {
        self.model.clone()
    }

    /// Posts a body, and waits for an answer to begin.
    pub(super) async fn send(&self, body: Vec<u8>) -> Result<Response, LlmError> {
        let asked = match &self.url {
            Ok(url) => self.client.post(url.clone()),
            // The client reports the fault of the address.
            Err(typed) => self.client.post(typed),
        };
        let mut asked = asked.header(CONTENT_TYPE, "application/json").body(body);
        if let Some(key) = &self.key {
            // With an invalid key no request is sent: without the key, any answer would mislead.
            let refused = |reason| LlmError::Refused { model: self.model(), reason, status: None };
            asked = asked.header(AUTHORIZATION, key.bearer().map_err(refused)?);
        }
        asked.send().await.map_err(|error| self.unreached(&error))
    }

    /// All of an answer.
    pub(super) async fn whole(&self, response: Response) -> Result<Vec<u8>, LlmError> {
        self.rest(Vec::new(), response).await
    }

    /// All of an answer of which the beginning is read.
    pub(super) async fn rest(&self, mut body: Vec<u8>, mut response: Response) -> Result<Vec<u8>, LlmError> {
        let told = usize::try_from(response.content_length().unwrap_or_default()).unwrap_or_default();
        body.reserve(told.min(MOST_RESERVED).saturating_sub(body.len()));
        while let Some(bytes) = response.chunk().await.map_err(|error| self.unreached(&error))? {
            body.extend_from_slice(&bytes);
            self.bounded(body.len())?;
        }
        Ok(body)
    }

    /// Refuses an answer that never ends.
    pub(super) fn bounded(&self, bytes: usize) -> Result<(), LlmError> {
        if bytes > MOST_BYTES { Err(self.broken(format!("it is longer than {} MB", MOST_BYTES >> 20))) } else { Ok(()) }
    }

    /// A refusal without the key, should the server repeat it.
    pub(super) fn refusal(&self, status: u16, headers: &HeaderMap, body: &[u8]) -> Refusal {
        self.hidden(Refusal::of(status, headers, body))
    }

    /// The refusal without the key.
    pub(super) fn hidden(&self, mut refusal: Refusal) -> Refusal {
        if let Some(key) = &self.key {
            refusal.message = key.hidden_in(&refusal.message);
        }
        refusal
    }

    pub(super) fn broken(&self, reason: impl Into<String>) -> LlmError {
        LlmError::Broken { model: self.model(), reason: reason.into() }
    }

    pub(super) fn silent(&self, at: &str, waited: Duration) -> LlmError {
        LlmError::Silent { model: self.model(), at: at.to_owned(), seconds: waited.as_secs().max(1) }
    }

    /// The error of an unreached server. The address may hold private data: the cause does not name it.
    pub(super) fn unreached(&self, error: &reqwest::Error) -> LlmError {
        let mut cause: &dyn std::error::Error = error;
        while let Some(deeper) = cause.source() {
            cause = deeper;
        }
        let reason = if error.source().is_some() { cause.to_string() } else { "the connection was lost".to_owned() };
        let model = self.model();
        match () {
            () if error.is_builder() => {
                let reason = format!("it cannot be asked ({reason}); check `llm.url`");
                LlmError::Refused { model, reason, status: None }
            }
            () if error.is_connect() => {
                let url = self.url.as_ref().map_or_else(String::as_str, Url::as_str);
                let reason = match between(url) {
                    Some(proxy) => format!("it cannot be reached through the proxy {proxy} ({reason}); {THROUGH}"),
                    None => format!("it cannot be reached ({reason}); start the server, or set `llm.url`"),
                };
                LlmError::Busy { model, reason, after: None }
            }
            () => LlmError::Broken { model, reason },
        }
    }
}
