//! A wiki of the workspace in a folder of Markdown, and its updates: only pages whose contents changed are written.

mod page_files;
mod page_text;
mod source_links;

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use quipu_engine::wiki::{WikiOptions, wiki};
use serde::Serialize;

pub use quipu_engine::wiki::WikiProgress;

use crate::documents::roots;
use crate::job::{Job, Working};
use crate::{Error, Quipu};
use page_files::PageFiles;
use source_links::SourceLinks;

/// What to write, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WikiRequest {
    /// The folder; it is made if missing. Files in it that are no pages of a wiki are never changed.
    pub folder: PathBuf,
    /// Most pages of things: those that the most documents name.
    pub things: usize,
    /// The language of headings: true for Russian, false for English; none for that of most documents.
    pub russian: Option<bool>,
    /// True if pages that a person changed above their notes are written, too.
    pub force: bool,
}

/// An event of writing a wiki.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WikiEvent {
    /// Pages are made.
    Made(WikiProgress),
    /// Files are compared and written.
    Compared(WikiProgress),
}

/// The result of writing a wiki.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct WikiReport {
    /// Number of pages.
    pub pages: usize,
    /// Number of pages that were written.
    pub written: usize,
    /// Number of pages whose contents are as they were: their files were not touched.
    pub unchanged: usize,
    /// Pages that a person changed above their notes, and that were left so.
    pub kept: Vec<String>,
    /// Files of a person in the place of a page.
    pub skipped: Vec<String>,
    /// Pages of things, themes or documents that are gone: they were moved to `.trash`.
    pub moved: Vec<String>,
    /// True if it was stopped; the next run goes on.
    pub stopped: bool,
    /// Duration in seconds.
    pub seconds: f64,
}

impl Quipu {
    /// Writes a wiki of the workspace to a folder: an overview, themes, things, documents, and what they leave open, each
    /// sentence with a link to the place that says it. No model is asked. On repetition only pages whose contents changed
    /// are written; what a person wrote below the heading of notes stays.
    pub fn wiki(&self, request: WikiRequest) -> Job<WikiEvent, WikiReport> {
        let quipu = self.clone();
        Job::start(move |working| async move { quipu.written_wiki(&request, &working).await })
    }

    async fn written_wiki(&self, request: &WikiRequest, working: &Working<WikiEvent>) -> Result<WikiReport, Error> {
        let begun = Instant::now();
        let workspace = self.reading()?;
        let folder = made(&request.folder)?;
        let options = WikiOptions { things: request.things, russian: request.russian };
        let tell = |progress: &WikiProgress| working.teller.emit(WikiEvent::Made(*progress));
        let mut report = WikiReport::default();
        match wiki(&workspace, options, &tell, &working.stop).await? {
            Some(wiki) => {
                let links = SourceLinks::new(roots::load(self.folder())?);
                let mut files = PageFiles::read(&folder)?;
                files.bring(&wiki, links, request.force, working, &mut report)?;
            }
            None => report.stopped = true,
        }
        report.seconds = begun.elapsed().as_secs_f64();
        Ok(report)
    }
}

/// The folder of a wiki, made if missing.
fn made(folder: &Path) -> Result<PathBuf, Error> {
    if folder.exists() && !folder.is_dir() {
        return Err(Error::at(folder)(io::Error::from(ErrorKind::NotADirectory)));
    }
    std::fs::create_dir_all(folder).map_err(Error::at(folder))?;
    folder.canonicalize().map_err(Error::at(folder))
}
