//! An answer as every door shows it, and the events it arrives in.

use quipu_kernel::text::language_of;
use quipu_kernel::view::Evidence;
use serde::Serialize;

use crate::look::Query;
use crate::search::ShownHit;

/// One step of a story.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// Its name: `understand`, `view`, `retrieve`, `answer`.
    pub step: String,
    /// What it saw.
    pub detail: String,
    /// How long it took, in milliseconds.
    pub ms: f64,
}

/// A place that a sentence of the answer was taken from, checked against the stored text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The number that the answer cites it by.
    pub n: usize,
    /// Id of the document.
    pub document: String,
    /// Where the document was read.
    pub source: String,
    /// Headings above the passage, outermost first.
    pub heading: Vec<String>,
    /// Page, from 1, where the source has pages.
    pub page: Option<u32>,
    /// First byte of the quote in the document's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The quote: the document's text between the two.
    pub quote: String,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// The question.
    pub question: String,
    /// The strategy that looked.
    pub strategy: String,
    /// The answer, with `[n]` after each sentence.
    pub answer: String,
    /// Whether the documents seem not to answer the question; then the answer says so.
    pub refused: bool,
    /// What the answer cites.
    pub citations: Vec<Citation>,
    /// The evidence, best first.
    pub hits: Vec<ShownHit>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// What happened on the way.
    pub trace: Vec<Step>,
}

/// Something that happened while a question was asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A step ended.
    Step(Step),
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
    /// The end, with the whole.
    End(Box<Answer>),
}

impl Answer {
    /// An answer that says what its citations quote; a refusal when there is none.
    pub(super) fn new(
        query: &Query,
        evidence: Evidence,
        hits: Vec<ShownHit>,
        citations: Vec<Citation>,
        trace: Vec<Step>,
    ) -> Self {
        let said = citations.iter().map(|citation| format!("{} [{}]", citation.quote, citation.n));
        let said = said.collect::<Vec<_>>().join(" ");
        Self {
            question: query.text.clone(),
            strategy: evidence.strategy,
            refused: citations.is_empty(),
            answer: if citations.is_empty() { refusal(&query.text).to_owned() } else { said },
            citations,
            hits,
            notes: evidence.notes,
            trace,
        }
    }
}

/// What is said when nothing answers, in the question's language.
fn refusal(question: &str) -> &'static str {
    match language_of(question) {
        "ru" => "В этих документах нет ответа на этот вопрос.",
        _ => "Nothing in these documents answers this.",
    }
}
