//! The second story: a question becomes evidence, and evidence an answer.
//!
//! An answer without citations that were checked against the stored text is no answer: every
//! sentence names the passage it was taken from, and what cannot be checked is not said.

mod answer;
mod cite;
mod draft;
mod pack;
mod stream;

use futures::Stream;

use crate::look::{Clock, Query, look};
use crate::search::shown;
use crate::{EngineError, Workspace};

pub use answer::{Answer, Citation, Event, Step};

/// Asks: yields the steps as they end, the evidence, the answer's sentences, its checked
/// citations, and the whole at the end. A failure is the last event.
pub fn ask<'a>(workspace: &'a Workspace, query: &'a Query) -> impl Stream<Item = Result<Event, EngineError>> + 'a {
    stream::of(move |say| tell(workspace, query, say))
}

/// Asks, and gives the whole answer.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails.
pub async fn answer(workspace: &Workspace, query: &Query) -> Result<Answer, EngineError> {
    tell(workspace, query, stream::Say::silent()).await
}

/// The story: text, Question, Needs, View, Evidence, Context, Answer.
async fn tell(workspace: &Workspace, query: &Query, say: stream::Say) -> Result<Answer, EngineError> {
    let mut clock = Clock::start();
    let looked = look(workspace, query, &mut clock).await?; // -understand-> -plan-> -view-> -retrieve-> Evidence
    let hits = shown(&*workspace.store, &looked.evidence).await?;
    say.evidence(&clock.steps, &hits);
    let context = pack::pack(&hits);
    let (sentences, judged) = draft::draft(&looked.question, &looked.view, context);
    let citations = cite::checked(&*workspace.store, &sentences, &hits).await?;
    clock.step("answer", judged);
    let answer = Answer::new(query, looked.evidence, hits, citations, clock.steps);
    say.answer(&answer);
    Ok(answer)
}
