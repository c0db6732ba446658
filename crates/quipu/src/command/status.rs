//! `quipu status`: what the workspace holds.

use quipu_engine::extract::failed;
use quipu_engine::ports::{Held, StoreError};
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
    let mut kept = Vec::new();
    for (name, shelf) in wire::shelves(&place.folder).named() {
        // A shelf that cannot be read hides nothing of the rest.
        kept.push((name, shelf.held().await));
    }
    let failed = failed(&*wire::shelves(&place.folder).replies).await.unwrap_or_default();
    if place.common.json {
        let mut value = serde_json::to_value(&status)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("workspace".to_owned(), json!(place.folder));
            fields.insert("not_read".to_owned(), json!(failed));
            let held = |held: &Result<Held, StoreError>| match held {
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
        print::failures(&failed, 0)?;
    }
    Ok(Outcome::Done)
}
