//! The second story: a question becomes evidence, and evidence an answer.
//!
//! An answer is sentences of the documents, or what a model writes from them. Either way every sentence
//! names the passage that it was taken from and is held against the stored text; of a quoted answer what cannot
//! be checked is not said, of a written one it is marked.

mod answer;
mod checked;
mod cite;
mod context;
mod draft;
mod follow;
mod judge;
mod stream;
mod words;
mod write;

use futures::Stream;
use quipu_kernel::answer::confidence;

use crate::look::{Clock, Looked, Query, look};
use crate::ports::{Kept, StoreError};
use crate::search::{ShownHit, shown};
use crate::sessions::Exchange;
use crate::{EngineError, Workspace};

pub use answer::{Answer, Citation, Event, Step, Trouble, Trust};
pub use checked::{By, CheckedSentence};
pub use words::{ANSWER_WORDS, AnswerWords, Told, WordsError};
pub use write::{WriteOptions, Writer};

use self::answer::refusal;
use self::checked::Checked;
use self::context::Source;
use self::stream::Say;
use self::write::Wrote;

/// A question, what was said before it, and who writes the answer.
#[derive(Clone, Copy)]
pub struct Asking<'a> {
    /// The question, and how to look.
    pub query: &'a Query,
    /// What was said before it in a conversation, the oldest first.
    pub before: &'a [Exchange],
    /// Who writes, and where what is known of entities is kept; none: sentences of the documents answer.
    pub writer: Option<(&'a Writer, &'a dyn Kept)>,
}

impl<'a> Asking<'a> {
    /// A question alone, answered by sentences of the documents.
    pub fn quoted(query: &'a Query) -> Self {
        Self { query, before: &[], writer: None }
    }
}

/// Asks: yields the steps as they end, the evidence, the answer piece by piece as it comes, its checked
/// citations, and the whole at the end. A failure is the last event.
pub fn ask<'a>(workspace: &'a Workspace, asking: Asking<'a>) -> impl Stream<Item = Result<Event, EngineError>> + 'a {
    stream::of(move |say| tell(workspace, asking, say))
}

/// Asks, and gives the whole answer.
///
/// # Errors
/// When the strategy is unknown, or the store or the embedding model fails. A model that does not write is told
/// in the notes: sentences of the documents answer then.
pub async fn answer(workspace: &Workspace, asking: Asking<'_>) -> Result<Answer, EngineError> {
    tell(workspace, asking, Say::silent()).await
}

/// The story: text, Question, Needs, View, Evidence, Context, Answer.
async fn tell(workspace: &Workspace, asking: Asking<'_>, say: Say) -> Result<Answer, EngineError> {
    let mut clock = Clock::start();
    let before = asking.writer.map(|(writer, _)| writer.ledger.total());
    let (asked, failed) = follow::standing(&asking.query.text, asking.before, asking.writer.map(|(who, _)| who)).await;
    if let Some(asked) = &asked {
        clock.step("rewrite", asked.clone());
    }
    let query = Query { text: asked.clone().unwrap_or_else(|| asking.query.text.clone()), ..asking.query.clone() };
    let looked = look(workspace, &query, &mut clock).await?; // -understand-> -plan-> -view-> -retrieve-> Evidence
    let hits = shown(&*workspace.store, &looked.evidence).await?;
    say.evidence(&clock.steps, &hits);
    let mut answer = written_or_quoted(workspace, asking, &query, &looked, hits, &say).await?;
    answer.trouble.extend(failed.map(|error| Trouble::Unrewritten { error }));
    clock.step("answer", format!("{} citations, confidence {:.2}", answer.citations.len(), answer.confidence.value));
    let spent = asking.writer.zip(before).map(|((writer, _), before)| writer.ledger.total().since(before));
    let told = answer.written_by.is_some() && !answer.refused;
    let answer = Answer { question: asking.query.text.clone(), asked, spent, trace: clock.steps, ..answer };
    say.answer(&answer, told);
    Ok(answer)
}

