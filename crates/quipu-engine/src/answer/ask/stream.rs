//! Events of an answer, sent as they happen.

use std::sync::Arc;

use crate::answer::{Answer, Event};
use crate::base::hits::ShownHit;
use crate::base::trace::Trace;

/// A listener to the events of an answer.
pub type EventHeard = Arc<dyn Fn(Event) + Send + Sync>;

/// Sends events to the listener, if there is one.
#[derive(Clone)]
pub(super) struct Say(Option<EventHeard>);

impl Say {
    /// Without a listener.
    pub(super) fn silent() -> Self {
        Self(None)
    }

    /// With a listener.
    pub(super) fn to(listener: EventHeard) -> Self {
        Self(Some(listener))
    }

    fn event(&self, event: Event) {
        if let Some(listener) = &self.0 {
            listener(event);
        }
    }

    /// True if there is a listener.
    pub(super) fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// Sends a piece of the answer.
    pub(super) fn token(&self, text: &str) {
        if !text.is_empty() {
            self.event(Event::Token { text: text.to_owned() });
        }
    }

    /// A trace that reports each step as it ends.
    pub(super) fn trace(&self) -> Trace {
        let say = self.clone();
        Trace::told(move |step| say.event(Event::Step(step.clone())))
    }

    /// Sends the evidence.
    pub(super) fn evidence(&self, hits: &[ShownHit]) {
        if self.is_heard() {
            self.event(Event::Evidence { hits: hits.to_vec() });
        }
    }

    /// Sends the citations of an answer; its text too, unless it was streamed.
    pub(super) fn answer(&self, answer: &Answer, told: bool) {
        let pieces = answer.answer.split_inclusive(' ').filter(|_| !told);
        pieces.for_each(|piece| self.token(piece));
        for citation in &answer.citations {
            self.event(Event::Citation(citation.clone()));
        }
    }
}
