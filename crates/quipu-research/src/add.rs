//! Adding of papers: they are usable at once by their abstracts, while their texts are read later.
//!
//! A fetched text is written to a file before it is read, so that nothing is fetched twice after an interruption. One
//! request at a time goes out, at the pace of the source, while the texts before it are read.

use std::path::{Path, PathBuf};

use quipu::documents::Files;
use quipu::extend;
use quipu::extend::{EventSink, Job, Working};
use quipu::{CodedError, Error, durable};
use quipu_engine::amend::{Amendment, amend};
use quipu_engine::gateway::LedgerLine;
use quipu_engine::index::{Stop, Watch, given, index};
use quipu_kernel::model::Document;
use quipu_papers::arxiv::PaperQuery;
use quipu_papers::bib;
use quipu_papers::{Paper, PaperKind, PaperText, SourceError, SourceWait, TextForm};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::card::{Citations, PaperCard, card_id};
use crate::citing::references;
use crate::error::source_code;
use crate::paper_documents::{of_abstract, of_paper};
use crate::paper_files::is_bibliography;
use crate::same_paper::{free_id, is_same, revised};
use crate::shelf::{KeptPaper, PaperFailure, PaperSession, PaperShelf, PaperState};
use crate::{Papers, ResearchError};

/// Maximal number of texts that wait to be read.
const AHEAD: usize = 2;

/// The wanted papers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PapersWanted {
    /// Ids of arXiv in any form.
    pub ids: Vec<String>,
    /// A search, whose papers are all wanted.
    pub search: Option<PaperQuery>,
    /// Maximal number of papers of the search.
    pub most: usize,
    /// Files: PDFs or folders of them, and bibliographies.
    pub files: Vec<PathBuf>,
    /// True if texts are left for later.
    pub abstracts_only: bool,
    /// True if missing texts of papers added before are fetched.
    pub pending: bool,
    /// The session that they belong to; it is made if no session has this id.
    pub session: Option<PaperSession>,
}

/// Events while papers are found and added.
#[derive(Debug, Clone, PartialEq)]
pub enum PapersEvent {
    /// The source is busy and is asked again.
    Waiting(SourceWait),
    /// The source has returned papers: the number of wanted ones, and their total number.
    Found(usize, usize),
    /// These can be asked by their abstracts from now on.
    Ready(Vec<PaperCard>),
    /// The text of one is on its way.
    Fetching {
        /// Its id.
        id: String,
        /// Its title.
        title: String,
        /// Its position, from 1.
        number: usize,
        /// Number of texts.
        of: usize,
    },
    /// The text of one is being read.
    Reading {
        /// Its id.
        id: String,
        /// Its title.
        title: String,
    },
    /// A text was read, or could not be; its number of citations comes with the final report.
    Done(Box<PaperCard>),
}

/// The report of adding papers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PapersAdded {
    /// Papers that are new, or in a newer version.
    pub added: Vec<PaperCard>,
    /// Papers that were here already.
    pub already: Vec<PaperCard>,
    /// Failures; abstracts can be used all the same.
    pub failed: Vec<PaperFailure>,
    /// Ids that no paper has.
    pub missing: Vec<String>,
    /// Unreadable parts of files, as lines for people.
    pub troubles: Vec<String>,
    /// Total number of papers of the search.
    pub total_found: usize,
    /// Number of them that have the words of the topic without having it as a phrase.
    pub by_words: usize,
    /// Number of texts that were read.
    pub read: usize,
    /// Number of texts still to be fetched.
    pub left: usize,
    /// Number of papers whose citations changed.
    pub citing: usize,
    /// Cost of reading titles and abstracts by a model, where one was called.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub spent: Option<LedgerLine>,
    /// True if a user stopped it.
    pub stopped: bool,
    /// The session that they belong to.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub session: Option<PaperSession>,
}

