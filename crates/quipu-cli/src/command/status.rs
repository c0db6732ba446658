//! `quipu status`: the content of the workspace.

use quipu::workspace::Holdings;
use serde_json::json;

use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Prints counts and sizes.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let holdings = place.quipu(&[])?.status().await?;
    if place.common.json {
        let mut value = serde_json::to_value(&holdings)?;
        if let Some(fields) = value.as_object_mut() {
            fields.insert("workspace".to_owned(), json!(place.folder));
        }
        print::json(&value)?;
    } else {
        let Holdings { status, kept, not_read } = holdings;
        print::status(&place.folder, &status)?;
        kept.iter().try_for_each(|(name, held)| print::kept(name, held))?;
        print::failures(&not_read, 0)?;
    }
    Ok(Outcome::Done)
}
