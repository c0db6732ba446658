//! The bounds of a question with more effort than one look.

use quipu_engine::base::{AgentBounds, Effort};

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
}
