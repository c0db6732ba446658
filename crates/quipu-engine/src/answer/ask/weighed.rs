//! A composed draft and the answer of one look, judged by one measure: the share of such answers that are right. The
//! answer is the better of both; the confidence in it is that share.

use quipu_language::answer::confident;
use quipu_language::answer::topic::framed;

use crate::answer::Answer;
use crate::answer::solve::{AgentDraft, DraftSigns};
use crate::base::agent_events::{AgentTrace, Happened};
use crate::base::citation::Citation;
use crate::base::trace::Trace;

/// The least share of right drafts with such signs with which a draft is the answer where one look refuses.
const TOLD_ALONE: f64 = 0.4;

/// The share of the figure of a look that is left where the question needs the result of another and no quote has the
/// value that the links lead to: of seven such looks at even questions none was right.
const LINKS_APART: f64 = 0.5;

/// The better of both, and the figures of both.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeighedAnswers {
    /// The figure of the draft; none where it has no value.
    pub(super) draft: Option<f64>,
    /// The figure of the look; 0 where it refuses.
    pub(super) look: f64,
    /// True if the draft is the answer.
    pub(super) draft_told: bool,
    signs: String,
}

impl WeighedAnswers {
    /// Judges a draft beside the answer of one look.
    pub(super) fn of(draft: Option<&AgentDraft>, look: &Answer) -> Self {
        let look_right = if look.refused { 0.0 } else { look.confidence.value };
        let Some(draft) = draft.filter(|draft| draft.value.is_some()) else {
            return Self { draft: None, look: look_right, draft_told: false, signs: String::new() };
        };
        let value = draft.value.as_deref().unwrap_or_default();
        let says = |citation: &Citation| !look.refused && says(&citation.quote, value);
        let agrees = look.citations.first().is_some_and(says);
        let apart = draft.signs.links > 0.0 && !look.citations.iter().any(says);
        let look_right = if apart { look_right * LINKS_APART } else { look_right };
        let signs = DraftSigns { agrees: f64::from(u8::from(agrees)), ..draft.signs };
        let right = signs.right();
        let least = if look.refused { TOLD_ALONE } else { look_right };
        Self { draft: Some(right), look: look_right, draft_told: right >= least, signs: signs.printed() }
    }

    /// The event of the trace.
    pub(super) fn event(&self) -> Happened {
        let told = if self.draft_told { "draft" } else { "look" };
        Happened::Judged { draft: self.draft, look: self.look, told: told.to_owned(), signs: self.signs.clone() }
    }

    /// The look's answer with the figure as its confidence.
    pub(super) fn looked(&self, look: Answer) -> Answer {
        if look.refused || self.look >= look.confidence.value {
            return look;
        }
        Answer { confidence: confident(self.look).into(), ..look }
    }

    /// The draft's answer with the figure as its confidence; the agent's trace and the steps of the answer say so.
    pub(super) fn drafted(&self, draft: &AgentDraft, run: &AgentTrace, trace: &mut Trace) -> Answer {
        let (mut run, value) = (run.clone(), draft.value.clone().unwrap_or_default());
        for what in [self.event(), Happened::Answered { value }] {
            trace.happened(&run.closes_with(what));
        }
        let confidence = confident(self.draft.unwrap_or_default()).into();
        Answer { confidence, agent: Some(Box::new(run)), ..draft.answer.clone() }
    }
}

/// True if a quote says a value, as whole words.
fn says(quote: &str, value: &str) -> bool {
    let value = framed(value);
    !value.trim().is_empty() && framed(quote).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Trust;

    fn look(confidence: f64, refused: bool) -> Answer {
        Answer { refused, confidence: Trust { value: confidence, ..Trust::default() }, ..Answer::default() }
    }

    fn draft(value: Option<&str>, signs: DraftSigns) -> AgentDraft {
        AgentDraft { answer: Answer::default(), value: value.map(str::to_owned), signs }
    }

    /// Signs of a draft whose statements say all that is asked, and of one that says little but a title.
    fn both() -> [DraftSigns; 2] {
        let whole = DraftSigns { covered: 1.0, named: 1.0, marked: 1.0, typed: 1.0, kin: 1.0, ..DraftSigns::default() };
        [whole, DraftSigns { covered: 0.6, titled: 1.0, rivals: 3.0, ..DraftSigns::default() }]
    }

    #[test]
    fn the_better_of_both_is_told() {
        let [whole, little] = both();
        let told =
            |signs, confidence| WeighedAnswers::of(Some(&draft(Some("Ada Lind"), signs)), &look(confidence, false));
        assert!(told(whole, 0.6).draft_told && !told(little, 0.6).draft_told);
        let (strong, weak) = (told(whole, 0.6), told(little, 0.6));
        assert!(strong.draft > weak.draft && strong.look == weak.look, "{strong:?} {weak:?}");
        assert!(!told(little, 0.2).draft_told || told(little, 0.2).draft >= Some(0.2));
    }

    #[test]
    fn a_look_without_the_value_that_the_links_lead_to_counts_less() {
        let linked = DraftSigns { links: 1.0, covered: 0.8, ..both()[0] };
        let weighed = |signs| WeighedAnswers::of(Some(&draft(Some("Ada Lind"), signs)), &look(0.8, false));
        assert!(weighed(linked).look < weighed(both()[0]).look);
        assert!(says("Led by Ada Lind.", "ada lind") && !says("Led by Ada Lindqvist.", "Ada Lind"));
    }

    #[test]
    fn a_weak_draft_is_not_told_where_the_look_refuses() {
        let [whole, little] = both();
        let told = |signs| WeighedAnswers::of(Some(&draft(Some("Ada Lind"), signs)), &look(0.9, true));
        assert!(told(whole).draft_told && !told(little).draft_told);
        assert!(told(whole).look == 0.0, "a refusal is no answer");
    }

    #[test]
    fn without_a_value_the_look_is_told_and_the_trace_says_so() {
        let weighed = WeighedAnswers::of(Some(&draft(None, both()[0])), &look(0.3, false));
        let Happened::Judged { draft, look, told, .. } = weighed.event() else { panic!("it is judged") };
        assert_eq!((draft, look, told.as_str()), (None, 0.3, "look"));
    }
}
