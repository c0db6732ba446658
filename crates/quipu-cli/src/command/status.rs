//! `quipu status`: the content of the workspace.

use quipu::workspace::Holdings;
use serde_json::json;

use crate::cli::StatusArgs;
use crate::command_place::CommandPlace;
use crate::exit::CommandOutcome;
use crate::print;

/// Prints counts and sizes.
///
/// # Errors
/// When the workspace cannot be read.
pub(crate) async fn run(place: &CommandPlace<'_>, args: &StatusArgs) -> anyhow::Result<CommandOutcome> {
    if args.overview {
        let overview = place.quipu(&[])?.overview().await?;
        match place.common.json {
            true => print::json(&overview)?,
            false => print::overview(&overview)?,
        }
        return Ok(CommandOutcome::Done);
    }
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
    Ok(CommandOutcome::Done)
}
