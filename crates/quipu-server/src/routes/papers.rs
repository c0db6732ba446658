//! Papers: searched in their source, listed, drawn as a map, with their concepts and citations, and as bibliographies.

use std::sync::Arc;

use axum::Json;
use quipu_research::{
    BibliographyForm, CitedWork, LEAST, NEAREST, PaperCard, PaperCitation, PaperKnowledge, PaperMap, PaperOrderBy,
    PaperQueryInside, PapersListed, RelatedConcept, ResearchError, date_given, papers,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::clients::Who;
use crate::cursor;
use crate::gate::taken::{Body, Params};
use crate::gate::who::Space;
use crate::jobs::WantedPapers;
use crate::problem::HttpProblem;
use crate::schemas::{self, Listed};
use crate::served::Served;
use crate::shapes::{Failures, QUESTION, hundred, within};

/// Limit of named papers.
const NAMED: usize = 5000;

pub(super) fn looked() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(map))
        .routes(routes!(concepts))
        .routes(routes!(cites))
        .routes(routes!(cited_by))
        .routes(routes!(missing))
        .routes(routes!(export))
}

/// Routes that query the external source: they change nothing here, but need more than the right to read.
pub(super) fn sought() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(search))
}

/// A search for papers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PaperSearchBody {
    /// A topic, or a query in the source's own language.
    #[schema(max_length = 2048)]
    topic: String,
    /// Maximal number of papers; 10 by default.
    #[schema(minimum = 1, maximum = 200)]
    max_results: Option<usize>,
    /// Only papers of these categories, as `cs.CL` or `cs.*`.
    #[serde(default)]
    category: Vec<String>,
    /// Only papers of these authors.
    #[serde(default)]
    author: Vec<String>,
    /// Only papers since this year, month or day.
    from: Option<String>,
    /// Only papers until this year, month or day.
    to: Option<String>,
    /// The order: relevance, newest or updated.
    sort: Option<String>,
}

/// The results of a source.
#[derive(Debug, Serialize, ToSchema)]
struct PapersSought {
    /// The papers; those of the workspace have a document.
    #[schema(value_type = Vec<schemas::PaperCard>)]
    items: Vec<PaperCard>,
    /// The cursor of the next page; always missing: a search gives one page.
    next: Option<String>,
    /// Copy of `items` under its former name, for one version.
    #[schema(value_type = Vec<schemas::PaperCard>, deprecated)]
    papers: Vec<PaperCard>,
    /// Total number.
    total: usize,
    /// Number of the papers, the last ones, that have the words of the topic without having it as a phrase.
    by_words: usize,
}

/// Searches arXiv
///
/// Nothing is added. At arXiv's pace: one request every three seconds over all programs of the server's user.
#[utoipa::path(post, path = "/papers/search", operation_id = "search_papers", tag = "papers", request_body = PaperSearchBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The papers.", body = PapersSought), Failures))]
async fn search(Space(served): Space, Body(body): Body<PaperSearchBody>) -> Result<Json<PapersSought>, HttpProblem> {
    let PaperSearchBody { topic, max_results, category, author, from, to, sort } = body;
    within("topic", topic.len(), 0, 2048)?;
    let most = within("max_results", max_results.unwrap_or(10), 1, 200)?;
    let wanted = WantedPapers { topic: Some(topic), category, author, from, to, sort, ..WantedPapers::default() };
    let Some(query) = wanted.read()?.search else {
        return Err(HttpProblem::invalid("topic: it is empty").at("/topic"));
    };
    let seen = papers(&served.quipu()).find(query, most).await?;
    Ok(Json(PapersSought {
        items: seen.papers.clone(),
        next: None,
        papers: seen.papers,
        total: seen.total,
        by_words: seen.by_words,
    }))
}

/// Filters of papers.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct PaperParams {
    /// Words that all stand in title, abstract or names of authors.
    #[serde(default)]
    words: String,
    /// Categories, of which a paper has one.
    #[serde(default)]
    category: Vec<String>,
    /// Part of the name of an author.
    author: Option<String>,
    /// The first year, month or day.
    from: Option<String>,
    /// The last year, month or day.
    to: Option<String>,
    /// The order: title, year or cited.
    order: Option<String>,
    /// Number of papers to skip; `cursor` overrides it.
    #[serde(default)]
    #[param(minimum = 0)]
    skip: usize,
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
    /// The `next` of the page before.
    cursor: Option<String>,
}

/// A page of papers.
#[derive(Debug, Serialize, ToSchema)]
struct PaperPage {
    /// The papers.
    #[schema(value_type = Vec<schemas::PaperCard>)]
    items: Vec<PaperCard>,
    /// The cursor of the next page; missing on the last.
    next: Option<String>,
    /// Copy of `items` under its former name, for one version.
    #[schema(value_type = Vec<schemas::PaperCard>, deprecated)]
    papers: Vec<PaperCard>,
    /// Total number on all pages.
    total: usize,
}

