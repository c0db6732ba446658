//! `quipu delete`: documents are removed, with exactly their own facts.

use quipu_server::JobWork;

use super::handed;
use super::named::named_documents;
use crate::cli::DeleteArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Deletes, and reports the deleted documents.
///
/// # Errors
/// When the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &DeleteArgs) -> anyhow::Result<Outcome> {
    let (quipu, documents) = (place.quipu(&[])?, named_documents(&args.documents)?);
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
