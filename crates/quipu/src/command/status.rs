//! `quipu status`: what the workspace holds.

use serde_json::json;

use super::Place;
use crate::exit::Outcome;
use crate::{print, wire};

/// Prints counts and sizes.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
    let status = workspace.store.status().await?;
    if place.common.json {
        let mut value = serde_json::to_value(&status)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("workspace".to_owned(), json!(place.folder));
        }
        print::json(&value)?;
    } else {
        print::status(&place.folder, &status)?;
    }
    Ok(Outcome::Done)
}
