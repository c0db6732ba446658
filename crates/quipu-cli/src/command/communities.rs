//! `quipu communities` and `quipu cluster`: what belongs together.

use super::job::watched;
use crate::cli::{ClusterArgs, CommunitiesArgs};
use crate::exit::Outcome;
use crate::place::Place;
use crate::print;

/// Lists communities.
///
/// # Errors
/// When there is no workspace, or it cannot be read.
pub(crate) async fn run(place: &Place<'_>, args: &CommunitiesArgs) -> anyhow::Result<Outcome> {
    let list = place.quipu(&[])?.communities(args.level, args.limit).await?;
    if place.common.json {
        print::json(&list)?;
    } else {
        print::communities(&list)?;
    }
    Ok(if list.communities.is_empty() { Outcome::Nothing } else { Outcome::Done })
}

/// Brings communities up to date.
///
/// # Errors
/// When there is no workspace, or it cannot be read, or what is kept cannot be written.
pub(crate) async fn cluster(place: &Place<'_>, args: &ClusterArgs) -> anyhow::Result<Outcome> {
    let report = watched(place.quipu(&[])?.cluster(args.full), print::clustering).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::clustered(&report)?;
    }
    Ok(if report.stopped { Outcome::Stopped } else { Outcome::Done })
}
