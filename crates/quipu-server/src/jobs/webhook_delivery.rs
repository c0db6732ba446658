//! The delivery of a job's end to its webhook: attempts, their outcome, and the waits between them.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Waiting times between the attempts, in seconds: nine attempts within a day.
const PAUSES: [u64; 8] = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200];

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
    pub(super) fn due(url: &str) -> Self {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_go_on_until_one_is_accepted_or_a_day_is_over() {
        let mut delivery = WebhookDelivery::due("https://hooks.example.org:8443/a?b=c");
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
