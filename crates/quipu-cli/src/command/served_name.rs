//! The name under which a workspace is served.

use crate::place::Place;
use quipu::names;
/// The name of the current workspace.
///
/// # Errors
/// When the file that names of workspaces are in cannot be read.
pub(crate) fn name_of(place: &Place<'_>) -> Result<String, quipu::Error> {
    let whole = place.folder.canonicalize().unwrap_or_else(|_| place.folder.clone());
    let known = names::load()?;
    let named = known.iter().find(|(_, folder)| folder.canonicalize().is_ok_and(|folder| folder == whole));
    Ok(named.map_or(UNNAMED, |(name, _)| name).to_owned())
}

/// The name of the workspace of a folder that has none.
const UNNAMED: &str = "default";