/// Ids of the documents of the wanted papers.
#[derive(Default)]
struct Begun {
    added: Vec<String>,
    already: Vec<String>,
}

/// A text on its way, or the reason why it is missing.
type Fetched = (KeptPaper, Result<Option<PathBuf>, SourceError>);

impl Papers {
    /// Finds papers in the source; nothing is added.
    pub fn find(&self, query: PaperQuery, most: usize) -> Job<PapersEvent, PapersSeen> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move {
            let found = quipu.search_source(query, most, &teller, &stop).await?;
            let here = quipu.paper_cards().await?;
            let known = |paper: &Paper| here.iter().find(|card| card.arxiv == paper.arxiv && paper.arxiv.is_some());
            let card = |paper: &Paper| known(paper).cloned().unwrap_or_else(|| PaperCard::found(paper));
            let papers = found.papers.iter().map(card).collect();
            Ok(PapersSeen { papers, total: found.total, by_words: found.by_words })
        })
    }

    /// Adds papers: their abstracts at once, their texts later. A second call fetches only missing parts.
    pub fn add(&self, wanted: PapersWanted) -> Job<PapersEvent, PapersAdded> {
        let quipu = self.clone();
        Job::start(move |Working { teller, stop }| async move { quipu.papers_added(wanted, &teller, &stop).await })
    }

    async fn papers_added(
        &self,
        wanted: PapersWanted,
        teller: &EventSink<PapersEvent>,
        stop: &Stop,
    ) -> Result<PapersAdded, Error> {
        let (mut report, mut begun) = (PapersAdded::default(), Begun::default());
        let papers = self.told_of(&wanted, teller, stop, &mut report).await?;
        let mut all = self.abstracts(papers, &mut begun).await?;
        let folders: Vec<PathBuf> = wanted.files.iter().filter(|path| !is_bibliography(path)).cloned().collect();
        if !folders.is_empty() {
            let ids = self.folders(folders, stop, &mut report).await?;
            begun.added.extend(ids.iter().cloned());
            all.extend(ids);
        }
        if let Some(session) = wanted.session.clone() {
            report.session = Some(self.session_with(session, &all).await?);
        }
        teller.emit(PapersEvent::Ready(picked(&self.paper_cards().await?, &all)));
        let texts = self.without_text(&all, wanted.pending).await?;
        report.left = texts.len();
        if !wanted.abstracts_only && !texts.is_empty() {
            self.texts(texts, teller, stop, &mut report).await?;
        }
        self.concepts_by_model(&all, stop, &mut report).await?;
        report.citing = self.settle_citations().await?;
        report.stopped = stop.asked();
        let cards = self.paper_cards().await?;
        (report.added, report.already) = (picked(&cards, &begun.added), picked(&cards, &begun.already));
        Ok(report)
    }

    /// The wanted papers from the source and the bibliographies.
    async fn told_of(
        &self,
        wanted: &PapersWanted,
        teller: &EventSink<PapersEvent>,
        stop: &Stop,
        report: &mut PapersAdded,
    ) -> Result<Vec<Paper>, Error> {
        let mut papers = Vec::new();
        if !wanted.ids.is_empty() {
            let ids = wanted.ids.clone();
            let found = self.ask_source(teller, stop, move |source, asking| source.papers(&ids, asking)).await?;
            report.missing = found.missing;
            papers.extend(found.papers);
        }
        if let Some(query) = wanted.search.clone() {
            let found = self.search_source(query, wanted.most.max(1), teller, stop).await?;
            (report.total_found, report.by_words) = (found.total, found.by_words);
            papers.extend(found.papers);
        }
        for path in wanted.files.iter().filter(|path| is_bibliography(path)) {
            let (found, troubles) = Self::read_bibliography(path)?;
            report.troubles.extend(troubles);
            // A volume of proceedings contains papers, and is none itself.
            let found: Vec<Paper> = found.into_iter().filter(|paper| paper.kind != PaperKind::Proceedings).collect();
            let first = |group: &Vec<usize>| found.get(*group.first()?).cloned();
            papers.extend(bib::groups(&found).iter().filter_map(first));
        }
        teller.emit(PapersEvent::Found(papers.len(), report.total_found.max(papers.len())));
        Ok(papers)
    }

    /// Makes documents of the papers that are new; gives the ids of all.
    async fn abstracts(&self, papers: Vec<Paper>, begun: &mut Begun) -> Result<Vec<String>, Error> {
        let shelf = PaperShelf(self.shelves().papers);
        let here = self.papers_here().await?;
        let all = papers.clone();
        let (mut ids, mut fresh) = (Vec::new(), Vec::<KeptPaper>::new());
        for paper in papers {
            let known = here.iter().find(|kept| is_same(&kept.paper, &paper));
            let document = match known.or_else(|| revised(&here, &all, &paper)) {
                Some(kept) => kept.document.clone(),
                None => {
                    let taken = here.iter().chain(&fresh).map(|kept| (kept.document.as_str(), &kept.paper));
                    free_id(&paper, &taken.collect())
                }
            };
            if ids.contains(&document) {
                continue;
            }
            ids.push(document.clone());
            match known {
                Some(kept) if kept.paper.version >= paper.version && kept.paper.withdrawn == paper.withdrawn => {
                    begun.already.push(document);
                }
                // A withdrawn paper has no text any more: the text in the workspace stays, with the mark.
                Some(kept) if kept.state == PaperState::Read && paper.withdrawn => {
                    let marked = KeptPaper {
                        paper: Paper { withdrawn: true, ..kept.paper.clone() },
                        newest: paper.version,
                        ..kept.clone()
                    };
                    self.mark_paper(&marked).await?;
                    shelf.put(std::slice::from_ref(&marked)).await?;
                    begun.already.push(document);
                }
                _ => {
                    let newest = paper.version;
                    fresh.push(KeptPaper { document, paper, newest, ..KeptPaper::default() });
                }
            }
        }
        // A text that is here is replaced when its newer version has come, not before.
        let (newer, new): (Vec<_>, Vec<_>) = fresh
            .into_iter()
            .partition(|kept| here.iter().any(|old| old.document == kept.document && old.state == PaperState::Read));
        self.put_documents(new.iter().map(of_abstract).collect()).await?;
        shelf.put(&new).await?;
        shelf.put(&newer).await?;
        begun.added.extend(newer.into_iter().chain(new).map(|kept| kept.document));
        Ok(ids)
    }

    async fn folders(&self, paths: Vec<PathBuf>, stop: &Stop, report: &mut PapersAdded) -> Result<Vec<String>, Error> {
        let job = self.quipu.index(Files::of(paths.clone()));
        let stopper = job.stopper();
        let asked = stop.clone();
        let indexed = tokio::select! {
            indexed = job.outcome() => indexed?,
            () = asked.heard() => { stopper.ask(); return Ok(Vec::new()) }
        };
        let skipped = indexed.index.skipped.iter();
        report.failed.extend(skipped.map(|lost| PaperFailure {
            id: lost.path.clone(),
            code: "unread".to_owned(),
            detail: lost.why.clone(),
        }));
        let (ids, texts) = self.files_as_papers(&paths).await?;
        report.read += texts;
        Ok(ids)
    }

    async fn session_with(&self, session: PaperSession, ids: &[String]) -> Result<PaperSession, Error> {
        let shelf = PaperShelf(self.shelves().papers);
        let mut session = shelf.session(&session.id).await?.unwrap_or(session);
        for id in ids {
            if !session.documents.contains(id) {
                session.documents.push(id.clone());
            }
        }
        shelf.keep_session(&session).await?;
        Ok(session)
    }

    /// The papers of which only an abstract is here and whose text can be fetched.
    async fn without_text(&self, ids: &[String], pending: bool) -> Result<Vec<KeptPaper>, Error> {
        let here = self.papers_here().await?;
        let wanted = |kept: &KeptPaper| pending || ids.contains(&kept.document);
        let mut texts: Vec<KeptPaper> = here
            .into_iter()
            .filter(|kept| wanted(kept) && kept.state == PaperState::Abstract && !kept.paper.withdrawn && !kept.listed)
            .filter(|kept| kept.paper.arxiv.is_some())
            .collect();
        let place = |kept: &KeptPaper| ids.iter().position(|id| *id == kept.document).unwrap_or(usize::MAX);
        texts.sort_by_key(place);
        Ok(texts)
    }

    /// Fetches texts one after the other and reads them as they come.
    async fn texts(
        &self,
        papers: Vec<KeptPaper>,
        teller: &EventSink<PapersEvent>,
        stop: &Stop,
        report: &mut PapersAdded,
    ) -> Result<(), Error> {
        let (send, mut fetched) = mpsc::channel::<Fetched>(AHEAD);
        let (quipu, told, asked, of) = (self.clone(), teller.clone(), stop.clone(), papers.len());
        let fetching = tokio::spawn(async move {
            for (number, kept) in papers.into_iter().enumerate() {
                let (id, title) = (card_id(&kept), bib::shown(&kept.paper.title));
                told.emit(PapersEvent::Fetching { id, title, number: number + 1, of });
                let given = quipu.text_file(&kept, &told, &asked).await;
                let ends = matches!(&given, Err(error) if ends_all(error));
                if send.send((kept, given)).await.is_err() || ends {
                    return;
                }
            }
        });
        while let Some((mut kept, given)) = fetched.recv().await {
            teller.emit(PapersEvent::Reading { id: card_id(&kept), title: bib::shown(&kept.paper.title) });
            match self.text_read(&mut kept, given).await? {
                None => {
                    report.read += 1;
                    report.left -= 1;
                }
                Some(failure) => report.failed.push(failure),
            }
            // Citations among papers are known when all are read.
            teller.emit(PapersEvent::Done(Box::new(PaperCard::of(&kept, &Citations::default()))));
        }
        // It has ended, or its receiver has.
        let _ = fetching.await;
        Ok(())
    }

    /// The file of a paper's text, fetched unless it is here; none where the source has none.
    async fn text_file(
        &self,
        kept: &KeptPaper,
        teller: &EventSink<PapersEvent>,
        stop: &Stop,
    ) -> Result<Option<PathBuf>, SourceError> {
        let folder = self.papers_folder();
        let Some(name) = kept.paper.versioned().map(|id| id.replace('/', "_")) else { return Ok(None) };
        if let Some(path) =
            ["html", "pdf"].map(|end| folder.join(format!("{name}.{end}"))).into_iter().find(|path| path.is_file())
        {
            return Ok(Some(path));
        }
        let paper = kept.paper.clone();
        let asked = self.ask_source(teller, stop, move |source, asking| source.text(&paper, asking)).await;
        let text: Option<PaperText> = match asked {
            Ok(text) => text,
            Err(Error::Other(error)) => return Err(of_source(error)),
            Err(_) => return Err(SourceError::Stopped),
        };
        let Some(text) = text else { return Ok(None) };
        let path = folder.join(format!("{name}.{}", crate::card::form_name(text.form)));
        let kept = std::fs::create_dir_all(&folder).and_then(|()| durable::write(&path, &text.bytes));
        kept.map_err(|error| SourceError::State { path: path.clone(), reason: error.to_string() })?;
        Ok(Some(path))
    }

    /// Reads a text in the place of its abstract, or notes the reason why it is missing.
    async fn text_read(
        &self,
        kept: &mut KeptPaper,
        given: Result<Option<PathBuf>, SourceError>,
    ) -> Result<Option<PaperFailure>, Error> {
        let shelf = PaperShelf(self.shelves().papers);
        let read = match given {
            Err(SourceError::Stopped) => {
                return Ok(Some(failure(kept, "stopped", "stopped before its text was fetched")));
            }
            Err(error) => Err((source_code(&error), error.to_string())),
            Ok(None) => Err(("no-text", "its source has no text of it".to_owned())),
            Ok(Some(path)) => self.document_of(&path, kept).map(|document| (path, document)),
        };
        match read {
            Ok((path, document)) => {
                kept.form = Some(form(&path));
                let document = of_paper(document, kept);
                kept.references = references(&document.text);
                self.put_documents(vec![document]).await?;
                kept.state = PaperState::Read;
                kept.failed = None;
                kept.file = path.file_name().map(|name| name.to_string_lossy().into_owned());
                shelf.put(std::slice::from_ref(kept)).await?;
                Ok(None)
            }
            Err((code, detail)) => {
                let failed = failure(kept, code, &detail);
                kept.failed = Some(failed.clone());
                shelf.put(std::slice::from_ref(kept)).await?;
                Ok(Some(failed))
            }
        }
    }

    fn document_of(&self, path: &Path, kept: &KeptPaper) -> Result<Document, (&'static str, String)> {
        let broken = if form(path) == TextForm::Pdf { "pdf-broken" } else { "html-broken" };
        let read = self.read_file(path, &kept.document).map_err(|lost| (broken, lost.why));
        let document = read.and_then(|document| match document.text.trim().is_empty() {
            true => Err(("no-text", "it has pages and no text on them".to_owned())),
            false => Ok(document),
        });
        if document.is_err() {
            // An unreadable file is fetched again the next time.
            let _ = std::fs::remove_file(path);
        }
        document
    }

    /// Indexes documents.
    async fn put_documents(&self, documents: Vec<Document>) -> Result<(), Error> {
        if documents.is_empty() {
            return Ok(());
        }
        // A mark that an earlier version got by hand is dropped: this version has its own title.
        let ids: Vec<String> = documents.iter().map(|document| document.id.clone()).collect();
        let workspace = extend::creating(&self.quipu)?;
        index(&workspace, given(documents), &extend::plain_options(self.settings()), &Watch::default()).await?;
        let unmarked = Amendment { title: Some(None), ..Amendment::default() };
        amend(&workspace, &ids, &unmarked).await?;
        Ok(())
    }
}

