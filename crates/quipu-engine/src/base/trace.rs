//! The trace of an operation: its steps as typed events, each timed, reported as it ends and kept to the end.
//!
//! `ask --events` prints them, and every answer and search holds them.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::base::agent_events::AgentEvent;

/// One step of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Step {
    /// Its name: `understand`, `view`, `retrieve`, `answer`, `ask`, or a name given by a policy.
    pub step: String,
    /// The result of the step.
    pub detail: String,
    /// Duration in milliseconds.
    pub ms: f64,
    /// The complete event of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<Box<AgentEvent>>,
}

/// A listener to steps as they end.
pub type StepHeard = Box<dyn Fn(&Step) + Send + Sync>;

/// The steps of an operation so far, and the start of the next one.
pub struct Trace {
    since: Instant,
    steps: Vec<Step>,
    listener: Option<StepHeard>,
}

impl Trace {
    /// A trace that begins now, without a listener.
    pub fn silent() -> Self {
        Self { since: Instant::now(), steps: Vec::new(), listener: None }
    }

    /// A trace that begins now; `listener` receives each step as it ends.
    pub fn told(listener: impl Fn(&Step) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Box::new(listener)), ..Self::silent() }
    }

    /// Notes that a step ended now; it began when the step before it ended.
    pub fn step(&mut self, step: &str, detail: String) {
        self.note(step, detail, None);
    }

    /// Notes that something happened to the agent.
    pub(crate) fn happened(&mut self, event: &AgentEvent) {
        self.note(event.what.name(), event.what.told(), Some(Box::new(event.clone())));
    }

    fn note(&mut self, step: &str, detail: String, agent: Option<Box<AgentEvent>>) {
        let ms = self.since.elapsed().as_secs_f64() * 1e3;
        let step = Step { step: step.to_owned(), detail, ms, agent };
        if let Some(listener) = &self.listener {
            listener(&step);
        }
        self.steps.push(step);
        self.since = Instant::now();
    }

    /// Stops the reports to its listener; steps are kept as before.
    pub(crate) fn hush(&mut self) {
        self.listener = None;
    }

    /// The steps so far, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps, at the end.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}
