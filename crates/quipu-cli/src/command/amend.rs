//! `quipu amend`: a title and metadata by hand.

use quipu::documents::Amendment;
use quipu_server::JobWork;
use serde_json::Value;

use super::handed;
use super::named::named_documents;
use crate::cli::AmendArgs;
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// The name of the title among fields.
const TITLE: &str = "title";

/// Amends, and reports the differences.
///
/// # Errors
/// When a field has no value, or the workspace cannot be written.
pub(crate) async fn run(place: &Place<'_>, args: &AmendArgs) -> anyhow::Result<Outcome> {
    let amendment = amendment(args)?;
    let (quipu, documents) = (place.quipu(&[])?, named_documents(&args.documents)?);
    let report = match handed::server(&quipu).await {
        Some(server) => handed::work(&server, &JobWork::Amend { documents, amendment }).await?,
        None => Some(quipu.amend(documents, amendment).await?),
    };
    let Some(report) = report else { return Ok(Outcome::Stopped) };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::amended(&report)?;
    }
    let found = !report.amended.is_empty() || !report.unchanged.is_empty();
    Ok(if found { Outcome::Done } else { Outcome::Nothing })
}

/// The changes to the documents.
fn amendment(args: &AmendArgs) -> Result<Amendment, Usage> {
    let mut amendment = Amendment { title: args.title.clone().map(Some), ..Amendment::default() };
    for field in &args.fields {
        let (name, value) = field.split_once('=').ok_or_else(|| Usage(say!("amend-field", found = field)))?;
        match name.trim() {
            "" => return Err(Usage(say!("amend-field", found = field))),
            TITLE => amendment.title = Some(Some(value.to_owned())),
            name => {
                let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
                amendment.metadata.insert(name.to_owned(), value);
            }
        }
    }
    for name in &args.back {
        match name.as_str() {
            TITLE => amendment.title = Some(None),
            name => _ = amendment.metadata.insert(name.to_owned(), Value::Null),
        }
    }
    Ok(amendment)
}
