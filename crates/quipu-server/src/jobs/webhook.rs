//! Webhooks: the end of a job, delivered by POST to an address that its creator names, signed by a secret that both
//! know (Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`).

use std::fs;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, Mac as _};
use quipu::durable;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::Sha256;

use super::job::QueuedJob;

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
}
