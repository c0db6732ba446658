//! `quipu export` and `quipu import`: a workspace in other formats.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context as _;
use quipu::documents::{ImportReport, Shape};

use super::handed;
use super::job::watched;
use crate::cli::{ExportArgs, ExportFormat, ImportArgs};
use crate::exit::{Outcome, Usage};
use crate::messages::say;
use crate::place::Place;
use crate::print;
use crate::written::{Folder, One, is_standard};

/// Exports, and reports the result where it differs from the request.
///
/// # Errors
/// When the workspace cannot be read, or the export cannot be written.
pub(crate) async fn write(place: &Place<'_>, args: &ExportArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let shape = match args.format {
        ExportFormat::Jsonl => Shape::Jsonl,
        ExportFormat::Graphml => Shape::Graphml,
        ExportFormat::Csv => Shape::Csv,
        ExportFormat::Obsidian => Shape::Obsidian,
    };
    let to = args.to.as_deref().unwrap_or(Path::new("-"));
    let report = if shape.is_folder() {
        if is_standard(to) {
            return Err(Usage(say!("export-folder")).into());
        }
        quipu.ready().await?;
        let (report, folder) = quipu.export(shape, Folder::to(to)?).await?;
        folder.finish().with_context(|| to.display().to_string())?;
        report
    } else {
        quipu.ready().await?;
        let (report, one) = quipu.export(shape, One::to(to)?).await?;
        one.finish().with_context(|| to.display().to_string())?;
        report
    };
    if place.common.json && !is_standard(to) {
        print::json(&report)?;
    } else {
        print::exported(&report)?;
    }
    Ok(Outcome::Done)
}

/// Imports, and reports the result. Incomplete parts of a file are reported, and the rest stays.
///
/// # Errors
/// When the input cannot be read, or the workspace cannot be written.
pub(crate) async fn read(place: &Place<'_>, args: &ImportArgs) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let input: Box<dyn BufRead + Send> = if is_standard(&args.file) {
        Box::new(BufReader::with_capacity(1 << 20, io::stdin()))
    } else {
        let file = File::open(&args.file).with_context(|| args.file.display().to_string())?;
        Box::new(BufReader::with_capacity(1 << 20, file))
    };
    let report: ImportReport = match handed::server(&quipu).await {
        Some(server) => {
            let job = server.import(input).await?;
            let Some(report) = handed::followed(&server, job).await? else { return Ok(Outcome::Stopped) };
            report
        }
        None => watched(quipu.import(input), |()| String::new()).await?,
    };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::imported(&report)?;
    }
    Ok(match () {
        () if report.stopped => Outcome::Stopped,
        () if report.is_whole() => Outcome::Done,
        () => Outcome::Damaged,
    })
}
