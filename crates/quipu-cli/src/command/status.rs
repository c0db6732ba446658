//! `quipu status`: what the workspace holds.

use quipu::workspace::{Held, Holdings};
use serde_json::json;

use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Prints counts and sizes.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let Holdings { status, kept, not_read } = place.quipu(&[])?.status().await?;
    if place.common.json {
        let mut value = serde_json::to_value(&status)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("workspace".to_owned(), json!(place.folder));
            fields.insert("not_read".to_owned(), json!(not_read));
            let held = |held: &Result<Held, quipu::Error>| match held {
                Ok(held) => json!(held),
                Err(error) => json!({ "error": error.to_string() }),
            };
            fields.insert(
                "kept".to_owned(),
                kept.iter().map(|(name, found)| ((*name).to_owned(), held(found))).collect(),
            );
        }
        print::json(&value)?;
    } else {
        print::status(&place.folder, &status)?;
        kept.iter().try_for_each(|(name, held)| print::kept(name, held))?;
        print::failures(&not_read, 0)?;
    }
    Ok(Outcome::Done)
}
