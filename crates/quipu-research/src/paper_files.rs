//! Papers from files: PDFs with metadata in their beginnings, and bibliographies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quipu::Error;
use quipu::documents::{DocumentQuery, DocumentRow, Root, roots};
use quipu::extend;
use quipu_adapters::read::FoundFile;
use quipu_engine::amend::{Amendment, amend};
use quipu_engine::index::{Skipped, lies_in};
use quipu_kernel::model::Document;
use quipu_papers::{Paper, PaperKind, TextForm, bib, front};
use serde_json::Value;

use crate::Papers;
use crate::citing::references;
use crate::paper_documents::{metadata, title};
use crate::shelf::{KeptPaper, PaperShelf, PaperState};

/// Extensions of bibliographies.
const BIBLIOGRAPHIES: [&str; 5] = ["bib", "bibtex", "ris", "csl", "json"];
/// Maximal number of documents of a folder that are looked at.
const MOST: usize = 100_000;

/// True if a path has an extension of bibliographies.
pub(super) fn is_bibliography(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_lowercase();
    path.is_file() && BIBLIOGRAPHIES.contains(&end.as_str())
}

impl Papers {
    /// The folder of the texts that were fetched.
    pub(super) fn papers_folder(&self) -> PathBuf {
        self.quipu.location().store().join("texts-of-papers")
    }

    /// Reads one file as a document, its format by workers where it is risky.
    pub(super) fn read_file(&self, path: &Path, name: &str) -> Result<Document, Skipped> {
        let looked = std::fs::metadata(path).ok();
        let found = FoundFile {
            path: path.to_owned(),
            source: name.to_owned(),
            root: String::new(),
            size: looked.as_ref().map_or(0, std::fs::Metadata::len),
            modified: looked.and_then(|looked| looked.modified().ok()),
        };
        let given = extend::reader(self.settings(), extend::workers(&self.quipu))(found)();
        let first = given.read.into_iter().next();
        first.unwrap_or_else(|| Err(Skipped::because(name, "it holds no text")))
    }

    /// Treats every document of these files and folders, which are indexed, as a paper: title, authors, abstract and
    /// ids from its beginning, references from the list at its end; an entry of a bibliography is the paper that it
    /// states. Returns the ids of their documents, and the number of texts among them.
    pub(super) async fn files_as_papers(&self, paths: &[PathBuf]) -> Result<(Vec<String>, usize), Error> {
        let known_roots = roots::load(self.quipu.folder())?;
        let scope: Vec<String> = paths.iter().filter_map(|path| roots::source_of(path, &known_roots)).collect();
        let found = self.quipu.find_documents(DocumentQuery::default(), None, MOST).await?;
        let inside = |source: &str| lies_in(source, &scope);
        let documents = found.rows.into_iter().filter(|row| inside(&row.source.path));
        let shelf = PaperShelf(self.shelves().papers);
        let (mut ids, mut texts, mut listed) = (Vec::new(), 0, BibliographiesRead::default());
        for row in documents {
            let text = self.text_of(&row.id).await?;
            let entry = bib::MIMES.contains(&row.source.mime.as_str());
            let known = shelf.get(&row.id).await?.map(|known| known.paper);
            let paper = match listed.paper(&row, &known_roots).filter(|_| entry) {
                Some(paper) => paper,
                None => known.unwrap_or_else(|| front(&text, &row.source.path)),
            };
            if entry && paper.kind == PaperKind::Proceedings {
                continue;
            }
            let form = (row.source.mime == "application/pdf").then_some(TextForm::Pdf);
            let kept = KeptPaper {
                document: row.id.clone(),
                paper: titled(paper, &row.title),
                state: if entry { PaperState::Abstract } else { PaperState::Read },
                listed: entry,
                form,
                references: references(&text),
                ..KeptPaper::default()
            };
            // A bibliography has said already what its entries are.
            if !entry {
                self.say_what_it_is(&kept).await?;
            }
            shelf.put(std::slice::from_ref(&kept)).await?;
            texts += usize::from(!entry);
            ids.push(row.id);
        }
        Ok((ids, texts))
    }

    /// Adds the known fields of a paper to those of its file.
    pub(super) async fn say_what_it_is(&self, kept: &KeptPaper) -> Result<(), Error> {
        let workspace = self.writing()?;
        let title = Some(title(&kept.paper)).filter(|title| !title.is_empty());
        let amendment = Amendment { title: title.map(Some), metadata: metadata(kept) };
        amend(&workspace, std::slice::from_ref(&kept.document), &amendment).await?;
        Ok(())
    }

    /// Marks a paper of the workspace as taken back, or as such no more.
    pub(super) async fn mark_paper(&self, kept: &KeptPaper) -> Result<(), Error> {
        let workspace = self.writing()?;
        let withdrawn = if kept.paper.withdrawn { Value::from(true) } else { Value::Null };
        let metadata = [("withdrawn".to_owned(), withdrawn)].into_iter().collect();
        let title = kept.paper.withdrawn.then(|| title(&kept.paper));
        amend(&workspace, std::slice::from_ref(&kept.document), &Amendment { title: Some(title), metadata }).await?;
        Ok(())
    }
}

/// The papers of bibliographies among the files of a folder, by the source of their file and their name in it.
#[derive(Default)]
struct BibliographiesRead(BTreeMap<String, BTreeMap<String, Paper>>);

impl BibliographiesRead {
    /// The paper of a document that a bibliography gave; none of another document.
    fn paper(&mut self, row: &DocumentRow, roots: &[Root]) -> Option<Paper> {
        if !bib::MIMES.contains(&row.source.mime.as_str()) {
            return None;
        }
        let source = &row.source.path;
        let read = || -> Option<BTreeMap<String, Paper>> {
            let (root, below) = source.split_once('/')?;
            let path = roots.iter().find(|known| known.name == root)?.path.join(below);
            let papers = bib::read(&std::fs::read(path).ok()?, source).ok()?.papers;
            Some(bib::names(&papers).into_iter().zip(papers).collect())
        };
        let papers = self.0.entry(source.clone()).or_insert_with(|| read().unwrap_or_default());
        papers.get(row.id.strip_prefix(source.as_str())?.strip_prefix('#')?).cloned()
    }
}

/// A paper without a title in its beginning gets the title of its document.
fn titled(paper: Paper, title: &str) -> Paper {
    if paper.title.is_empty() { Paper { title: title.to_owned(), ..paper } } else { paper }
}
