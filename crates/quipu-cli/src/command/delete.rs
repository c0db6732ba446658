//! `quipu delete`: documents go, with exactly what they said.

use quipu_server::JobWork;

use super::handed;
use super::query::standard_input;
use crate::cli::DeleteArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Deletes, and says what went.
///
/// # Errors
/// When the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DeleteArgs) -> anyhow::Result<Outcome> {
    let (quipu, documents) = (place.quipu(&[])?, documents(&args.documents)?);
    let report = match handed::server(&quipu).await {
        Some(server) => handed::work(&server, &JobWork::Delete { documents }).await?,
        None => Some(quipu.delete(documents).await?),
    };
    let Some(report) = report else { return Ok(Outcome::Stopped) };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::deleted(&report)?;
    }
    Ok(if report.deleted.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

/// What was named, with the lines of standard input in the place of `-`.
fn documents(named: &[String]) -> anyhow::Result<Vec<String>> {
    let mut documents = Vec::new();
    for name in named {
        if name == "-" {
            let lines = standard_input()?;
            documents.extend(lines.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
        } else {
            documents.push(name.clone());
        }
    }
    Ok(documents)
}
