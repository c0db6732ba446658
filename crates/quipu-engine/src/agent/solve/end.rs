//! The end of a run: the draft checked, then an answer, or the word why there is none.

use quipu_kernel::answer::{UnitKind, confidence};
use quipu_kernel::arithmetic::reckon;
use quipu_kernel::model::Key;
use quipu_kernel::stated::grade::ENOUGH;

use super::Solved;
use super::compose::{Drafting, compose};
use super::events::Happened;
use super::run::Run;
use crate::ask::{Answer, AnswerUnit};

/// How alike names are, by Jaro and Winkler's measure, to be offered for each other.
const ALIKE: f64 = 0.8;

impl Run<'_> {
    /// Corrections of a part so far.
    pub(super) fn corrections(&self, at: usize) -> usize {
        let id = self.parts[at].id;
        self.events_of(id)
    }

    /// What parts found, as a draft.
    pub(super) fn compose(&mut self) -> Drafting {
        let draft = compose(self.composing(), &self.parts, &self.evidence, &self.words);
        self.event(None, Happened::Draft { text: draft.text.clone() });
        draft
    }

    /// Checks a draft, and ends with it; none where a look, or a model that may look, could find more.
    pub(super) fn end(&mut self, draft: Drafting, model: bool) -> Option<Solved> {
        let answered = self.parts.iter().filter(|part| part.grade >= ENOUGH).count();
        let of = self.parts.len();
        let citations = draft.citations.len();
        self.event(None, Happened::Checked { answered, of, citations, open: draft.open.clone() });
        if let Some(value) = draft.value.clone() {
            self.event(None, Happened::Answered { value });
            return Some(self.answer(draft, false));
        }
        // A name that no document has refuses for sure; else one look may find what rules did not read.
        let unknown = self
            .parts
            .iter()
            .find(|part| part.done && !part.asked.known.is_empty() && !self.evidence.has(&part.asked.known));
        if let Some(name) = unknown.map(|part| part.asked.shown.clone()) {
            let text = self.words.unknown(&name, &self.near(&name));
            self.event(None, Happened::Refused { why: text.clone() });
            return Some(self.answer(Drafting { text, ..Drafting::default() }, true));
        }
        if answered > 0 && !model {
            self.event(None, Happened::Refused { why: draft.open.join("; ") });
            return Some(self.answer(draft, true));
        }
        None
    }

    /// Leaves the answer to one look.
    pub(super) fn looks(&mut self, found: Vec<Key>) -> Solved {
        let asked = self.parts.last().map(|part| Box::new(part.asked.clone()));
        Solved::Look { trace: Box::new(self.trace()), asked, found }
    }

    /// Answers what asks for nothing that could be looked up.
    pub(super) fn direct(&mut self) -> Solved {
        let text = self.words.direct().to_owned();
        self.event(None, Happened::Answered { value: text.clone() });
        self.answer(Drafting { text, ..Drafting::default() }, false)
    }

    /// Reckons what is given.
    pub(super) fn reckon(&mut self) -> Option<Solved> {
        let found = reckon(&self.query.text).ok()?;
        let unit = found.unit.iter().map(|unit| format!(" {unit}")).collect::<String>();
        let text = format!("**{}{unit}** ({})", found.value, found.expression);
        self.event(None, Happened::Answered { value: found.value });
        Some(self.answer(Drafting { text, ..Drafting::default() }, false))
    }

    /// The answer of a draft.
    pub(super) fn answer(&mut self, draft: Drafting, refused: bool) -> Solved {
        let unit = |citation: &crate::ask::Citation| AnswerUnit {
            n: citation.n,
            kind: UnitKind::Sentence,
            text: citation.quote.clone(),
        };
        let doubt = if self.parts.iter().any(|part| part.sides.as_ref().is_some_and(|sides| !sides.changed)) {
            0.5
        } else {
            0.0
        };
        let trust = confidence(draft.citations.iter().map(|_| 1.0), if refused { 1.0 } else { doubt }).into();
        Solved::Answer(Box::new(Answer {
            answer: draft.text,
            refused,
            confidence: trust,
            units: draft.citations.iter().map(unit).collect(),
            citations: draft.citations,
            agent: Some(Box::new(self.trace())),
            ..Answer::default()
        }))
    }

    /// Names like one that no document has.
    fn near(&self, name: &str) -> Vec<String> {
        let low = name.to_lowercase();
        let titles = self.evidence.hits.iter().map(|read| read.hit.title.clone());
        let mut near: Vec<(f64, String)> = titles
            .map(|title| (strsim::jaro_winkler(&low, &title.to_lowercase()), title))
            .filter(|(how, _)| *how >= ALIKE)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        near.dedup_by(|a, b| a.1 == b.1);
        near.into_iter().take(3).map(|(_, title)| title).collect()
    }
}
