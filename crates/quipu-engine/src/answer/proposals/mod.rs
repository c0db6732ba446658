//! Questions proposed to a reader of the overview: made of central documents, asked, and kept where the answer is stated
//! by the place that the question was made of.

use quipu_kernel::model::{Kind, Span, Statement};
use quipu_kernel::strategies::Options;
use quipu_kernel::text::language_of;
use quipu_kernel::view::Filter;
use quipu_language::answer::TrustClass;
use quipu_language::questions::{ProposedKind, asked_source, proposed_questions};

use crate::answer::Answer;
use crate::answer::ask::{AnswerRequest, answer};
use crate::answer::overview::{KEPT, Overview, OverviewQuestion, kept_overview, without_questions};
use crate::base::ports::{DocumentRow, Select, SelectChunks, StoredChunk};
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::themes::{ThemeMap, current_themes};

/// Number of questions.
const QUESTIONS: usize = 4;
/// Numbers of documents read, of chunks of each, and of questions asked at most of each kind.
const DOCUMENTS: usize = 60;
const CHUNKS: usize = 6;
const ASKED: usize = 8;
/// The least confidence of an answer by the right place.
const LIKELY: f64 = 0.45;
/// The order of kinds.
const KINDS: [ProposedKind; 6] = [
    ProposedKind::Time,
    ProposedKind::List,
    ProposedKind::Connection,
    ProposedKind::Value,
    ProposedKind::HowTo,
    ProposedKind::Definition,
];

/// A question with the place that must answer it.
struct Proposal {
    text: String,
    kind: ProposedKind,
    /// Id of the document, and the place in its text.
    document: String,
    place: Span,
    /// Number of members that the answer must have, of a list.
    members: usize,
}

/// The overview of a workspace, with its questions; from the shelf where nothing changed.
///
/// # Errors
/// When the store cannot be read, or the shelf cannot be read or written.
pub async fn current_overview(workspace: &Workspace) -> Result<Overview, EngineError> {
    let change = workspace.store.status().await?.change;
    let shelf = workspace.communities.as_ref().map(|kept| &kept.shelf);
    if let Some(known) = kept_overview(workspace, change).await? {
        return Ok(known);
    }
    let themes = current_themes(workspace).await?;
    let mut made = without_questions(workspace, &themes).await?;
    made.questions = answered_questions(workspace, &themes).await?;
    if let Some(shelf) = shelf {
        shelf.put(KEPT, &serde_json::to_vec(&made).unwrap_or_default()).await?;
    }
    Ok(made)
}

/// Questions of at least three kinds, where there are such, that are answered by their own place.
async fn answered_questions(workspace: &Workspace, themes: &ThemeMap) -> Result<Vec<OverviewQuestion>, EngineError> {
    let proposals = proposals(workspace, themes).await?;
    let mut of_kind: Vec<Vec<OverviewQuestion>> = Vec::new();
    for kind in KINDS {
        let mut found = Vec::new();
        for proposal in proposals.iter().filter(|one| one.kind == kind).take(ASKED) {
            if let Some(question) = asked(workspace, proposal).await? {
                found.push(question);
            }
            if found.len() == 2 {
                break;
            }
        }
        of_kind.push(found);
    }
    let rounds = (0..2).flat_map(|round| of_kind.iter().filter_map(move |found| found.get(round)));
    Ok(rounds.take(QUESTIONS).cloned().collect())
}

/// Asks a question; none where its answer is not stated by its place.
async fn asked(workspace: &Workspace, proposal: &Proposal) -> Result<Option<OverviewQuestion>, EngineError> {
    let query = Query {
        text: proposal.text.clone(),
        filter: Filter::default(),
        strategy: "auto".to_owned(),
        options: Options::default(),
    };
    // A question of a proposal never asks about the whole, so this does not recur.
    let Answer { answer: text, refused, confidence, citations, .. } =
        Box::pin(answer(workspace, AnswerRequest::quoted(&query))).await?;
    let own = |citation: &crate::base::citation::Citation| {
        citation.document == proposal.document
            && citation.start < proposal.place.end
            && citation.end > proposal.place.start
    };
    let sure = confidence.class == TrustClass::Stated || confidence.value >= LIKELY;
    // A reference to another page answers nothing.
    let refers = text.starts_with("See ") || text.starts_with("См. ");
    let members = text.lines().filter(|line| is_member(line)).count();
    let stands = !refused && sure && !refers && members >= proposal.members && citations.first().is_some_and(own);
    Ok(stands.then(|| OverviewQuestion {
        question: proposal.text.clone(),
        kind: proposal.kind,
        answer: text,
        citations,
    }))
}

/// True for a line of a list.
fn is_member(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['-', '*', '+']) || numbered.len() < line.len() && numbered.starts_with(['.', ')'])
}

/// Questions of the documents in the middle of each theme, theme by theme in turn.
async fn proposals(workspace: &Workspace, themes: &ThemeMap) -> Result<Vec<Proposal>, EngineError> {
    let keys: Vec<_> = themes.central(DOCUMENTS);
    let rows = workspace.store.documents(&Select::Keys(keys.clone())).await?;
    let mut found = Vec::new();
    for key in keys {
        let Some(row) = rows.iter().find(|row| row.key == key) else { continue };
        let chunks = workspace.store.chunks(&SelectChunks::OfDocument(row.key)).await?;
        for stored in chunks.iter().take(CHUNKS) {
            found.extend(of_chunk(row, stored));
        }
    }
    Ok(found)
}

/// The questions of a chunk.
fn of_chunk(row: &DocumentRow, stored: &StoredChunk) -> Vec<Proposal> {
    let chunk = &stored.chunk;
    let russian = language_of(&chunk.text) == "ru";
    let place = |span: Span| Span { start: chunk.body.start + span.start, end: chunk.body.start + span.end };
    let read = proposed_questions(&row.title, &chunk.text, &chunk.headings, row.format, russian);
    let mut found: Vec<Proposal> = read
        .into_iter()
        .map(|one| Proposal {
            text: one.text,
            kind: one.kind,
            document: row.id.clone(),
            place: place(one.span),
            members: one.members,
        })
        .collect();
    for said in stored.facts.iter().flat_map(|facts| &facts.statements).filter(|said| said.weight >= Statement::SURE) {
        let form = |name: &quipu_kernel::model::Name| {
            let mentions = stored.facts.iter().flat_map(|facts| &facts.mentions);
            mentions
                .clone()
                .find(|mention| mention.name == *name && said.quote.range().contains(&(mention.span.start as usize)))
        };
        let Some((source, target)) = form(&said.source).zip(form(&said.target)) else { continue };
        // Things without a name are no ends of a connection that a reader asks for.
        let named =
            |kind: Kind| !matches!(kind, Kind::Entity | Kind::Concept | Kind::Word | Kind::Date | Kind::Identifier);
        if !named(source.kind) || !named(target.kind) {
            continue;
        }
        let text = asked_source(&said.predicate, &target.form, source.kind == Kind::Person, russian);
        found.extend(text.map(|text| Proposal {
            text,
            kind: ProposedKind::Connection,
            document: row.id.clone(),
            place: place(said.quote),
            members: 0,
        }));
    }
    found
}