/// The cards of these documents, in their order.
fn picked(cards: &[PaperCard], ids: &[String]) -> Vec<PaperCard> {
    let card = |id: &String| cards.iter().find(|card| card.document.as_ref() == Some(id)).cloned();
    ids.iter().filter_map(card).collect()
}

/// The result of a search in a source, in short.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PapersSeen {
    /// The papers in short; those of the workspace as it has them.
    pub papers: Vec<PaperCard>,
    /// Total number of papers.
    pub total: usize,
    /// Number of papers, the last ones, that have the words of the topic without having it as a phrase.
    pub by_words: usize,
}

/// True if no other text can be fetched either.
fn ends_all(error: &SourceError) -> bool {
    !matches!(error, SourceError::Unreadable { .. } | SourceError::Refused { .. })
}

fn form(path: &Path) -> TextForm {
    if path.extension().is_some_and(|end| end == "pdf") { TextForm::Pdf } else { TextForm::Html }
}

fn failure(kept: &KeptPaper, code: &str, detail: &str) -> PaperFailure {
    PaperFailure { id: kept.document.clone(), code: code.to_owned(), detail: detail.to_owned() }
}

/// The error of the source, where that is the cause of a failure.
fn of_source(error: Box<dyn CodedError>) -> SourceError {
    let error: Box<dyn std::error::Error + Send + Sync> = error;
    match error.downcast::<ResearchError>().map(|error| *error) {
        Ok(ResearchError::Source(error)) => error,
        _ => SourceError::Stopped,
    }
}
