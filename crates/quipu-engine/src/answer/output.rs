//! An answer as data, shared by all interfaces, and the events of its making.

use quipu_kernel::text::language_of;
use quipu_kernel::view::{CallEstimate, Note, Thing};
use quipu_language::answer::{Confidence, TrustClass, UnitKind, confidence};
use serde::{Deserialize, Serialize};

use crate::base::agent_events::AgentTrace;
use crate::base::citation::Citation;
use crate::base::gateway::LedgerLine;
use crate::base::hits::ShownHit;
use crate::base::ports::LlmError;
use crate::base::trace::TraceStep;

/// A unit of a document that an answer quotes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AnswerUnit {
    /// The number of its citation.
    pub n: usize,
    /// Its kind: `sentence`, `member`, `row`, `code`, `list` or `steps`.
    pub kind: UnitKind,
    /// Its text, as Markdown, with the lines that introduce it.
    pub text: String,
}

/// The method by which a sentence was checked against its sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "CheckedBy")]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Its words.
    Words,
    /// A model, with a quote from the source.
    Judge,
    /// Nothing: it states nothing to be checked.
    Nothing,
}

/// A sentence of an answer, checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CheckedSentence {
    /// Its text, without its citations.
    pub text: String,
    /// Numbers of its citations.
    pub cites: Vec<usize>,
    /// True if they support it.
    pub supported: bool,
    /// The method of the check.
    pub by: By,
    /// Share of its words that the citations cover.
    pub share: f64,
    /// Names and numbers in it that the citations do not contain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
}

/// The confidence in an answer, with its parts; every number is between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Trust {
    /// The share of such answers that are right: of quotes as people judged them, else both parts multiplied.
    pub value: f64,
    /// The class: `stated`, `near` or `not_found`.
    #[serde(default)]
    pub class: TrustClass,
    /// Support of the sentences by the sources: the mean over the sentences.
    pub support: f64,
    /// Relevance of the evidence to the question.
    pub evidence: f64,
}

impl From<Confidence> for Trust {
    fn from(Confidence { value, class, support, evidence }: Confidence) -> Self {
        Self { value, class, support, evidence }
    }
}

/// A problem with a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Trouble {
    /// It wrote no answer: sentences of the documents answer instead.
    Unwritten {
        /// The error.
        error: LlmError,
    },
    /// It did not make the question stand alone: a rule did, or the question is unchanged.
    Unrewritten {
        /// The error.
        error: LlmError,
    },
    /// The answer broke off.
    Broken {
        /// The error.
        error: LlmError,
    },
    /// It cited sources that do not exist.
    Unknown {
        /// Their numbers.
        numbers: Vec<usize>,
    },
    /// It wrote sentences over all documents that the sentences which they cite do not support: they are left out.
    Dropped {
        /// Number of these.
        sentences: usize,
    },
    /// Some calls about themes gave no usable reply: quotes stand in place of what they would have said.
    Unmapped {
        /// Number of these calls.
        failed: usize,
        /// Number of all calls about themes.
        of: usize,
    },
    /// Nothing that it wrote over all documents is supported: sentences of the documents answer instead.
    Unsupported {
        /// Number of sentences that were left out; 0 where it found no answer.
        sentences: usize,
    },
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The question as understood, where earlier exchanges change it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The strategy that looked.
    pub strategy: String,
    /// The model that wrote it; none where it is sentences of the documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_by: Option<String>,
    /// True if it comes from the cache: an equal question of the same documents and settings was answered before, and
    /// neither a search nor a model was run.
    #[serde(default, skip_serializing_if = "is_false")]
    pub from_cache: bool,
    /// The answer, with `[n]` after each sentence; `[?]` after an unsupported one that a model wrote.
    pub answer: String,
    /// True if the documents seem not to answer the question; then the answer states this.
    pub refused: bool,
    /// A model's answer from its own knowledge, where the documents have none and it is allowed; no source supports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<String>,
    /// The confidence in it.
    pub confidence: Trust,
    /// The sentences that a model wrote, checked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<CheckedSentence>,
    /// The units of documents that it quotes, in the order of the text; none where a model wrote it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<AnswerUnit>,
    /// The citations of the answer.
    pub citations: Vec<Citation>,
    /// The evidence, best first.
    pub hits: Vec<ShownHit>,
    /// Other items of the evidence, such as the entities named in the question, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// Notes for the reader.
    pub notes: Vec<Note>,
    /// Problems with models.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub trouble: Vec<Trouble>,
    /// The usage of models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<LedgerLine>,
    /// The upper estimate of the usage of models, where one was made beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foretold: Option<CallEstimate>,
    /// The agent's trace, for an effort above one look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Box<AgentTrace>>,
    /// Steps of the run, for the trace.
    pub trace: Vec<TraceStep>,
}

impl Answer {
    /// The `strategy` of an answer that tells what all documents are about.
    pub const OVERVIEW: &'static str = "overview";
    /// The `strategy` of an answer that counts over all documents, or tells all of a thing.
    pub const OVER_ALL: &'static str = "all documents";

    /// True if the confidence was fitted to verdicts of people. That of an answer over all documents is set by rule.
    pub fn is_calibrated(&self) -> bool {
        ![Self::OVERVIEW, Self::OVER_ALL].contains(&self.strategy.as_str())
    }

    /// An answer whose citations are its units, one sentence each; `doubt` counts against it, from 0 to 1.
    pub(crate) fn of_citations(answer: String, citations: Vec<Citation>, doubt: f64) -> Self {
        let unit =
            |citation: &Citation| AnswerUnit { n: citation.n, kind: UnitKind::Sentence, text: citation.quote.clone() };
        Self {
            confidence: confidence(citations.iter().map(|_| 1.0), doubt).into(),
            units: citations.iter().map(unit).collect(),
            answer,
            citations,
            ..Self::default()
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

/// An event of answering a question. The whole answer is the outcome, and no event.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "AnswerEvent")]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A step ended.
    Step(TraceStep),
    /// The evidence is here.
    Evidence {
        /// The hits, best first.
        hits: Vec<ShownHit>,
    },
    /// A piece of the answer's text; the pieces together are the answer.
    Token {
        /// The piece.
        text: String,
    },
    /// A citation, checked.
    Citation(Citation),
}

/// The text of a refusal, in the question's language.
pub(crate) fn refusal(question: &str) -> &'static str {
    match language_of(question) {
        "ru" => "В этих документах нет ответа на этот вопрос.",
        _ => "Nothing in these documents answers this.",
    }
}

/// The text before the nearest units of documents that seem not to answer, in the question's language.
pub(crate) fn near(question: &str) -> &'static str {
    match language_of(question) {
        "ru" => "Прямо об этом в документах не сказано. Ближе всего:",
        _ => "The documents do not say this in so many words. Nearest to it:",
    }
}

/// The text about a compared thing without a unit, in the question's language.
pub(crate) fn untold(question: &str, name: &str) -> String {
    match language_of(question) {
        "ru" => format!("Об этом здесь ничего нет: {name}."),
        _ => format!("Nothing here tells of this: {name}."),
    }
}