/// Lists papers
///
/// The papers of the workspace, with the numbers of citations among them.
#[utoipa::path(get, path = "/papers", operation_id = "papers", tag = "papers", params(("name" = String, Path, description = "The workspace."), PaperParams),
    responses((status = 200, description = "A page of them.", body = PaperPage), Failures))]
async fn list(Space(served): Space, Params(params): Params<PaperParams>) -> Result<Json<PaperPage>, HttpProblem> {
    let PaperParams { words, category, author, from, to, order, skip, limit, cursor } = params;
    let list = format!("{}/papers/{words:?}/{category:?}/{author:?}/{from:?}/{to:?}/{order:?}", served.name());
    let behind = cursor.map(|cursor| cursor::key(&list, &cursor)).transpose()?;
    let skip = behind.and_then(|behind| behind.parse().ok()).unwrap_or(skip);
    let order = match order.as_deref() {
        None | Some("title") => PaperOrderBy::Title,
        Some("year") => PaperOrderBy::Year,
        Some("cited") => PaperOrderBy::Cited,
        Some(_) => return Err(HttpProblem::invalid("order: there are title, year and cited")),
    };
    let query = PaperQueryInside {
        words,
        categories: category,
        author,
        from: date_given(from.as_deref())?,
        to: date_given(to.as_deref())?,
        order,
    };
    let limit = within("limit", limit, 1, 1000)?;
    let PapersListed { papers, total } = papers(&served.quipu()).list(query, skip, limit).await?;
    let end = skip + papers.len();
    let next = (!papers.is_empty() && end < total).then(|| cursor::after(&list, &end.to_string()));
    Ok(Json(PaperPage { items: papers.clone(), next, papers, total }))
}

/// The papers of a map, and its options.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct PaperMapBody {
    /// Papers by any names that they have; of none, all.
    papers: Vec<String>,
    /// The session that they are of: eight hexadecimal digits.
    session_id: Option<String>,
    /// Number of nearest neighbours of a paper; 3 by default.
    #[schema(minimum = 1, maximum = 20)]
    nearest: Option<usize>,
    /// The minimal cosine of similar papers; 0.3 by default.
    #[schema(minimum = -1, maximum = 1)]
    least: Option<f32>,
}

/// The papers whose concepts are listed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct PaperConceptsBody {
    /// Papers by any names that they have; of none, all.
    papers: Vec<String>,
    /// The session that they are of: eight hexadecimal digits.
    session_id: Option<String>,
    /// A question: concepts near its entities are listed, too.
    #[schema(max_length = 16384)]
    near: Option<String>,
}

/// Papers by their names: those of a session where none is named.
async fn chosen(
    served: &Served,
    who: &Who,
    papers: Vec<String>,
    session: Option<&str>,
) -> Result<Vec<String>, HttpProblem> {
    within("papers", papers.len(), 0, NAMED)?;
    let Some(id) = session else { return Ok(papers) };
    let session = session_of(served, who, id).await?;
    Ok(if papers.is_empty() { session.documents } else { papers })
}

/// A session of papers, if it belongs to the client.
pub(super) async fn session_of(
    served: &Served,
    who: &Who,
    id: &str,
) -> Result<quipu_research::PaperSession, HttpProblem> {
    let session = papers(&served.quipu()).session(id).await?;
    let own = session.owner.is_none() || session.owner == who.by().1;
    let none = || quipu::Error::from(ResearchError::NoPaperSession { id: id.to_owned() });
    if own { Ok(session) } else { Err(none().into()) }
}

/// Draws the map of papers
///
/// Similar papers (the mean of a paper's vectors), citations among them, their communities, and lists: prior works
/// that many of the others cite, derivative works that cite many, and papers between others.
#[utoipa::path(post, path = "/papers/map", operation_id = "paper_map", tag = "papers", request_body = PaperMapBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The map.", body = schemas::PaperMap), Failures))]
async fn map(Space(served): Space, who: Who, Body(body): Body<PaperMapBody>) -> Result<Json<PaperMap>, HttpProblem> {
    let nearest = within("nearest", body.nearest.unwrap_or(NEAREST), 1, 20)?;
    let least = body.least.unwrap_or(LEAST);
    if !(-1.0..=1.0).contains(&least) {
        return Err(HttpProblem::invalid("least: it may be from -1 to 1"));
    }
    let names = chosen(&served, &who, body.papers, body.session_id.as_deref()).await?;
    Ok(Json(papers(&served.quipu()).map(names, nearest, least).await?))
}

