//! The bounds of a question with more effort than one look.

use quipu_engine::base::{AgentBounds, Effort};
use quipu_engine::gateway::Bounds;

use super::Settings;

impl Settings {
    /// The bounds of an effort, as the settings change them.
    pub fn agent_bounds(&self, effort: Effort) -> AgentBounds {
        let usual = AgentBounds::of(effort);
        let set = |set: usize, usual: usize| if set > 0 { set } else { usual };
        AgentBounds {
            steps: set(self.agent_steps, usual.steps),
            views: set(self.agent_views, usual.views),
            calls: set(self.agent_calls, usual.calls as usize) as u64,
            tokens: set(self.agent_tokens, usual.tokens as usize) as u64,
            seconds: if self.agent_seconds > 0.0 { self.agent_seconds } else { usual.seconds },
            money: (self.agent_money > 0.0).then_some(self.agent_money),
            ..usual
        }
    }

    /// The bounds of the calls for an answer over all documents: those of the effort, or of `quick` only those that
    /// `agent.calls`, `agent.tokens` and `agent.money` set, since one look bounds no such answer.
    pub fn call_bounds(&self, effort: Effort) -> Bounds {
        let AgentBounds { calls, tokens, money, .. } = self.agent_bounds(effort);
        let bounded = effort != Effort::Quick;
        Bounds {
            calls: (bounded || self.agent_calls > 0).then_some(calls),
            tokens: (bounded || self.agent_tokens > 0).then_some(tokens),
            money,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_set_is_as_the_effort_says() {
        let settings = Settings { agent_calls: 2, agent_money: 0.5, ..Settings::default() };
        let bounds = settings.agent_bounds(Effort::Deep);
        assert_eq!((bounds.calls, bounds.money), (2, Some(0.5)));
        assert_eq!(AgentBounds { calls: 24, money: None, ..bounds }, AgentBounds::of(Effort::Deep));
    }

    #[test]
    fn one_look_bounds_an_answer_over_all_documents_only_by_what_is_set() {
        let none = Settings::default().call_bounds(Effort::Quick);
        assert_eq!(none, Bounds::default());
        let set = Settings { agent_calls: 1, ..Settings::default() }.call_bounds(Effort::Quick);
        assert_eq!((set.calls, set.tokens), (Some(1), None));
        let normal = Settings::default().call_bounds(Effort::Normal);
        assert_eq!(normal.calls, Some(AgentBounds::of(Effort::Normal).calls));
    }
}
