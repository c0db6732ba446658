//! The end of jobs, delivered to their webhooks; what is not delivered yet goes on after a restart.

use std::sync::Arc;

use jiff::Timestamp;
use quipu::Error;

use super::super::webhook::Webhook;
use super::super::webhook_delivery::WebhookDelivery;
use super::Queue;

impl Queue {
    /// Ended jobs with a webhook that nothing delivers yet. Each is returned once.
    pub(super) fn undelivered(&self) -> Vec<String> {
        let mut entries = self.entries();
        let due = entries.values_mut().filter(|entry| {
            let is_open = entry.job.webhook.as_ref().is_some_and(WebhookDelivery::is_open);
            entry.job.state.is_over() && is_open && !entry.delivers
        });
        due.map(|entry| {
            entry.delivers = true;
            entry.job.id.clone()
        })
        .collect()
    }

    /// Delivers the end of a job, until it is accepted, the attempts are over, or the server ends.
    pub(super) async fn deliver(self: Arc<Self>, id: String) {
        while let Some(pause) = self.next_attempt(&id) {
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = self.ending.heard() => break,
            }
            let Some(job) = self.find(&id).filter(|job| job.state.is_over()) else { break };
            let now = Timestamp::now();
            let outcome = match Webhook::read(&self.folder.join(&id)) {
                Ok(webhook) => {
                    let (headers, body) = webhook.message(&job, now.as_second().unsigned_abs());
                    self.rules.deliver(&webhook.url, &headers, body).await
                }
                Err(reason) => Err(Error::File { path: "webhook.json".into(), reason }),
            };
            self.attempted(&id, job.attempts, outcome.map_err(|error| error.to_string()), now);
        }
        if let Some(entry) = self.entries().get_mut(&id) {
            entry.delivers = false;
        }
    }

    /// The wait before the next attempt, while there is one.
    fn next_attempt(&self, id: &str) -> Option<std::time::Duration> {
        let job = self.find(id)?;
        let delivery = job.webhook.filter(|delivery| job.state.is_over() && delivery.is_open())?;
        delivery.pause()
    }

    /// Notes an attempt, unless the job was started again meanwhile.
    fn attempted(&self, id: &str, start: u32, outcome: Result<u16, String>, now: Timestamp) {
        let mut entries = self.entries();
        let Some(entry) = entries.get_mut(id).filter(|entry| entry.job.attempts == start) else { return };
        if let Some(delivery) = &mut entry.job.webhook {
            delivery.note(outcome, now.to_string());
            // What is not kept is delivered once more after a restart, under the same id.
            let _ = self.keep(&entry.job);
        }
    }
}
