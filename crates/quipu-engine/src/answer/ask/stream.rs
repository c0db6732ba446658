//! A story as a stream of events: the story runs while its listener waits for the next event.

use std::future::Future;

use futures::channel::mpsc::{UnboundedSender, unbounded};
use futures::{FutureExt, Stream, StreamExt, stream};

use crate::answer::{Answer, Event};
use crate::base::EngineError;
use crate::base::hits::ShownHit;
use crate::base::trace::Trace;

/// Tells the listener, if there is one.
#[derive(Clone)]
pub(super) struct Say(Option<UnboundedSender<Event>>);

impl Say {
    /// Nobody listens.
    pub(super) fn silent() -> Self {
        Self(None)
    }

    /// Says an event. A listener who left hears nothing, and the story goes on to its end.
    fn event(&self, event: Event) {
        if let Some(listener) = &self.0 {
            let _gone = listener.unbounded_send(event);
        }
    }

    /// Whether anybody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.0.is_some()
    }

    /// Tells a piece of the answer.
    pub(super) fn token(&self, text: &str) {
        if !text.is_empty() {
            self.event(Event::Token { text: text.to_owned() });
        }
    }

    /// A trace that tells each step as it ends.
    pub(super) fn trace(&self) -> Trace {
        let say = self.clone();
        Trace::told(move |step| say.event(Event::Step(step.clone())))
    }

    /// Tells what was found.
    pub(super) fn evidence(&self, hits: &[ShownHit]) {
        self.event(Event::Evidence { hits: hits.to_vec() });
    }

    /// Tells the whole; its text too, where that was not told as it came.
    pub(super) fn answer(&self, answer: &Answer, told: bool) {
        let pieces = answer.answer.split_inclusive(' ').filter(|_| !told);
        pieces.for_each(|piece| self.token(piece));
        for citation in &answer.citations {
            self.event(Event::Citation(citation.clone()));
        }
        self.event(Event::End(Box::new(answer.clone())));
    }
}

/// The events of `story`, then its error if it failed.
pub(super) fn of<'a, F>(story: impl FnOnce(Say) -> F) -> impl Stream<Item = Result<Event, EngineError>> + 'a
where
    F: Future<Output = Result<Answer, EngineError>> + 'a,
{
    let (say, events) = unbounded();
    let ending = story(Say(Some(say))).into_stream().filter_map(async |told| told.err().map(Err));
    stream::select(events.map(Ok), ending)
}
