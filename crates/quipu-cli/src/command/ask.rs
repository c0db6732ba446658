//! `quipu ask`: a question becomes a cited answer.

use std::io::IsTerminal as _;

use quipu::ask::{AgentBounds, Answer, Effort, Event, is_about_all, named};
use quipu::{Ask, Quipu};
use serde::Serialize;

use super::query;
use crate::cli::AskArgs;
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::messages::say;
use crate::output_files::write;
use crate::print;

/// The last line of the events of an answer: the whole of it.
#[derive(Serialize)]
struct AnswerEnd<'a> {
    event: &'static str,
    #[serde(flatten)]
    answer: &'a Answer,
}

/// Asks, and prints the answer with its citations.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &AskArgs) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&query::flags(&args.look, &args.write.flags()))?;
    let session = args.session.as_deref().map(named).transpose()?.map(str::to_owned);
    let offline = args.write.offline;
    let question = Ask { session, offline, ..query::question(&args.question, &args.filter)? };
    if args.dry_run {
        let told = quipu.estimate_ask(question).await?;
        match place.common.json {
            true => print::json(&told)?,
            false => print::line(told.map_or_else(|| say!("foretold-nothing"), |told| print::cost_estimate(&told)))?,
        }
        return Ok(CommandOutcome::Done);
    }
    if !args.events && !place.common.json {
        costs(&quipu, &question).await?;
    }
    let answer = match (args.events, place.common.json) {
        (true, _) => {
            let answer = told(&quipu, question, print::json_line).await?;
            print::json_line(&AnswerEnd { event: "end", answer: &answer })?;
            answer
        }
        (_, true) => {
            let answer = quipu.ask(question).await?;
            print::json(&answer)?;
            answer
        }
        _ => shown(&quipu, question).await?,
    };
    if args.trace && !args.events && !place.common.json {
        print::agent_trace(&answer)?;
    }
    if let Some(path) = &args.trace_to {
        let json = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        let traced = if json { serde_json::to_string_pretty(&answer)? } else { print::traced_page(&answer) };
        write(path, &traced)?;
    }
    Ok(if answer.refused { CommandOutcome::Nothing } else { CommandOutcome::Done })
}

/// Strategies that call a model more than once.
const ASKING: [&str; 3] = ["global", "lazy", "drift"];

/// Reports the maximal cost of a question in advance, where a model is called more than once.
async fn costs(quipu: &Quipu, question: &Ask) -> anyhow::Result<()> {
    if !quipu.writes() || question.offline {
        return Ok(());
    }
    let effort: Effort = quipu.settings().effort.parse().unwrap_or_default();
    if effort != Effort::Quick {
        let AgentBounds { calls, tokens, .. } = quipu.settings().agent_bounds(effort);
        print::note(say!("effort-costs", calls = calls, tokens = tokens))?;
    }
    let (strategy, look) = (quipu.settings().strategy.as_str(), &quipu.settings().look);
    let may_be_global = strategy == "auto" && look.own("auto.whole") == Some("true");
    if (ASKING.contains(&strategy) || may_be_global || is_about_all(&question.text))
        && let Some(told) = quipu.estimate_ask(question.clone()).await?.filter(|told| told.calls > 1)
    {
        print::note(print::cost_estimate(&told))?;
    }
    Ok(())
}

/// Asks and prints: piece by piece where a model writes to a terminal, else the whole at the end.
pub(super) async fn shown(quipu: &Quipu, question: Ask) -> anyhow::Result<Answer> {
    if question.offline || !quipu.writes() || !std::io::stdout().is_terminal() {
        let answer = quipu.ask(question).await?;
        print::answer(&answer)?;
        return Ok(answer);
    }
    print::as_it_comes();
    let answer = told(quipu, question, |event| match event {
        Event::Token { text } => print::piece(text),
        _ => Ok(()),
    });
    let answer = answer.await?;
    print::below(&answer)?;
    Ok(answer)
}

/// Asks; `tell` receives each event as it happens.
async fn told(
    quipu: &Quipu,
    question: Ask,
    mut tell: impl FnMut(&Event) -> std::io::Result<()>,
) -> anyhow::Result<Answer> {
    let mut job = quipu.ask(Ask { streamed: true, ..question });
    while let Some(event) = job.next().await {
        tell(&event)?;
    }
    Ok(job.await?)
}