/// The concepts of papers.
#[derive(Debug, Serialize, ToSchema)]
struct ConceptsReply {
    /// The concepts, and the statements about pairs of them.
    #[serde(flatten)]
    #[schema(value_type = schemas::PaperKnowledge)]
    knowledge: PaperKnowledge,
    /// Concepts near the question's entities, nearest first.
    #[schema(value_type = Vec<schemas::RelatedConcept>)]
    related: Vec<RelatedConcept>,
}

/// Lists the concepts of papers
///
/// Concepts, methods, algorithms, data and metrics of titles and abstracts, and the statements about pairs of them.
#[utoipa::path(post, path = "/papers/concepts", operation_id = "paper_concepts", tag = "papers", request_body = PaperConceptsBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The concepts.", body = ConceptsReply), Failures))]
async fn concepts(
    Space(served): Space,
    who: Who,
    Body(body): Body<PaperConceptsBody>,
) -> Result<Json<ConceptsReply>, HttpProblem> {
    within("near", body.near.as_ref().map_or(0, String::len), 0, QUESTION)?;
    let names = chosen(&served, &who, body.papers, body.session_id.as_deref()).await?;
    let quipu = served.quipu();
    let related = match &body.near {
        Some(question) => papers(&quipu).related_concepts(question, names.clone()).await?,
        None => Vec::new(),
    };
    Ok(Json(ConceptsReply { knowledge: papers(&quipu).knowledge(names).await?, related }))
}

type PaperCitationList = Listed<schemas::PaperCitation>;
type CitedWorkList = Listed<schemas::CitedWork>;

/// The cited paper.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CitingParams {
    /// Any name that it has.
    paper: String,
    /// True if works outside the workspace are listed, too.
    #[serde(default)]
    all: bool,
}

/// Lists the works cited by a paper
///
/// Each with the citing sentences.
#[utoipa::path(get, path = "/papers/cites", operation_id = "paper_cites", tag = "papers", params(("name" = String, Path, description = "The workspace."), CitingParams),
    responses((status = 200, description = "The works.", body = PaperCitationList), Failures))]
async fn cites(
    Space(served): Space,
    Params(params): Params<CitingParams>,
) -> Result<Json<Listed<PaperCitation>>, HttpProblem> {
    Ok(Json(Listed::whole(papers(&served.quipu()).cites(&params.paper, !params.all).await?)))
}

/// Lists papers that cite a paper
///
/// Each with the sentences that do.
#[utoipa::path(get, path = "/papers/cited-by", operation_id = "paper_cited_by", tag = "papers", params(("name" = String, Path, description = "The workspace."), CitingParams),
    responses((status = 200, description = "The papers.", body = PaperCitationList), Failures))]
async fn cited_by(
    Space(served): Space,
    Params(params): Params<CitingParams>,
) -> Result<Json<Listed<PaperCitation>>, HttpProblem> {
    Ok(Json(Listed::whole(papers(&served.quipu()).cited_by(&params.paper).await?)))
}

/// The number of works.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct MissingParams {
    /// Maximal number of results.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 1000)]
    limit: usize,
}

/// Lists works that are cited and missing
///
/// Works that at least two papers cite and that are not in the workspace, the most cited first.
#[utoipa::path(get, path = "/papers/missing", operation_id = "papers_missing", tag = "papers", params(("name" = String, Path, description = "The workspace."), MissingParams),
    responses((status = 200, description = "The works.", body = CitedWorkList), Failures))]
async fn missing(
    Space(served): Space,
    Params(params): Params<MissingParams>,
) -> Result<Json<Listed<CitedWork>>, HttpProblem> {
    Ok(Json(Listed::whole(papers(&served.quipu()).cited_but_missing(within("limit", params.limit, 1, 1000)?).await?)))
}

/// The papers, and the form of the bibliography.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BibliographyBody {
    /// Papers by any names that they have; of none, all.
    #[serde(default)]
    papers: Vec<String>,
    /// The form: bibtex, ris or csl.
    form: String,
}

/// A bibliography.
#[derive(Debug, Serialize, ToSchema)]
struct BibliographyReply {
    /// Its text.
    text: String,
    /// Number of papers in it.
    count: usize,
}

/// Writes a bibliography
#[utoipa::path(post, path = "/papers/export", operation_id = "export_papers", tag = "papers", request_body = BibliographyBody,
    params(("name" = String, Path, description = "The workspace.")), responses((status = 200, description = "The bibliography.", body = BibliographyReply), Failures))]
async fn export(
    Space(served): Space,
    Body(body): Body<BibliographyBody>,
) -> Result<Json<BibliographyReply>, HttpProblem> {
    within("papers", body.papers.len(), 0, NAMED)?;
    let form = BibliographyForm::named(&body.form)
        .ok_or_else(|| HttpProblem::invalid("form: there are bibtex, ris and csl").at("/form"))?;
    let (text, count) = papers(&served.quipu()).bibliography(form, body.papers).await?;
    Ok(Json(BibliographyReply { text, count }))
}
