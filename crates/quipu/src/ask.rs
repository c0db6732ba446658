//! Questions: answers with citations, searches, and conversations.

use std::sync::Arc;
use std::time::Instant;

use quipu_engine::ask::{AnswerRequest, ContextForm, answer, answer_heard, context, estimate_cost};
use quipu_engine::ports::KeyValue;
use quipu_engine::search::search;
use quipu_engine::sessions;
use quipu_engine::solve::AgentTools;
use quipu_engine::whole::summary_of;

pub use quipu_engine::agent_events::{AgentEvent, AgentTrace, Considered, Contradicting, Happened};
pub use quipu_engine::answer::{Answer, AnswerUnit, By, CheckedSentence, Event, Trouble, Trust};
pub use quipu_engine::base::{AgentBounds, Effort};
pub use quipu_engine::citation::Citation;
pub use quipu_engine::hits::ShownHit;
pub use quipu_engine::search::SearchOutcome;
pub use quipu_engine::sessions::{Exchange, Session};
pub use quipu_engine::trace::TraceStep;
pub use quipu_engine::ways::{WayOption, WayTold, all as ways};
pub use quipu_kernel::view::Order;
pub use quipu_kernel::view::{CallEstimate, Note, Reason, Thing, Why};
pub use quipu_language::answer::TrustClass;

use crate::answers::KeptAnswer;
use crate::job::{EventSink, Job, Outcome, Working, aside};
use crate::models::answer_model::{AnswerModel, budgets};
use crate::settings::Work;
use crate::tools::agent_tools::Toolbox;
use crate::{Ask, Earlier, Error, Quipu, open};

/// The way of a name.
///
/// # Errors
/// When it is unknown; the error names the known ones.
pub fn way(name: &str) -> Result<quipu_engine::ways::Way, Error> {
    Ok(quipu_engine::ways::find(name)?)
}

impl Quipu {
    /// True if a model writes answers, unless a question says otherwise.
    pub fn writes(&self) -> bool {
        self.settings().llm(Work::Answer).is_some()
    }

    /// Answers a question with citations. If the caller listens ([`Ask::streamed`]) events are its steps, its
    /// evidence, the words of a model as they come, and its citations; else there are none. The answer is the outcome.
    /// It must be called within a tokio runtime, as all methods that return a job.
    pub fn ask(&self, question: impl Into<Ask>) -> Job<Event, Answer> {
        let (quipu, question) = (self.clone(), question.into());
        Job::start(move |Working { teller, stop }| async move {
            tokio::select! {
                biased;
                answer = quipu.answered(question, &teller) => answer,
                () = stop.heard() => Err(Error::Stopped),
            }
        })
    }

    /// An upper estimate of the cost of a model's answer: calls, tokens and money; no model is called, and the result
    /// is none if no model would be. More effort than one look has bounds of its own.
    ///
    /// # Errors
    /// As [`Quipu::ask`].
    pub fn estimate_ask(&self, question: impl Into<Ask>) -> Outcome<Option<CallEstimate>> {
        let (quipu, question) = (self.clone(), question.into());
        aside(move || async move {
            let query = quipu.with_virtual_fields(question.query(quipu.settings())?).await?;
            let workspace = quipu.reading()?;
            let pen = if question.offline { None } else { AnswerModel::of(&quipu)? };
            let writer = pen.as_ref().map(AnswerModel::asking);
            let budget = quipu.settings().call_bounds(quipu.settings().effort.parse().unwrap_or_default());
            Ok(estimate_cost(&workspace, AnswerRequest { writer, budget, ..AnswerRequest::quoted(&query) }).await?)
        })
    }

    /// The name of before of [`Quipu::estimate_ask`], for one version.
    ///
    /// # Errors
    /// As [`Quipu::ask`].
    #[deprecated(note = "it is called `estimate_ask`")]
    pub fn foretell(&self, question: impl Into<Ask>) -> Outcome<Option<CallEstimate>> {
        self.estimate_ask(question)
    }

