//! `quipu export` and `quipu import`: a workspace in other shapes.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Context as _;
use quipu_engine::exchange::{ImportOptions, Shape, export, import};
use quipu_engine::index::Stop;

use super::Place;
use crate::cli::{ExportArgs, ExportFormat, ImportArgs};
use crate::exit::{Outcome, Usage};
use crate::interrupt::Interrupts;
use crate::messages::say;
use crate::written::{Folder, One, is_standard};
use crate::{print, wire};

/// Exports, and says what was written where that is not what was asked for.
///
/// # Errors
/// When the workspace cannot be read, or the export cannot be written.
pub(crate) async fn write(place: &Place<'_>, args: &ExportArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let workspace = wire::open(&place.folder, &loaded.settings)?;
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
        let mut folder = Folder::to(to)?;
        let report = export(&workspace, shape, &mut folder).await?;
        folder.finish().with_context(|| to.display().to_string())?;
        report
    } else {
        let mut one = One::to(to)?;
        let report = export(&workspace, shape, &mut one).await?;
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

/// Imports, and says how that went. What of a file is not whole is told, and what could be taken stays.
///
/// # Errors
/// When the input cannot be read, or the workspace cannot be written.
pub(crate) async fn read(place: &Place<'_>, args: &ImportArgs) -> anyhow::Result<Outcome> {
    let loaded = place.settings(&[])?;
    let mut input: Box<dyn BufRead + Send> = if is_standard(&args.file) {
        Box::new(BufReader::with_capacity(1 << 20, io::stdin()))
    } else {
        let file = File::open(&args.file).with_context(|| args.file.display().to_string())?;
        Box::new(BufReader::with_capacity(1 << 20, file))
    };
    let stop = Stop::default();
    let interrupts = Interrupts::ask(stop.clone());
    let workspace = wire::create(&place.folder, &loaded.settings)?;
    let group_bytes = (loaded.settings.sync_megabytes * (1 << 20) as f64) as usize;
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let report = import(&workspace, &mut *input, &ImportOptions { group_bytes, workers, stop }).await;
    drop(interrupts);
    let report = report?;
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
