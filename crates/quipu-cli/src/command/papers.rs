//! `quipu papers`: found, added, listed, cited, written as bibliographies.

use std::path::PathBuf;

use quipu::papers::{
    ArxivId, BibliographyForm, PaperDate, PaperOrder, PaperOrderBy, PaperQuery, PaperQueryInside, PapersAdded,
    PapersWanted,
};
use quipu::{Error, Quipu};

use super::job::watched;
use crate::cli::{
    FormOfBibliography, OrderOfPapers, PapersAddArgs, PapersArgs, PapersListArgs, PapersSearchArgs, PapersWhat,
    SortOfPapers, WhichPapersArgs,
};
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Does what is wished with papers.
///
/// # Errors
/// When the source or the workspace fails, or something is no paper.
pub(crate) async fn run(place: &Place<'_>, args: &PapersArgs) -> anyhow::Result<Outcome> {
    let json = place.common.json;
    match &args.what {
        PapersWhat::Search(args) => search(place, args).await,
        PapersWhat::Add(args) => add(place, args).await,
        PapersWhat::Fetch => added(place, PapersWanted { pending: true, ..PapersWanted::default() }).await,
        PapersWhat::List(args) => list(place, args).await,
        PapersWhat::Show(args) => {
            let card = place.quipu(&[])?.paper(&args.paper).await?;
            if json { print::json(&card)? } else { print::paper(&card)? }
            Ok(Outcome::Done)
        }
        PapersWhat::Cites(args) => {
            let cites = place.quipu(&[])?.cites(&args.paper, !args.all).await?;
            if json { print::json(&cites)? } else { print::paper_citations(&cites)? }
            Ok(some(!cites.is_empty()))
        }
        PapersWhat::CitedBy(args) => {
            let citing = place.quipu(&[])?.cited_by(&args.paper).await?;
            if json { print::json(&citing)? } else { print::paper_citations(&citing)? }
            Ok(some(!citing.is_empty()))
        }
        PapersWhat::Missing(args) => {
            let works = place.quipu(&[])?.cited_but_missing(args.limit).await?;
            if json { print::json(&works)? } else { print::cited_works(&works)? }
            Ok(some(!works.is_empty()))
        }
        PapersWhat::Export(args) => {
            let (text, count) = place.quipu(&[])?.bibliography(form(args.form), args.papers.clone()).await?;
            print::text(&text)?;
            Ok(some(count > 0))
        }
        PapersWhat::Convert(args) => {
            let (papers, troubles) = Quipu::read_bibliography(&args.file)?;
            for trouble in &troubles {
                print::note(trouble)?;
            }
            print::text(&form(args.form).write(&papers))?;
            Ok(if troubles.is_empty() { some(!papers.is_empty()) } else { Outcome::Damaged })
        }
        PapersWhat::Go => {
            let was = place.quipu(&[])?.let_sources_go().await?;
            print::note(if was { say!("papers-go") } else { say!("papers-went") })?;
            Ok(Outcome::Done)
        }
    }
}

async fn search(place: &Place<'_>, args: &PapersSearchArgs) -> anyhow::Result<Outcome> {
    let query = query(&args.topic.join(" "), &args.which)?;
    let quipu = place.quipu(&[])?;
    let seen = watched(quipu.find_papers(query, args.which.max), print::papers_standing).await?;
    if place.common.json {
        print::json(&serde_json::json!({ "papers": seen.papers, "total": seen.total, "by_words": seen.by_words }))?;
    } else {
        print::papers_found(&seen)?;
    }
    Ok(some(!seen.papers.is_empty()))
}

async fn add(place: &Place<'_>, args: &PapersAddArgs) -> anyhow::Result<Outcome> {
    let (mut wanted, mut words) = (PapersWanted { abstracts_only: args.abstracts, ..PapersWanted::default() }, Vec::new());
    for text in &args.papers {
        if text.parse::<ArxivId>().is_ok() {
            wanted.ids.push(text.clone());
        } else if PathBuf::from(text).exists() {
            wanted.files.push(PathBuf::from(text));
        } else if looks_like_a_file(text) {
            let reason = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(Error::File { path: PathBuf::from(text), reason }.into());
        } else {
            words.push(text.as_str());
        }
    }
    if !words.is_empty() || bounded(&args.which) {
        wanted.search = Some(query(&words.join(" "), &args.which)?);
        wanted.most = args.which.max;
    }
    added(place, wanted).await
}

async fn added(place: &Place<'_>, wanted: PapersWanted) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let report = watched(quipu.add_papers(wanted), print::papers_standing).await?;
    if place.common.json {
        print::json(&report)?;
    } else {
        print::papers_added(&report)?;
    }
    Ok(outcome(&report))
}

/// What adding means to whoever started it.
fn outcome(report: &PapersAdded) -> Outcome {
    match report {
        report if report.stopped => Outcome::Stopped,
        report if !report.failed.is_empty() || !report.missing.is_empty() || !report.troubles.is_empty() => Outcome::Damaged,
        report => some(!report.added.is_empty() || !report.already.is_empty() || report.read > 0),
    }
}

async fn list(place: &Place<'_>, args: &PapersListArgs) -> anyhow::Result<Outcome> {
    let query = PaperQueryInside {
        words: args.words.join(" "),
        categories: args.category.clone(),
        author: args.author.clone(),
        from: date(args.from.as_deref())?,
        to: date(args.to.as_deref())?,
        order: match args.order {
            OrderOfPapers::Title => PaperOrderBy::Title,
            OrderOfPapers::Year => PaperOrderBy::Year,
            OrderOfPapers::Cited => PaperOrderBy::Cited,
        },
    };
    let listed = place.quipu(&[])?.papers(query, 0, args.limit).await?;
    if place.common.json {
        print::json(&listed)?;
    } else {
        print::papers_listed(&listed)?;
    }
    Ok(some(!listed.papers.is_empty()))
}

fn query(topic: &str, which: &WhichPapersArgs) -> Result<PaperQuery, Error> {
    Ok(PaperQuery {
        topic: topic.to_owned(),
        categories: which.category.clone(),
        authors: which.author.clone(),
        from: date(which.from.as_deref())?,
        to: date(which.to.as_deref())?,
        order: match which.sort {
            SortOfPapers::Relevance => PaperOrder::Relevance,
            SortOfPapers::Newest => PaperOrder::Newest,
            SortOfPapers::Updated => PaperOrder::Updated,
        },
    })
}

/// Whether a search is told by its bounds alone.
fn bounded(which: &WhichPapersArgs) -> bool {
    !which.category.is_empty() || !which.author.is_empty()
}

fn date(text: Option<&str>) -> Result<Option<PaperDate>, Error> {
    let read = |text: &str| PaperDate::read(text).ok_or_else(|| Error::DateIsNone { date: text.to_owned() });
    text.map(read).transpose()
}

/// Whether a word was meant as a path, so that a file that is missing is told and not searched for.
fn looks_like_a_file(text: &str) -> bool {
    let ends = [".pdf", ".bib", ".ris", ".json"].iter().any(|end| text.to_lowercase().ends_with(end));
    ends || text.starts_with(['/', '~']) || text.starts_with("./") || text.starts_with("../")
}

fn form(form: FormOfBibliography) -> BibliographyForm {
    match form {
        FormOfBibliography::Bibtex => BibliographyForm::Bibtex,
        FormOfBibliography::Ris => BibliographyForm::Ris,
        FormOfBibliography::Csl => BibliographyForm::Csl,
    }
}

fn some(any: bool) -> Outcome {
    if any { Outcome::Done } else { Outcome::Nothing }
}
