//! `quipu doctor`: every reference, count and kept value is checked, and what is derived rebuilt.

use crate::cli::DoctorArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Verifies, repairs if asked to, and says what was found.
///
/// # Errors
/// When the workspace cannot be read at all.
pub(crate) async fn run(place: &Place<'_>, args: &DoctorArgs) -> anyhow::Result<Outcome> {
    let verified = place.quipu(&[])?.doctor(args.repair).await?;
    if place.common.json {
        print::json(&verified)?;
    } else {
        print::verified(&verified)?;
    }
    let remains = verified.problems.iter().any(|problem| !problem.repaired);
    Ok(if remains { Outcome::Damaged } else { Outcome::Done })
}
