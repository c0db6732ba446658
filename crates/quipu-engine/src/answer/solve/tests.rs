//! Any run ends within its bounds, and its trace adds up.

use proptest::prelude::*;

use super::*;
use crate::base::agent_events::Happened;
use crate::base::trace::Trace;
use crate::find::policies::tests::{query, workspace};

fn run(question: &str, bounds: AgentBounds, stop: Stop) -> AgentTrace {
    let (workspace, _) = workspace();
    let query = query(question, "lexical");
    let mut trace = Trace::silent();
    let solving = solve(&workspace, &query, Effort::Deep, bounds, stop, &mut trace, None);
    let solved = futures::executor::block_on(solving).expect("the store is a toy");
    match solved {
        Solved::Look { trace, .. } => *trace,
        Solved::Answer(answer) => *answer.agent.expect("an agent answers"),
    }
}

fn holds(trace: &AgentTrace) {
    assert!(trace.spent.steps <= trace.bounds.steps && trace.spent.views <= trace.bounds.views, "{trace:?}");
    let steps = trace.events.iter().filter(|event| event.what.name() == "step.started").count();
    let ended = trace.events.iter().filter(|event| event.what.name() == "step.ended").count();
    assert_eq!(steps, ended);
    assert_eq!(trace.events.last().map(|event| event.what.name()), Some("stopped"));
    assert!(trace.events.iter().enumerate().all(|(at, event)| event.id == at + 1));
}

#[test]
fn a_greeting_is_answered_without_a_look() {
    let trace = run("Hello, what can you do?", AgentBounds::of(Effort::Deep), Stop::default());
    assert_eq!((trace.spent.steps, trace.spent.views), (0, 0));
    holds(&trace);
}

#[test]
fn arithmetic_is_reckoned() {
    let trace = run("What is 15 % of 2,480?", AgentBounds::of(Effort::Deep), Stop::default());
    let answered = trace.events.iter().any(|event| event.what == Happened::Answered { value: "372".into() });
    assert!(answered, "{trace:?}");
}

#[test]
fn whoever_stops_a_run_is_told_so() {
    let stop = Stop::default();
    stop.ask();
    let trace = run("Who leads the team that owns Lamp?", AgentBounds::of(Effort::Deep), stop);
    assert_eq!((trace.stopped.as_str(), trace.spent.steps), ("cancelled", 0));
}

#[test]
fn weak_evidence_is_sought_anew_twice_at_most() {
    let trace = run("Who owns Lamp?", AgentBounds::of(Effort::Deep), Stop::default());
    let corrected = trace.events.iter().filter(|event| event.what.name() == "corrected").count();
    assert_eq!(corrected, 2, "{trace:?}");
    holds(&trace);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bound_is_exceeded(question in "(Who|Which|How many|What|owns|that|of the|Lamp|team|or|before|[a-z]{1,5}| ){1,14}", steps in 0_usize..4, views in 0_usize..4) {
        let bounds = AgentBounds { steps, views, ..AgentBounds::of(Effort::Deep) };
        holds(&run(&question, bounds, Stop::default()));
    }
}
