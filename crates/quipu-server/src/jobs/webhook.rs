//! Webhooks: the end of a job, delivered by POST to an address that its creator names, signed by a secret that both
//! know (Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`).

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac as _};
use quipu::durable;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha256;
use utoipa::ToSchema;

use super::job::QueuedJob;

/// Waiting times between the attempts, in seconds: nine attempts within a day.
const PAUSES: [u64; 8] = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200];
/// The file in a job's folder with address and secret; backups leave it out.
const FILE: &str = "webhook.json";
/// Prefix of a secret that is base64.
const ENCODED: &str = "whsec_";

/// The receiver of a job's end.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Webhook {
    /// Its address.
    pub(crate) url: String,
    /// The secret of signatures: text, or base64 behind `whsec_`.
    pub(crate) secret: String,
}

/// The delivery of a job's end.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct WebhookDelivery {
    /// The host of the address; paths and queries may hold secrets.
    pub host: String,
    /// Number of attempts.
    pub attempts: u32,
    /// When the receiver accepted it, RFC 3339.
    pub delivered: Option<String>,
    /// The reason of the last failed attempt.
    pub problem: Option<String>,
    /// True if no further attempt is made.
    pub over: bool,
}

impl WebhookDelivery {
    /// A delivery that is due when the job ends.
    pub(super) fn due(webhook: &Webhook) -> Self {
        let rest = webhook.url.split_once("://").map_or(webhook.url.as_str(), |(_, rest)| rest);
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned();
        Self { host, ..Self::default() }
    }

    /// The delivery of a job that starts once more.
    pub(super) fn again(&self) -> Self {
        Self { host: self.host.clone(), ..Self::default() }
    }

    /// True if an attempt is still to be made.
    pub(super) fn is_open(&self) -> bool {
        self.delivered.is_none() && !self.over
    }

    /// The wait before the next attempt; none if there is none.
    pub(super) fn pause(&self) -> Option<Duration> {
        match (self.attempts as usize).checked_sub(1) {
            None => Some(Duration::ZERO),
            Some(failed) => PAUSES.get(failed).copied().map(Duration::from_secs),
        }
    }

    /// Notes the outcome of an attempt: the status of the reply, or why there was none.
    pub(super) fn note(&mut self, outcome: Result<u16, String>, now: String) {
        self.attempts += 1;
        self.problem = match outcome {
            Ok(200..=299) => {
                self.delivered = Some(now);
                None
            }
            // The receiver is gone for good.
            Ok(410) => {
                self.over = true;
                Some("the receiver answers 410".to_owned())
            }
            Ok(status) => Some(format!("the receiver answers {status}")),
            Err(reason) => Some(reason),
        };
        self.over |= self.pause().is_none();
    }
}

impl Webhook {
    /// Keeps it in the folder of a job, for this user alone.
    pub(super) fn keep(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        durable::write_private(&folder.join(FILE), &serde_json::to_vec(self)?)
    }

    /// The one in the folder of a job.
    pub(super) fn read(folder: &Path) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(folder.join(FILE))?)?)
    }

    /// The headers and the body of a message about the end of a job at a time in seconds since 1970.
    pub(super) fn message(&self, job: &QueuedJob, now: u64) -> (Vec<(&'static str, String)>, Vec<u8>) {
        let body = json!({
            "type": format!("job.{}", job.state.name()),
            "timestamp": job.ended,
            "data": job.clone().without_paths(),
        });
        let (id, body) = (format!("{}.{}", job.id, job.attempts), body.to_string());
        let signature = self.signature(&format!("{id}.{now}.{body}"));
        let headers = vec![
            ("webhook-id", id),
            ("webhook-timestamp", now.to_string()),
            ("webhook-signature", format!("v1,{signature}")),
        ];
        (headers, body.into_bytes())
    }

    fn signature(&self, text: &str) -> String {
        let decoded = self.secret.strip_prefix(ENCODED).and_then(|secret| BASE64_STANDARD.decode(secret).ok());
        let key = decoded.unwrap_or_else(|| self.secret.clone().into_bytes());
        // A key of any length is valid.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) else { return String::new() };
        mac.update(text.as_bytes());
        BASE64_STANDARD.encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_standard_webhooks() {
        // The example of the specification's reference libraries.
        let webhook = Webhook { url: String::new(), secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned() };
        let text = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";
        assert_eq!(webhook.signature(text), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let plain = Webhook { secret: "a secret in words".to_owned(), ..webhook };
        assert_ne!(plain.signature(text), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn attempts_go_on_until_one_is_accepted_or_a_day_is_over() {
        let webhook = Webhook { url: "https://hooks.example.org:8443/a?b=c".to_owned(), secret: String::new() };
        let mut delivery = WebhookDelivery::due(&webhook);
        assert_eq!((delivery.host.as_str(), delivery.pause()), ("hooks.example.org:8443", Some(Duration::ZERO)));
        let mut waited = Duration::ZERO;
        while delivery.is_open() {
            waited += delivery.pause().unwrap();
            delivery.note(Err("it is not reached".to_owned()), String::new());
        }
        assert_eq!(delivery.attempts as usize, PAUSES.len() + 1);
        assert!(waited <= Duration::from_secs(86_400) && delivery.delivered.is_none());
        let mut delivery = delivery.again();
        delivery.note(Ok(503), String::new());
        assert!(delivery.is_open() && delivery.problem.is_some());
        delivery.note(Ok(204), "now".to_owned());
        assert!(!delivery.is_open() && delivery.problem.is_none());
        let mut gone = delivery.again();
        gone.note(Ok(410), String::new());
        assert!(!gone.is_open() && gone.delivered.is_none());
    }
}
