//! The answer by quotes from the evidence: its best units, each cited; or a refusal.

use quipu_kernel::model::Span;
use quipu_kernel::view::{Question, WordCounts};
use quipu_language::answer::topic::{TopicName, framed};
use quipu_language::answer::{
    self, AnswerKind, AnswerOptions, Chosen, Extract, Passage, QuoteSigns, ScoredEvidence, TrustClass, quote_confidence,
};

use super::context_window::ContextWindow;
use super::reader_outcome::ReaderOutcome;
use crate::answer::{Answer, AnswerUnit, Trust, near, refusal, untold};
use crate::base::Workspace;
use crate::base::citation::Citation;
use crate::base::hits::ShownHit;
use crate::base::ports::StoreError;

/// Weight of a hit's share of the best score, relative to that of its best unit, in the order of hits.
const HIT: f64 = 4.0;
/// The doubt from which on not even the nearest units are shown.
const FAR: f64 = 2.5;
/// Number of hits that are checked for a link from a better hit.
const LINKED: usize = 6;

/// A sentence that an answer quotes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QuotedSentence {
    /// Position of the hit that it was taken from.
    pub(super) hit: usize,
    /// The span in that chunk's text.
    pub(super) span: Span,
    /// The sentence as written.
    pub(super) text: String,
}

/// The candidate units of an answer, and the doubt about it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct QuoteDraft {
    /// The units, each with its citation.
    units: Vec<(Chosen, Citation)>,
    conclusion: Option<String>,
    missing: Option<String>,
    /// Positions of the hits, those that hold the best units first.
    order: Vec<usize>,
    /// The kind of the question.
    pub(super) kind: AnswerKind,
    /// See [`answer::Signals::doubt`].
    pub(super) doubt: f64,
    /// True if the documents seem not to answer; the units are then the nearest there are.
    refused: bool,
    /// Signs that the units answer.
    trust: QuoteSigns,
    /// The signals of the decision, and of each unit, for the trace.
    signs: Vec<String>,
}

impl QuoteDraft {
    /// The units around the best hits, in the order to be read.
    pub(super) async fn of(
        workspace: &Workspace,
        question: &Question,
        counts: &WordCounts,
        hits: &[ShownHit],
    ) -> Result<Self, StoreError> {
        let stretches = ContextWindow::around(&*workspace.store, hits).await?;
        let passages: Vec<Passage<'_>> = stretches.iter().map(ContextWindow::passage).collect();
        let lexicon = |text: &str| workspace.lexicon.as_ref()?.vector(text);
        let scored = ScoredEvidence::new(question, counts, &passages, &lexicon);
        let ReaderOutcome { scores, told } = ReaderOutcome::of(workspace, &question.text, &scored).await;
        let days = |text: &str| workspace.extractor.day(text);
        let extract: Extract = scored.answer(&lexicon, &days, &AnswerOptions::default(), scores.as_ref());
        let cited = |chosen: Chosen| {
            let stretch = stretches.get(chosen.passage)?;
            let citation = stretch.citation(&chosen, hits.get(stretch.hit)?)?;
            Some((chosen, citation))
        };
        Ok(Self {
            order: order(&question.text, &extract.best, hits),
            kind: extract.asked.kind,
            doubt: extract.signals.doubt(),
            refused: extract.refused,
            trust: extract.trust,
            signs: signs(&extract).into_iter().chain(told).collect(),
            units: extract.units.into_iter().filter_map(cited).collect(),
            conclusion: extract.conclusion,
            missing: extract.missing,
        })
    }

    /// The best hits in the order of their units.
    pub(super) fn ordered(&self, hits: &[ShownHit], limit: usize) -> Vec<ShownHit> {
        self.order.iter().filter_map(|at| hits.get(*at)).take(limit).cloned().collect()
    }

    /// The signals of the decision, and of each unit, for the trace.
    pub(super) fn signs(&self) -> &[String] {
        &self.signs
    }

