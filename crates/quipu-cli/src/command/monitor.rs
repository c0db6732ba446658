//! `quipu monitor`: statistics of questions.

use crate::cli::MonitorArgs;
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Marks, forgets, or prints the counts.
///
/// # Errors
/// When there is no workspace, or what it keeps cannot be read or written.
pub(crate) async fn run(place: &Place<'_>, args: &MonitorArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    // There is something to count only where there is a workspace.
    quipu.count().await?;
    if let Some(question) = &args.good {
        quipu.mark(question, true).await?;
    }
    if let Some(question) = &args.bad {
        quipu.mark(question, false).await?;
    }
    if args.empty_cache {
        let gone = quipu.forget_answers().await?;
        print::note(say!("monitor-emptied", count = gone))?;
    }
    if args.forget {
        quipu.forget_monitored().await?;
    }
    let counted = quipu.monitored().await?;
    if place.common.json {
        print::json(&counted)?;
    } else {
        print::monitored(&counted)?;
    }
    Ok(Outcome::Done)
}
