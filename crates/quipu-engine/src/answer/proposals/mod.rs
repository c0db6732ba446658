//! Questions proposed to a reader of the overview: made of central documents and of counts over all, asked, and kept where
//! the answer is given by the place that the question was made of, as a whole.

mod of_texts;
mod of_whole;

use std::collections::BTreeSet;

use quipu_kernel::model::Span;
use quipu_kernel::strategies::Options;
use quipu_kernel::text::fold_name;
use quipu_kernel::view::Filter;
use quipu_language::answer::{TrustClass, UnitKind, plain};
use quipu_language::questions::ProposedKind;

use crate::answer::Answer;
use crate::answer::ask::{AnswerRequest, answer};
use crate::answer::overview::{CorpusNames, KEPT, Overview, OverviewQuestion, kept_overview, without_questions};
use crate::base::citation::Citation;
use crate::base::ports::DocumentRow;
use crate::base::query::Query;
use crate::base::{EngineError, Workspace};
use crate::find::texts::admitted_rows;
use crate::find::themes::{ThemeMap, current_themes, defines};

/// Numbers of names that are worth a definition, and of those that are counted in the texts.
const NAMES: usize = 60;
const COUNTED: usize = 40;
/// Number of questions.
const QUESTIONS: usize = 4;
/// Number of questions that are asked at most of each kind.
const ASKED: usize = 12;
/// The least confidence of an answer by the right place.
const LIKELY: f64 = 0.45;
/// The least share of a section that an answer quotes, and the fewest words of a sentence that tells something.
const QUOTED: f64 = 0.6;
const WORDS: usize = 4;
/// Bytes of a definition that a reader takes in at once.
const DEFINED: u32 = 190;
/// The order of kinds.
const KINDS: [ProposedKind; 6] = [
    ProposedKind::Definition,
    ProposedKind::HowTo,
    ProposedKind::List,
    ProposedKind::Time,
    ProposedKind::Value,
    ProposedKind::Connection,
];

/// A question with what its answer must be.
struct Proposal {
    text: String,
    kind: ProposedKind,
    expected: Expected,
}

/// What the answer of a proposed question must be.
enum Expected {
    /// Quotes of a place in a document; of a section, most of it.
    Place { document: String, place: Span, section: Option<Span> },
    /// A sentence that defines a name.
    Definition(String),
    /// A count over all documents.
    Counted,
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
    let rows = admitted_rows(&*workspace.store, &Filter::default()).await?;
    let names = CorpusNames::read(&*workspace.store, &rows, NAMES, COUNTED).await?;
    let mut made = without_questions(workspace, &themes, &rows, &names).await?;
    made.questions = answered_questions(workspace, &themes, &rows, &names).await?;
    if let Some(shelf) = shelf {
        shelf.put(KEPT, &serde_json::to_vec(&made).unwrap_or_default()).await?;
    }
    Ok(made)
}

/// Questions of at least three kinds, where there are such, that are answered as expected.
async fn answered_questions(
    workspace: &Workspace,
    themes: &ThemeMap,
    rows: &[DocumentRow],
    names: &CorpusNames,
) -> Result<Vec<OverviewQuestion>, EngineError> {
    let mut proposals = of_whole::proposals(&*workspace.store, rows, names.in_texts()).await?;
    proposals.extend(of_texts::proposals(workspace, themes, &names.known).await?);
    let mut seen = BTreeSet::new();
    proposals.retain(|one| seen.insert(one.text.clone()));
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

/// Asks a question; none where its answer is not as expected.
async fn asked(workspace: &Workspace, proposal: &Proposal) -> Result<Option<OverviewQuestion>, EngineError> {
    let query = Query {
        text: proposal.text.clone(),
        filter: Filter::default(),
        strategy: "auto".to_owned(),
        options: Options::default(),
    };
    // A question of a proposal never asks about the whole, so this does not recur.
    let found = Box::pin(answer(workspace, AnswerRequest::quoted(&query))).await?;
    let stands = !found.refused
        && match &proposal.expected {
            Expected::Definition(name) => {
                found.units.len() <= 2 && defines_name(name, found.units.first().map(|unit| unit.text.as_str()))
            }
            Expected::Counted => found.strategy == Answer::OVER_ALL && !found.citations.is_empty(),
            Expected::Place { document, place, section } => is_told(&found, document, *place, *section),
        };
    Ok(stands.then(|| OverviewQuestion {
        question: proposal.text.clone(),
        kind: proposal.kind,
        answer: found.answer,
        citations: found.citations,
    }))
}

/// True if the first unit of an answer defines a name, in a sentence that needs no other.
fn defines_name(name: &str, first: Option<&str>) -> bool {
    first.is_some_and(|text| text.len() <= DEFINED as usize && !refers(text) && defines(&plain(text), &fold_name(name)))
}

/// True if an answer quotes its place first, nothing that tells nothing, and enough of its section.
fn is_told(found: &Answer, document: &str, place: Span, section: Option<Span>) -> bool {
    let of_place =
        |citation: &Citation| citation.document == document && citation.start < place.end && citation.end > place.start;
    let sure = found.confidence.class == TrustClass::Stated || found.confidence.value >= LIKELY;
    let telling = |text: &str| text.split_whitespace().count() >= WORDS;
    let all_tell = found.units.iter().all(|unit| unit.kind != UnitKind::Sentence || telling(&unit.text));
    sure && all_tell
        && !refers(&found.answer)
        && found.citations.first().is_some_and(of_place)
        && section.is_none_or(|section| quoted(&found.citations, document, section) >= QUOTED)
}

/// The share of a section that citations quote.
fn quoted(citations: &[Citation], document: &str, section: Span) -> f64 {
    let inside = |citation: &Citation| {
        let (start, end) = (citation.start.max(section.start), citation.end.min(section.end));
        f64::from(end.saturating_sub(start))
    };
    let own = citations.iter().filter(|citation| citation.document == document);
    own.map(inside).sum::<f64>() / f64::from((section.end - section.start).max(1))
}

/// True if an answer points to another place, which a reader does not have before them.
fn refers(text: &str) -> bool {
    const POINTING: &str =
        " see above below next previous following refer см ниже выше следующий следующем предыдущий ";
    let folded = text.to_lowercase();
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.into_iter().any(|word| POINTING.contains(&format!(" {word} ")))
}