/// The answer that a model writes; sentences of the documents where nobody writes, or the model says nothing.
async fn written_or_quoted(
    workspace: &Workspace,
    asking: Asking<'_>,
    query: &Query,
    looked: &Looked,
    hits: Vec<ShownHit>,
    say: &Say,
) -> Result<Answer, EngineError> {
    let (quotes, doubt) = draft::draft(&looked.question, &looked.view, context::quotable(&hits));
    let (strategy, notes) = (looked.evidence.strategy.clone(), looked.evidence.notes.clone());
    let mut trouble = Vec::new();
    if let Some((writer, kept)) = asking.writer.filter(|_| !hits.is_empty()) {
        let options = &writer.options;
        let fits = writer.fits(&query.text);
        let facts = context::known(&*workspace.store, kept, &looked.view, options.entities.min(fits / 4)).await?;
        let taken: u64 = facts.iter().map(Source::tokens).sum();
        let mut sources = context::passages(&hits, options.passages.min(fits.saturating_sub(taken)));
        sources.extend(facts);
        match writer.write(&query.text, &sources, say).await {
            Ok(wrote) => {
                let answer = written(workspace, writer, &query.text, &sources, (wrote, doubt)).await?;
                return Ok(Answer { strategy, notes, hits, ..answer });
            }
            Err(error) => trouble.push(Trouble::Unwritten { error }),
        }
    }
    let pairs = quotes.iter().filter_map(|sentence| Some((sentence, hits.get(sentence.hit)?)));
    let held = cite::held(&*workspace.store, pairs).await?;
    let numbered = held.into_iter().flatten().enumerate().map(|(at, citation)| Citation { n: at + 1, ..citation });
    let citations: Vec<Citation> = numbered.collect();
    let said = citations.iter().map(|citation| format!("{} [{}]", citation.quote, citation.n));
    let said = said.collect::<Vec<_>>().join(" ");
    let refused = citations.is_empty();
    let answer = if refused { refusal(&query.text).to_owned() } else { said };
    let confidence = confidence(citations.iter().map(|_| 1.0), doubt).into();
    Ok(Answer { strategy, notes, answer, refused, confidence, citations, hits, trouble, ..Answer::default() })
}

/// What a model wrote, checked.
async fn written(
    workspace: &Workspace,
    writer: &Writer,
    question: &str,
    sources: &[Source],
    (wrote, doubt): (Wrote, f64),
) -> Result<Answer, StoreError> {
    let written_by = Some(writer.llm.model().to_owned());
    let refused =
        |written_by| Answer { answer: refusal(question).to_owned(), refused: true, written_by, ..Answer::default() };
    let Wrote::Text(text, ended) = wrote else { return Ok(refused(written_by)) };
    let Checked { text, sentences, quotes, unknown, declined } = checked::check(writer, question, &text, sources).await;
    if declined {
        return Ok(refused(written_by));
    }
    let pairs = quotes.iter().map(|(n, at, sentence)| (sentence, &sources[n - 1].hits[*at]));
    let held = cite::held(&*workspace.store, pairs).await?;
    let numbered = held.into_iter().zip(&quotes).filter_map(|(held, (n, ..))| Some(Citation { n: *n, ..held? }));
    let citations: Vec<Citation> = numbered.collect();
    let share = |one: &CheckedSentence| if one.supported { one.share.max(f64::from(one.by == By::Judge)) } else { 0.0 };
    let supports = sentences.iter().filter(|one| one.by != By::Nothing).map(share);
    let confidence = confidence(supports, doubt).into();
    let broken = ended.map(|error| Trouble::Broken { error });
    let unknown = (!unknown.is_empty()).then_some(Trouble::Unknown { numbers: unknown });
    let trouble = broken.into_iter().chain(unknown).collect();
    Ok(Answer { answer: text, written_by, confidence, sentences, citations, trouble, ..Answer::default() })
}