    pub(crate) async fn answered(&self, question: Ask, teller: &EventSink<Event>) -> Result<Answer, Error> {
        let began = Instant::now();
        let query = self.with_virtual_fields(question.query(self.settings())?).await?;
        let pen =
            if question.offline { None } else { AnswerModel::of(self)? }.map(|pen| pen.with_related(&question.related));
        let workspace = pen.as_ref().map_or_else(|| self.reading(), |pen| pen.reading(self.reading()?))?;
        let shelf = self.side_stores().sessions;
        let session = question.session.as_deref();
        let before = match session {
            Some(name) => sessions::read(&*shelf, named(name)?).await?,
            None => question.history.iter().map(said_before).collect(),
        };
        let effort = self.settings().effort.parse().unwrap_or_default();
        let (bounds, budget) = (Some(self.settings().agent_bounds(effort)), self.settings().call_bounds(effort));
        let writer = pen.as_ref().map(AnswerModel::asking);
        let toolbox = Toolbox(self.clone());
        let tools = Some(&toolbox as &dyn AgentTools);
        let corrective = self.settings().answer_corrective == "yes";
        let asking =
            AnswerRequest { query: &query, before: &before, writer, effort, bounds, budget, tools, corrective };
        // Earlier exchanges change the meaning of a question: its answer belongs to that conversation alone.
        let kept = if before.is_empty() {
            let writer = writer.map(|(writer, _)| writer.llm.card().name.as_str());
            KeptAnswer::of(self, &workspace, &query, writer).await?
        } else {
            None
        };
        let known = match &kept {
            Some(kept) => kept.find(&question.text).await,
            None => None,
        };
        let answer = match known {
            Some(known) => {
                if question.streamed {
                    retell(&known, teller);
                }
                known
            }
            None if question.streamed => {
                let teller = teller.clone();
                answer_heard(&workspace, asking, Arc::new(move |event| teller.emit(event))).await?
            }
            // Without a listener a reply that was cut off is requested again, with more room.
            None => answer(&workspace, asking).await?,
        };
        if let Some(name) = session {
            sessions::add(&*shelf, name, Exchange { how: question.how(self.settings()), ..Exchange::of(&answer) })
                .await?;
        }
        if !answer.from_cache {
            if let Some(pen) = &pen {
                pen.put_down()?;
            }
            if let Some(kept) = &kept {
                kept.keep(&answer).await;
            }
        }
        self.count_answer(&answer, began.elapsed());
        Ok(answer)
    }

    /// The chunks that match a question, with the reasons for their scores.
    ///
    /// # Errors
    /// When the question is empty, the strategy is unknown, or the workspace cannot be read.
    pub fn search(&self, question: impl Into<Ask>) -> Outcome<SearchOutcome> {
        let (quipu, question) = (self.clone(), question.into());
        aside(move || async move {
            let query = quipu.with_virtual_fields(question.query_or_roots(quipu.settings())?).await?;
            let workspace = quipu.reading()?;
            let mut found = search(&workspace, &query).await?;
            if question.with_context {
                let (settings, kept) = (quipu.settings(), quipu.side_stores().replies);
                let form = ContextForm::named(&settings.answer_context).unwrap_or_default();
                found.context = Some(
                    context(&*workspace.store, &*kept, &found.things, &found.hits, form, budgets(settings)).await?,
                );
            }
            Ok(found)
        })
    }

