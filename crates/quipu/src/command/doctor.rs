//! `quipu doctor`: every reference, count and kept value is checked, and what is derived rebuilt.

use super::Place;
use crate::cli::DoctorArgs;
use crate::exit::Outcome;
use crate::{print, wire};

/// Verifies, repairs if asked to, and says what was found.
///
/// # Errors
/// When the workspace cannot be read at all.
pub(crate) async fn run(place: &Place<'_>, args: &DoctorArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let open = if args.repair { wire::open_to_repair } else { wire::open };
    let workspace = open(&place.folder, &loaded.settings)?;
    let mut verified = workspace.store.verify(args.repair).await?;
    for (_, shelf) in wire::shelves(&place.folder).named() {
        let kept = shelf.verify(args.repair).await?;
        verified.checked += kept.checked;
        verified.problems.extend(kept.problems);
    }
    if place.common.json {
        print::json(&verified)?;
    } else {
        print::verified(&verified)?;
    }
    let remains = verified.problems.iter().any(|problem| !problem.repaired);
    Ok(if remains { Outcome::Damaged } else { Outcome::Done })
}
