//! `quipu doctor`: every reference, count and kept value is checked, and derived data rebuilt.

use quipu::workspace::Verified;
use quipu_server::JobWork;

use super::handed;
use crate::cli::DoctorArgs;
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Verifies, repairs on request, and reports the findings.
///
/// # Errors
/// When the workspace cannot be read at all.
pub(crate) async fn run(place: &Place<'_>, args: &DoctorArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    // A mere check needs no right to write.
    let server = if args.repair { handed::server(&quipu).await } else { None };
    let verified: Verified = match &server {
        Some(server) => match handed::work(server, &JobWork::Doctor { repair: true }).await? {
            Some(verified) => verified,
            None => return Ok(Outcome::Stopped),
        },
        None => quipu.doctor(args.repair).await?,
    };
    if place.common.json {
        print::json(&verified)?;
    } else {
        print::verified(&verified)?;
    }
    let remains = verified.problems.iter().any(|problem| !problem.repaired);
    Ok(if remains { Outcome::Damaged } else { Outcome::Done })
}
