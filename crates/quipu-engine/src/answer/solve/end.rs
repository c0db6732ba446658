//! The end of a run: the draft is checked, then comes an answer, or the reason of a refusal.

use quipu_kernel::model::Key;
use quipu_language::arithmetic::reckon;
use quipu_language::clauses::grade::ENOUGH;

use super::agent_run::AgentRun;
use super::compose::{Drafting, compose};
use super::draft_signs::SURE_DRAFT;
use super::run_state::{PartState, is_marked};
use super::{AgentDraft, Solved};
use crate::answer::Answer;
use crate::base::agent_events::Happened;

/// The least similarity of two names, by Jaro and Winkler's measure, to be suggested for each other.
const ALIKE: f64 = 0.8;

impl AgentRun<'_> {
    /// Corrections of a part so far.
    pub(super) fn corrections(&self, at: usize) -> usize {
        let id = self.parts[at].id;
        self.events_of(id)
    }

    /// The results of the parts, as a draft.
    pub(super) fn compose(&mut self) -> Drafting {
        let draft = compose(self.composing(), &self.parts, &self.evidence, &self.words);
        self.event(None, Happened::Draft { text: draft.text.clone() });
        draft
    }

    /// Checks a draft, and ends with it; none where a model that may look could find more.
    pub(super) fn end(&mut self, draft: Drafting, model: bool) -> Option<Solved> {
        let answered = self.parts.iter().filter(|part| part.grade >= ENOUGH).count();
        let of = self.parts.len();
        let citations = draft.citations.len();
        self.event(None, Happened::Checked { answered, of, citations, open: draft.open.clone() });
        if draft.value.is_some() {
            let sure = self.signs_of(&draft).right() >= SURE_DRAFT;
            self.draft = Some(draft);
            return (sure || !model).then(|| self.looks(Vec::new()));
        }
        // A name that no document has is a definite refusal; else one look may find passages that rules did not read.
        let unknown =
            self.parts.iter().find(|part| part.done && is_marked(part) && !self.evidence.has(&bare(&part.asked.known)));
        if let Some(name) = unknown.map(|part| part.asked.shown.clone()) {
            let text = self.words.unknown(&name, &self.near(&name));
            self.event(None, Happened::Refused { why: text.clone() });
            return Some(self.answer(Drafting { text, ..Drafting::default() }, true));
        }
        // Partial results are reported where one look finds nothing either.
        self.draft = Some(draft).filter(|_| answered > 0 && !model);
        None
    }

    /// Leaves the answer to one look, with the draft to be judged beside it.
    pub(super) fn looks(&mut self, found: Vec<Key>) -> Solved {
        let draft = self.draft.take().map(|draft| {
            let (signs, refused) = (self.signs_of(&draft), draft.value.is_none());
            let answer = Answer {
                refused,
                ..Answer::of_citations(draft.text, draft.citations, if refused { 1.0 } else { 0.0 })
            };
            Box::new(AgentDraft { answer, value: draft.value, signs })
        });
        Solved::Look { trace: Box::new(self.trace()), found, draft }
    }

    /// Answers a question that needs no search.
    pub(super) fn direct(&mut self) -> Solved {
        let text = self.words.direct().to_owned();
        self.event(None, Happened::Answered { value: text.clone() });
        self.answer(Drafting { text, ..Drafting::default() }, false)
    }

    /// Evaluates arithmetic in the question.
    pub(super) fn reckon(&mut self) -> Option<Solved> {
        let found = reckon(&self.query.text).ok()?;
        let unit = found.unit.iter().map(|unit| format!(" {unit}")).collect::<String>();
        let text = format!("**{}{unit}** ({})", found.value, found.expression);
        self.event(None, Happened::Answered { value: found.value });
        Some(self.answer(Drafting { text, ..Drafting::default() }, false))
    }

    /// The answer of a draft.
    pub(super) fn answer(&mut self, draft: Drafting, refused: bool) -> Solved {
        let conflict = |part: &PartState| part.sides.as_ref().is_some_and(|sides| !sides.changed);
        let doubt = match refused {
            true => 1.0,
            false if self.parts.iter().any(conflict) => 0.5,
            false => 0.0,
        };
        let answer = Answer::of_citations(draft.text, draft.citations, doubt);
        Solved::Answer(Box::new(Answer { refused, agent: Some(Box::new(self.trace())), ..answer }))
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

/// Words of a name without the sign of an owner.
fn bare(words: &[String]) -> Vec<String> {
    let bare = |word: &String| word.trim_end_matches("'s").trim_end_matches("’s").to_owned();
    words.iter().map(bare).collect()
}
