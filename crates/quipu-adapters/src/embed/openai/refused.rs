//! The reasons for a batch of texts without vectors, and the remedies: fewer texts, other texts, or a later try.

use std::time::Duration;

use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::net::{after, after_said, code_in, is_batch_size, is_too_long, meant, named, shortened, words};

/// The reason of a batch without vectors. Each holds the server's message.
#[derive(Debug)]
pub(super) enum EmbeddingRefusal {
    /// A later try may succeed, after this time if the server named one.
    Later(String, Option<Duration>),
    /// The server broke: over one of the texts, or for a moment.
    Broken(String, Option<Duration>),
    /// The server refuses these texts: too many, or one of them; with the number that it takes, if it says so.
    Texts(String, Option<usize>),
    /// No try will.
    Never(String),
}

impl EmbeddingRefusal {
    /// The reason in an answer with a status of failure, to a request of `sent` texts.
    pub(super) fn of(status: u16, headers: &HeaderMap, text: &str, sent: usize) -> Self {
        let value = serde_json::from_str::<Value>(text).ok();
        // A code within it says more than that the server is broken.
        let after = after(status, headers).or_else(|| after_said(text));
        Self::meaning(meant(status, value.as_ref()), text, after, sent)
    }

    /// The reason in an answer that holds an error in spite of its status; missing without an error.
    pub(super) fn within(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let said = words(&value)?;
        let status = code_in(&value).or_else(|| named(&said)).unwrap_or(500);
        Some(Self::meaning(status, text, after_said(text), usize::MAX))
    }

    fn meaning(status: u16, text: &str, after: Option<Duration>, sent: usize) -> Self {
        let own = serde_json::from_str::<Value>(text).ok().and_then(|value| words(&value));
        let own = own.as_deref().unwrap_or(text);
        let (said, lower, most) = (said(status, own), text.to_lowercase(), is_batch_size(own, sent));
        let of_key = lower.contains("api key") || lower.contains("api_key");
        match status {
            413 => Self::Texts(said, most.flatten()),
            400 | 422 if !of_key => Self::Texts(said, most.flatten()),
            429 if most.is_some() || lower.contains("request too large") => Self::Texts(said, most.flatten()),
            // Some servers break on texts that others refuse.
            500 if most.is_some() || is_too_long(text) => Self::Texts(said, most.flatten()),
            500 => Self::Broken(said, after),
            408 | 409 | 425 | 429 | 501.. => Self::Later(said, after),
            _ => Self::Never(said),
        }
    }
}

/// A server's message with its status, shortened.
fn said(status: u16, text: &str) -> String {
    let words = shortened(text);
    let advice = match status {
        401 | 403 => "put its key into the variable that `embed.key` names",
        300..=399 | 404 => "check `embed.url` and `embed.name`",
        429 => "send fewer requests: lower `embed.batch`",
        500.. => "see the log of the server",
        _ if is_batch_size(text, usize::MAX).is_some() => "send fewer requests: lower `embed.batch`",
        _ => "check `embed.name` and what the server accepts",
    };
    format!("the server answered {status}: {words}; {advice}")
}
