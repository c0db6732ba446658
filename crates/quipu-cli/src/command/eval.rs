//! `quipu eval`: sets of questions with known answers, each asked of a fresh index.

use quipu::settings::Settings;
use quipu_proof::measure::{self, Sets, means};

use super::eval_report;
use crate::cli::EvalArgs;
use crate::command_place::{CommandPlace, workers};
use crate::exit::CommandOutcome;
use crate::messages::say;
use crate::print;

/// Evaluates every set, and prints the table.
///
/// # Errors
/// When a set does not read, or a strategy is unknown.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &EvalArgs) -> anyhow::Result<CommandOutcome> {
    let loaded = place.settings(&[])?;
    let (settings, json, markdown) = (&loaded.settings, place.common.json, args.markdown);
    let sets = &Sets { folders: args.sets.clone(), questions: args.questions, documents: args.documents };
    if let Some(folder) = &args.loaders {
        let rows = measure::loaders(folder, settings, &workers())?;
        if json { print::json(&rows)? } else { print::loaders(&rows, markdown)? }
    } else if let Some(folder) = &args.names {
        let rows = match args.ablation {
            true => measure::names_ablation(folder, settings, args.by_sort).await?,
            false => measure::names(folder, settings, args.by_sort).await?,
        };
        if json { print::json(&rows)? } else { print::names(&rows.rows, markdown)? }
    } else if let Some(folder) = &args.agent {
        let rows = measure::agent(folder)?;
        if json { print::json(&rows)? } else { print::agent_rows(&rows, markdown)? }
    } else if args.efforts {
        let rows = measure::efforts(sets, &loaded, &workers()).await?;
        if json { print::json(&rows)? } else { print::effort_rows(&rows, markdown)? }
    } else if let Some(file) = &args.replies {
        let read = measure::replies(file)?;
        if json { print::json(&read)? } else { print::replies(&read, markdown)? }
    } else if let Some(labels) = &args.mentions {
        let rows = measure::mentions(labels, sets, settings).await?;
        if json { print::json(&rows)? } else { print::mentions(&rows, markdown)? }
    } else if args.relations {
        let rows = measure::relations(sets, !args.no_titles, settings).await?;
        if json { print::json(&rows)? } else { print::relations(&rows, markdown)? }
    } else if args.evidence {
        let rows = measure::quoted(sets, settings, &workers()).await?;
        for skipped in &rows.unread {
            print::note(say!("eval-unread", path = &skipped.path, why = skipped.why.as_str()))?;
        }
        if json { print::json(&rows)? } else { print::quoted(&rows, markdown)? }
    } else if args.judged {
        let rows = measure::judged(sets, settings, &workers()).await?;
        if json { print::json(&rows)? } else { print::judged(&rows, markdown)? }
    } else if args.matrix {
        let rows = measure::matrix(sets, &args.strategy, settings, &workers()).await?;
        if json { print::json(&rows)? } else { print::matrix(&rows, markdown)? }
    } else if args.answers {
        let rows = measure::all_answers(sets, &args.foreign, settings).await?;
        if json { print::json(&rows)? } else { print::answers(&rows, markdown)? }
    } else if let (Some(to), Some(from)) = (&args.report, &args.configurations) {
        eval_report::write(to, from, sets, settings).await?;
    } else {
        ranked(args, sets, settings, json).await?;
    }
    Ok(CommandOutcome::Done)
}

/// Measures the ranking of chunks by each strategy.
async fn ranked(args: &EvalArgs, sets: &Sets, settings: &Settings, json: bool) -> anyhow::Result<()> {
    let markdown = args.markdown;
    if args.shuffled_vectors {
        let mut rows = Vec::new();
        for folder in sets.folders() {
            rows.extend(measure::shuffled(folder, sets, settings).await?);
        }
        if json {
            print::json(&rows)?
        } else {
            print::vectors(&rows, markdown)?
        }
        return Ok(());
    }
    let rows = match (args.ablation, args.listed) {
        (true, _) => measure::ablation(sets, &args.strategy, settings).await?,
        (false, true) => measure::with_listed(sets, &args.strategy, settings).await?,
        (false, false) => {
            let mut rows = measure::retrieval(sets, &args.strategy, !args.no_titles, settings).await?;
            if !markdown {
                rows.extend(means(&rows));
            }
            rows
        }
    };
    if json {
        print::json(&rows)?
    } else {
        print::evaluated(&rows, markdown)?
    }
    Ok(())
}
