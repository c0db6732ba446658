//! What an indexing run reads: arguments become sources, each read on a worker when its turn comes.

use std::path::{Path, PathBuf};

use quipu_engine::index::{Skipped, Source, Sources};

use crate::cli::IndexArgs;
use crate::exit::Usage;
use crate::messages::say;
use crate::print::Total;
use crate::roots;
use crate::settings::Settings;
use crate::wire::{self, FindOptions, Finding};

/// What an indexing run reads.
pub(crate) struct Found {
    /// The sources.
    pub(crate) sources: Sources,
    /// Which part of the workspace they are all of.
    pub(crate) scope: Vec<String>,
    /// Which part of that could not be looked into.
    pub(crate) unreached: Vec<String>,
    /// Whether there is anything to read.
    pub(crate) any: bool,
    /// How much that is.
    pub(crate) total: Total,
}

/// Finds what the arguments name, and keeps the roots that are new.
///
/// # Errors
/// When nothing is there, a root's name is taken, or the roots cannot be kept.
pub(crate) fn find(args: &IndexArgs, folder: &Path, settings: &Settings) -> anyhow::Result<Found> {
    let finding = finding(args, folder)?;
    if args.id.is_some() && finding.found.len() != 1 {
        return Err(Usage(say!("one-id", count = finding.found.len())).into());
    }
    let bytes = finding.found.iter().map(|found| found.size).sum();
    let total = Total { files: (finding.found.len() + finding.skipped.len()) as u64, bytes };
    let (unreached, any) = (unreached(&finding, args), !finding.found.is_empty());
    let scope = scope(&args.paths, &finding).into_iter().chain(unreached.clone()).collect();
    Ok(Found { scope, unreached, any, total, sources: sources(finding, args.id.clone(), settings) })
}

/// Finds the files that the arguments name, and keeps the roots that are new.
///
/// # Errors
/// As [`find`].
pub(crate) fn finding(args: &IndexArgs, folder: &Path) -> anyhow::Result<Finding> {
    let known = roots::load(folder)?;
    let options = FindOptions { hidden: args.hidden, root_name: args.root_name.clone(), ..FindOptions::default() };
    let finding = wire::find(&args.paths, &known, &options)?;
    if finding.roots != known {
        roots::save(folder, &finding.roots)?;
    }
    Ok(finding)
}

/// The part of the workspace that a run could not look into; nothing where that is not to matter.
pub(crate) fn unreached(finding: &Finding, args: &IndexArgs) -> Vec<String> {
    if args.force { Vec::new() } else { finding.unreached.clone() }
}

/// Folders are read whole; what is gone from them is missing.
fn scope(arguments: &[PathBuf], finding: &Finding) -> Vec<String> {
    let folders = arguments.iter().filter(|argument| argument.is_dir());
    folders.filter_map(|folder| roots::source_of(folder, &finding.roots)).collect()
}

/// Files as sources of a run, the one document of the one file under an id where one is given.
pub(crate) fn sources(finding: Finding, id: Option<String>, settings: &Settings) -> Sources {
    let read = wire::reader(settings);
    let lost = finding.skipped.into_iter().map(|lost| {
        let skipped = Skipped { path: lost.path, why: lost.why };
        Box::new(move || Err(skipped).into()) as Source
    });
    let found = finding.found.into_iter().map(move |found| match &id {
        Some(id) => named(read(found), id.clone()),
        None => read(found),
    });
    Box::new(lost.chain(found))
}

/// A source whose one document gets an id.
fn named(source: Source, id: String) -> Source {
    Box::new(move || {
        let mut given = source();
        match given.read.as_mut_slice() {
            [Ok(document)] if given.rest.is_none() => document.id = id,
            [Ok(first), ..] => {
                let why = "holds several documents, and --id names one; leave --id out".to_owned();
                return Err(Skipped { path: first.source.path.clone(), why }).into();
            }
            _ => {}
        }
        given
    })
}
