//! `quipu wiki`: the workspace as a folder of Markdown that stays current.

use quipu::wiki::WikiRequest;

use super::job::watched;
use crate::cli::WikiArgs;
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::messages::{MessageLanguage, language};
use crate::print;

/// Writes the wiki, and reports what was done.
///
/// # Errors
/// When there is no workspace or it cannot be read, or the folder cannot be written.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &WikiArgs) -> anyhow::Result<CommandOutcome> {
    let quipu = place.quipu(&[])?;
    // English is also what speaks where no language is set: then the documents decide.
    let russian = (language() == MessageLanguage::Ru).then_some(true);
    let request = WikiRequest { folder: args.folder.clone(), things: args.only, russian, force: args.force };
    let report = watched(quipu.wiki(request), print::wiki_progress).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::wiki_written(&report)?;
    }
    Ok(if report.stopped { CommandOutcome::Stopped } else { CommandOutcome::Done })
}