    /// A thing as a whole, by one of its names: the sections of its own pages by their first sentences, what other pages
    /// say of it, and how many mention it; each sentence is cited. None where no document tells of it.
    ///
    /// # Errors
    /// When the workspace cannot be read.
    pub fn summary(&self, name: &str) -> Outcome<Option<Answer>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(summary_of(&quipu.reading()?, &name).await?) })
    }

    /// The conversations of the workspace.
    ///
    /// # Errors
    /// When there is no workspace, or they cannot be read.
    pub fn conversations(&self) -> Outcome<Vec<Session>> {
        let quipu = self.clone();
        aside(move || async move { Ok(sessions::list(&*quipu.sessions()?).await?) })
    }

    /// The exchanges of a conversation, the oldest first; empty if it is unknown.
    ///
    /// # Errors
    /// When there is no workspace, or it cannot be read.
    pub fn conversation(&self, name: &str) -> Outcome<Vec<Exchange>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(sessions::read(&*quipu.sessions()?, &name).await?) })
    }

    /// The exchanges with the evidence of the answers: citations, and hits without the texts of chunks.
    ///
    /// # Errors
    /// As [`Quipu::conversation`].
    pub fn conversation_whole(&self, name: &str) -> Outcome<Vec<Exchange>> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(sessions::read_whole(&*quipu.sessions()?, &name).await?) })
    }

    /// Begins a conversation with the first exchanges of another (a branch); returns the number of its exchanges.
    ///
    /// # Errors
    /// When there is no workspace, the new name is invalid or taken, or its conversations cannot be changed.
    pub fn branch_conversation(&self, from: &str, to: &str, first: usize) -> Outcome<u64> {
        let (quipu, from, to) = (self.clone(), from.to_owned(), to.to_owned());
        aside(move || async move {
            let shelf = quipu.free_conversation(&to).await?;
            Ok(sessions::branch(&*shelf, &from, &to, first).await?)
        })
    }

    /// Renames a conversation; returns the number of its questions.
    ///
    /// # Errors
    /// As [`Quipu::branch_conversation`].
    pub fn rename_conversation(&self, from: &str, to: &str) -> Outcome<u64> {
        let (quipu, from, to) = (self.clone(), from.to_owned(), to.to_owned());
        aside(move || async move {
            let shelf = quipu.free_conversation(&to).await?;
            // A failure between the two loses nothing.
            let count = sessions::branch(&*shelf, &from, &to, usize::MAX).await?;
            sessions::delete(&*shelf, &from).await?;
            Ok(count)
        })
    }

    /// The conversations, if none has this name.
    async fn free_conversation(&self, name: &str) -> Result<Arc<dyn KeyValue>, Error> {
        let shelf = self.sessions()?;
        if sessions::read(&*shelf, named(name)?).await?.is_empty() {
            return Ok(shelf);
        }
        Err(Error::SessionTaken { name: name.to_owned() })
    }

    /// Deletes a conversation; returns the number of its questions. Conversations belong to their users: they are
    /// kept and deleted also where the workspace was opened to be read.
    ///
    /// # Errors
    /// When there is no workspace, or its conversations cannot be changed.
    pub fn delete_conversation(&self, name: &str) -> Outcome<u64> {
        let (quipu, name) = (self.clone(), name.to_owned());
        aside(move || async move { Ok(sessions::delete(&*quipu.sessions()?, &name).await?) })
    }

    /// The name of before of [`Quipu::delete_conversation`], for one version.
    ///
    /// # Errors
    /// As there.
    #[deprecated(note = "it is called `delete_conversation`")]
    pub fn forget(&self, name: &str) -> Outcome<u64> {
        self.delete_conversation(name)
    }

    fn sessions(&self) -> Result<Arc<dyn KeyValue>, Error> {
        open::require(self.location())?;
        Ok(self.side_stores().sessions)
    }
}

/// True if a question is about all documents at once: a model, where one is set, is then called for each theme.
pub fn is_about_all(question: &str) -> bool {
    quipu_language::plan::asks_of_all(question)
}

/// A name that none of these conversations has.
pub fn unused_name(conversations: &[Session]) -> String {
    let number = |name: &str| name.strip_prefix("chat-")?.parse::<u64>().ok();
    let last = conversations.iter().filter_map(|session| number(&session.name)).max().unwrap_or(0);
    format!("chat-{}", last + 1)
}

/// An exchange of a conversation that the caller keeps.
fn said_before(Earlier { question, answer }: &Earlier) -> Exchange {
    Exchange { question: question.clone(), answer: answer.clone(), ..Exchange::default() }
}

/// Sends the events of a cached answer, as when it was made.
fn retell(answer: &Answer, teller: &EventSink<Event>) {
    teller.emit(Event::Evidence { hits: answer.hits.clone() });
    teller.emit(Event::Token { text: answer.answer.clone() });
    answer.citations.iter().for_each(|citation| teller.emit(Event::Citation(citation.clone())));
}

/// A name, if it can be that of a conversation.
///
/// # Errors
/// When it is empty, too long, or holds control characters.
pub fn named(name: &str) -> Result<&str, Error> {
    sessions::check(name).map(|()| name).map_err(|error| Error::SessionName { name: error.found })
}
