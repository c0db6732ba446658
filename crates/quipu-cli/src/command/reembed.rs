//! `quipu reembed`: another embedding model for a workspace.

use std::path::Path;

use quipu::models::ReembedReport;
use quipu_server::JobWork;

use super::handed;
use super::job::watched;
use crate::cli::ReembedArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Gives every chunk a vector of the model, and remembers it in the workspace's settings.
///
/// # Errors
/// When there is no workspace or no such model, or one of them fails; what was done is kept.
pub(crate) async fn run(place: &Place<'_>, args: &ReembedArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&args.flags())?;
    let report: ReembedReport = match handed::server(&quipu).await.filter(|_| is_plain(place)) {
        Some(server) => {
            let work = JobWork::Reembed { model: args.model.as_deref().map(whole) };
            let Some(report) = handed::work(&server, &work).await? else { return Ok(Outcome::Stopped) };
            report
        }
        None => watched(quipu.reembed(remembered(place, args)), print::standing).await?,
    };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::reembedded(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
}

/// True if only the model is given: a server accepts no other settings.
fn is_plain(place: &Place<'_>) -> bool {
    !place.common.set.iter().any(|(key, _)| key.starts_with("embed."))
}

/// The settings of the model from this run's flags: without them in the workspace the next command would use another
/// model.
fn remembered(place: &Place<'_>, args: &ReembedArgs) -> Vec<(String, String)> {
    let told = place.common.set.iter().filter(|(key, _)| key.starts_with("embed.")).cloned();
    told.chain(args.model.as_deref().map(|model| ("embed.model".to_owned(), whole(model)))).collect()
}

/// A model's folder as it is found from everywhere; a name as it is.
fn whole(model: &str) -> String {
    let folder = Path::new(model);
    let found = folder.join("config.json").is_file().then(|| folder.canonicalize().ok()).flatten();
    found.map_or_else(|| model.to_owned(), |found| found.display().to_string())
}
