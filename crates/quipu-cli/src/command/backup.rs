//! `quipu backup` and `quipu restore`: a workspace whole in one file.

use quipu::backup::{BackupProgress, BackupReport, restore};
use quipu_server::JobWork;

use super::handed;
use super::job::watched;
use crate::cli::{BackupArgs, RestoreArgs};
use crate::exit::{Outcome, Usage};
use crate::messages::{Message, say};
use crate::place::Place;
use crate::print;

/// Copies the workspace into a file, and reports its size.
///
/// # Errors
/// When there is a file already, there is no workspace, another goes on writing, or the file cannot be written.
pub(crate) async fn write(place: &Place<'_>, args: &BackupArgs) -> anyhow::Result<Outcome> {
    if args.to.exists() && !args.force {
        return Err(Usage(say!("backup-there", path = &args.to)).into());
    }
    let quipu = place.quipu(&[])?;
    quipu.ready().await?;
    let report: BackupReport = match handed::server(&quipu).await {
        Some(server) => {
            let whole = std::path::absolute(&args.to)?;
            let to = whole.to_str().ok_or_else(|| Usage(say!("handed-path", path = &args.to)))?.to_owned();
            let work = JobWork::Backup { to: Some(to) };
            let Some(report) = handed::work(&server, &work).await? else { return Ok(Outcome::Stopped) };
            report
        }
        None => watched(quipu.backup(&args.to, Vec::new()), standing).await?,
    };
    told(place, &report, say!("backed-up", files = report.files, megabytes = megabytes(&report)))
}

/// Restores a backup, and reports its size.
///
/// # Errors
/// When there is a workspace, or the file is no whole backup.
pub(crate) async fn read(place: &Place<'_>, args: &RestoreArgs) -> anyhow::Result<Outcome> {
    let report = restore(&args.from, place.folder.clone()).await?;
    let (files, megabytes) = (report.files, megabytes(&report));
    told(place, &report, say!("restored", files = files, megabytes = megabytes, folder = &place.folder))
}

fn told(place: &Place<'_>, report: &BackupReport, said: Message) -> anyhow::Result<Outcome> {
    if place.common.json {
        print::json(report)?;
    } else {
        print::note(said)?;
    }
    Ok(Outcome::Done)
}

fn megabytes(report: &BackupReport) -> u64 {
    report.bytes.div_ceil(1_000_000)
}

fn standing(at: &BackupProgress) -> String {
    format!("{}/{} MB", at.done / 1_000_000, at.total / 1_000_000)
}
