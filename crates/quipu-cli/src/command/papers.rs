//! `quipu papers`: found, added, listed, cited, written as bibliographies.

use std::path::PathBuf;

use quipu::ask::named;
use quipu::{Ask, Error};
use quipu_research::{
    ArxivId, BibliographyForm, PaperNearness, PaperOrderBy, PaperQueryInside, PaperQuestion, Papers, PapersAdded,
    PapersRefreshed, date_given, papers,
};
use quipu_server::{JobWork, WantedPapers};

use super::handed;
use super::job::watched;
use crate::cli::{
    ConceptsArgs, FormOfBibliography, FormOfTable, NearnessOfPapers, OrderOfPapers, PapersAddArgs, PapersArgs,
    PapersAskArgs, PapersListArgs, PapersSearchArgs, PapersTableArgs, PapersWhat, RelatedArgs, WhichPapersArgs,
};
use crate::exit::Outcome;
use crate::messages::say;
use crate::place::Place;
use crate::print;

/// Runs the command on papers.
///
/// # Errors
/// When the source or the workspace fails, or an argument is not a paper.
pub(crate) async fn run(place: &Place<'_>, args: &PapersArgs) -> anyhow::Result<Outcome> {
    let json = place.common.json;
    match &args.what {
        PapersWhat::Search(args) => search(place, args).await,
        PapersWhat::Add(args) => add(place, args).await,
        PapersWhat::Fetch => added(place, WantedPapers { pending: true, ..WantedPapers::default() }).await,
        PapersWhat::List(args) => list(place, args).await,
        PapersWhat::Show(args) => {
            shown(json, &papers(&place.quipu(&[])?).paper(&args.paper).await?, print::paper, |_| true)
        }
        PapersWhat::Cites(args) => {
            let cites = papers(&place.quipu(&[])?).cites(&args.paper, !args.all).await?;
            shown(json, &cites, |cites| print::paper_citations(cites), |cites| !cites.is_empty())
        }
        PapersWhat::CitedBy(args) => {
            let citing = papers(&place.quipu(&[])?).cited_by(&args.paper).await?;
            shown(json, &citing, |citing| print::paper_citations(citing), |citing| !citing.is_empty())
        }
        PapersWhat::Missing(args) => {
            let works = papers(&place.quipu(&[])?).cited_but_missing(args.limit).await?;
            shown(json, &works, |works| print::cited_works(works), |works| !works.is_empty())
        }
        PapersWhat::Map(args) => {
            let map = papers(&place.quipu(&[])?).map(args.papers.clone(), args.nearest, args.min).await?;
            shown(json, &map, print::paper_map, |map| !map.papers.is_empty())
        }
        PapersWhat::Concepts(args) => concepts(place, args).await,
        PapersWhat::Ask(args) => ask(place, args).await,
        PapersWhat::Table(args) => table(place, args).await,
        PapersWhat::Related(args) => related(place, args).await,
        PapersWhat::Refresh => refreshed(place).await,
        PapersWhat::Export(args) => {
            let (text, count) = papers(&place.quipu(&[])?).bibliography(form(args.form), args.papers.clone()).await?;
            print::text(&text)?;
            Ok(some(count > 0))
        }
        PapersWhat::Convert(args) => {
            let (papers, troubles) = Papers::read_bibliography(&args.file)?;
            for trouble in &troubles {
                print::note(trouble)?;
            }
            print::text(&form(args.form).write(&papers))?;
            Ok(if troubles.is_empty() { some(!papers.is_empty()) } else { Outcome::Damaged })
        }
        PapersWhat::Go => {
            let was = papers(&place.quipu(&[])?).let_sources_go().await?;
            print::note(if was { say!("papers-go") } else { say!("papers-went") })?;
            Ok(Outcome::Done)
        }
    }
}

async fn ask(place: &Place<'_>, args: &PapersAskArgs) -> anyhow::Result<Outcome> {
    let session = args.session.as_deref().map(named).transpose()?.map(str::to_owned);
    let question = PaperQuestion {
        ask: Ask { session, offline: args.offline, ..Ask::of(args.question.as_str()) },
        papers: args.paper.clone(),
        sections: args.section.clone(),
        session: None,
        hybrid: !args.vectors,
        reranking: !args.unrated,
    };
    let answer = papers(&place.quipu(&[])?).ask(question).await?;
    if place.common.json {
        print::json(&answer)?;
    } else {
        print::paper_answer(&answer)?;
    }
    Ok(some(!answer.refused))
}

async fn table(place: &Place<'_>, args: &PapersTableArgs) -> anyhow::Result<Outcome> {
    let table = papers(&place.quipu(&[])?).contributions(args.papers.clone(), None, args.offline).await?;
    match (place.common.json, args.form) {
        (true, _) => print::json(&table.compared())?,
        (false, FormOfTable::Text) => print::contributions(&table)?,
        (false, FormOfTable::Markdown) => print::text(&table.markdown())?,
        (false, FormOfTable::Csv) => print::text(&table.csv())?,
    }
    Ok(some(!table.rows.is_empty()))
}

async fn related(place: &Place<'_>, args: &RelatedArgs) -> anyhow::Result<Outcome> {
    let by = match args.by {
        NearnessOfPapers::All => PaperNearness::All,
        NearnessOfPapers::Likeness => PaperNearness::Likeness,
        NearnessOfPapers::Coupling => PaperNearness::Coupling,
        NearnessOfPapers::Cocitation => PaperNearness::Cocitation,
        NearnessOfPapers::Entities => PaperNearness::Entities,
    };
    let near = papers(&place.quipu(&[])?).related(args.papers.clone(), by, args.limit).await?;
    shown(place.common.json, &near, |near| print::related_papers(near), |near| !near.is_empty())
}

