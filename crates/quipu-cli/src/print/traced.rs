//! The steps of an answer, as a tree: its route, plan, steps, grades and checks, and its end.

use std::io;

use quipu::ask::{AgentEvent, AgentTrace, Answer, Happened};

use super::line;
use super::units::one_line;

/// The widest line of the tree.
const WIDEST: usize = 160;

/// Prints the trace of an answer; of one look its steps.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn agent_trace(answer: &Answer) -> io::Result<()> {
    line("")?;
    let Some(trace) = &answer.agent else {
        return answer.trace.iter().try_for_each(|step| told(&format!("├ {}  {}", step.step, step.detail)));
    };
    head(trace, &answer.question)?;
    trace.events.iter().filter(|event| !is_hidden(event)).try_for_each(event)?;
    told(&format!("└ {}", trace.stopped))
}

fn head(trace: &AgentTrace, question: &str) -> io::Result<()> {
    let spent = &trace.spent;
    let took = format!(
        "{} · {} · {} / {} · {:.0} ms",
        trace.effort,
        spent.steps,
        spent.views,
        spent.calls,
        spent.seconds * 1e3
    );
    told(&format!("? {question}    {took}"))
}

/// True for events that the head, the end or the answer already shows.
fn is_hidden(event: &AgentEvent) -> bool {
    matches!(&event.what, Happened::Planned(plan) if plan.parts.is_empty())
        || matches!(
            event.what,
            Happened::Started { .. } | Happened::StepStarted { .. } | Happened::Draft { .. } | Happened::Stopped { .. }
        )
}

fn event(event: &AgentEvent) -> io::Result<()> {
    let branch = if event.parent.is_some() { "│ └" } else { "├" };
    let name = if matches!(event.what, Happened::StepEnded { .. }) { "step" } else { event.what.name() };
    told(&format!("{branch} {name:<13} {}", event.what.told()))
}

fn told(text: &str) -> io::Result<()> {
    line(one_line(text, WIDEST))
}