    /// The texts of its units.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.units.iter().map(|(chosen, _)| chosen.text.as_str()).collect()
    }

    /// The answer that the units give: where the documents seem not to answer, the nearest units, said to be no more.
    pub(super) fn quoted(&self, question: &str) -> Answer {
        let numbered = self.units.iter().enumerate();
        let citations: Vec<Citation> = numbered.map(|(at, (_, citation))| citation.clone().numbered(at + 1)).collect();
        let mut confidence: Trust = quote_confidence(&self.trust).into();
        if citations.is_empty() || self.refused && self.doubt > FAR {
            confidence.class = TrustClass::NotFound;
            return Answer { answer: refusal(question).to_owned(), refused: true, confidence, ..Answer::default() };
        }
        let chosen: Vec<Chosen> = self.units.iter().map(|(chosen, _)| chosen.clone()).collect();
        let unit =
            |(at, chosen): (usize, &Chosen)| AnswerUnit { n: at + 1, kind: chosen.kind, text: chosen.text.clone() };
        let units = chosen.iter().enumerate().map(unit).collect();
        let all: String = citations.iter().map(|citation| format!(" [{}]", citation.n)).collect();
        let concluded = self.conclusion.iter().map(|conclusion| format!("{conclusion}{all}"));
        let untold = self.missing.iter().map(|name| untold(question, name));
        let near = self.refused.then(|| near(question).to_owned());
        let parts: Vec<String> =
            near.into_iter().chain(concluded).chain([answer::joined(&chosen)]).chain(untold).collect();
        Answer { answer: parts.join("\n\n"), refused: self.refused, confidence, units, citations, ..Answer::default() }
    }
}

/// The signals of the decision, and of each unit.
fn signs(extract: &Extract) -> Vec<String> {
    let decision = [extract.signals.printed(), format!("trust: {}", extract.trust.printed())];
    let unit = |chosen: &Chosen| format!("unit {:.2}: {}", chosen.score, chosen.signs);
    decision.into_iter().chain(extract.units.iter().map(unit)).collect()
}

/// The hits by the score of their best unit and their own; those that hold none last.
fn order(question: &str, best: &[(usize, f64)], hits: &[ShownHit]) -> Vec<usize> {
    let top = hits.iter().map(|hit| hit.score).fold(f64::MIN_POSITIVE, f64::max);
    let least = best.iter().map(|(_, score)| *score).fold(0.0, f64::min) - 1.0;
    let mut units = vec![least; hits.len()];
    best.iter().filter(|(rank, _)| *rank < hits.len()).for_each(|(rank, score)| units[*rank] = *score);
    let of = |at: usize| units[at] + HIT * hits[at].score / top;
    let mut out: Vec<usize> = (0..hits.len()).collect();
    out.sort_by(|a, b| of(*b).total_cmp(&of(*a)).then(a.cmp(b)));
    let linked = linked(question, hits);
    out.retain(|at| !linked.contains(at));
    linked.iter().for_each(|at| out.insert((*at).min(out.len()), *at));
    out
}

/// Positions of first hits whose topic a better hit names and the question does not: the next step of a chain, which
/// shares no word with the question, and keeps its rank.
fn linked(question: &str, hits: &[ShownHit]) -> Vec<usize> {
    let hits = &hits[..hits.len().min(LINKED)];
    let (question, texts) = (framed(question), hits.iter().map(|hit| framed(&hit.text)).collect::<Vec<_>>());
    let is_named = |at: &usize| {
        let better = || hits.iter().zip(&texts).take(*at).filter(|(other, _)| other.document != hits[*at].document);
        TopicName::of(&hits[*at].title)
            .is_some_and(|topic| !topic.stands_in(&question) && better().any(|(_, text)| topic.stands_in(text)))
    };
    (1..hits.len()).filter(is_named).collect()
}