/// Looks for newer versions, or lets the server that has the workspace look.
async fn refreshed(place: &Place<'_>) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let report: PapersRefreshed = match handed::server(&quipu).await {
        Some(server) => {
            let wanted = WantedPapers { refresh: true, ..WantedPapers::default() };
            match handed::work(&server, &JobWork::Papers { wanted }).await? {
                Some(report) => report,
                None => return Ok(Outcome::Stopped),
            }
        }
        None => watched(papers(&quipu).refresh(), print::papers_standing).await?,
    };
    shown(place.common.json, &report, print::papers_refreshed, |_| true)
}

async fn concepts(place: &Place<'_>, args: &ConceptsArgs) -> anyhow::Result<Outcome> {
    let (quipu, json) = (place.quipu(&[])?, place.common.json);
    if let Some(question) = &args.near {
        let related = papers(&quipu).related_concepts(question, args.papers.clone()).await?;
        return shown(json, &related, |related| print::related_concepts(related), |related| !related.is_empty());
    }
    let known = papers(&quipu).knowledge(args.papers.clone()).await?;
    shown(json, &known, |known| print::paper_knowledge(known, args.limit), |known| !known.concepts.is_empty())
}

/// Prints the results as JSON or for people; the outcome depends on whether there are any.
fn shown<T: serde::Serialize>(
    json: bool,
    found: &T,
    print: impl Fn(&T) -> std::io::Result<()>,
    any: impl Fn(&T) -> bool,
) -> anyhow::Result<Outcome> {
    if json {
        print::json(found)?
    } else {
        print(found)?
    }
    Ok(some(any(found)))
}

async fn search(place: &Place<'_>, args: &PapersSearchArgs) -> anyhow::Result<Outcome> {
    let query = wanted(&args.topic.join(" "), &args.which).read()?.search.unwrap_or_default();
    let quipu = place.quipu(&[])?;
    let seen = watched(papers(&quipu).find(query, args.which.max), print::papers_standing).await?;
    if place.common.json {
        print::json(&serde_json::json!({ "papers": seen.papers, "total": seen.total, "by_words": seen.by_words }))?;
    } else {
        print::papers_found(&seen)?;
    }
    Ok(some(!seen.papers.is_empty()))
}

async fn add(place: &Place<'_>, args: &PapersAddArgs) -> anyhow::Result<Outcome> {
    let (mut ids, mut paths, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for text in &args.papers {
        if text.parse::<ArxivId>().is_ok() {
            ids.push(text.clone());
        } else if let Ok(path) = PathBuf::from(text).canonicalize() {
            paths.push(path.to_string_lossy().into_owned());
        } else if looks_like_a_file(text) {
            let reason = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(Error::File { path: PathBuf::from(text), reason }.into());
        } else {
            words.push(text.as_str());
        }
    }
    added(place, WantedPapers { ids, paths, abstracts: args.abstracts, ..wanted(&words.join(" "), &args.which) }).await
}

/// Adds papers, or lets the server that has the workspace add them.
async fn added(place: &Place<'_>, wanted: WantedPapers) -> anyhow::Result<Outcome> {
    let quipu = place.quipu(&[])?;
    let report = match handed::server(&quipu).await {
        Some(server) => match handed::work(&server, &JobWork::Papers { wanted }).await? {
            Some(report) => report,
            None => return Ok(Outcome::Stopped),
        },
        None => watched(papers(&quipu).add(wanted.read()?), print::papers_standing).await?,
    };
    if place.common.json {
        print::json(&report)?;
    } else {
        print::papers_added(&report)?;
    }
    Ok(outcome(&report))
}

/// The exit status of adding.
fn outcome(report: &PapersAdded) -> Outcome {
    match report {
        report if report.stopped => Outcome::Stopped,
        report if !report.failed.is_empty() || !report.missing.is_empty() || !report.troubles.is_empty() => {
            Outcome::Damaged
        }
        report => some(!report.added.is_empty() || !report.already.is_empty() || report.read > 0),
    }
}

async fn list(place: &Place<'_>, args: &PapersListArgs) -> anyhow::Result<Outcome> {
    let query = PaperQueryInside {
        words: args.words.join(" "),
        categories: args.category.clone(),
        author: args.author.clone(),
        from: date_given(args.from.as_deref())?,
        to: date_given(args.to.as_deref())?,
        order: match args.order {
            OrderOfPapers::Title => PaperOrderBy::Title,
            OrderOfPapers::Year => PaperOrderBy::Year,
            OrderOfPapers::Cited => PaperOrderBy::Cited,
        },
    };
    let listed = papers(&place.quipu(&[])?).list(query, 0, args.limit).await?;
    if place.common.json {
        print::json(&listed)?;
    } else {
        print::papers_listed(&listed)?;
    }
    Ok(some(!listed.papers.is_empty()))
}

/// The papers of a topic within bounds.
fn wanted(topic: &str, which: &WhichPapersArgs) -> WantedPapers {
    let WhichPapersArgs { category, author, from, to, sort, max } = which.clone();
    WantedPapers {
        topic: Some(topic.to_owned()).filter(|topic| !topic.is_empty()),
        sort: Some(sort.name().to_owned()),
        max_results: Some(max),
        category,
        author,
        from,
        to,
        ..WantedPapers::default()
    }
}

/// True if a word looks like a path, so that a missing file is reported and not searched for.
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
