//! `global` over themes of documents, without a model. A question about the whole gets the sentences that say what each
//! theme is; any other the sentences that cover most of it, wherever they stand, grouped by theme.

use quipu_kernel::model::Key;
use quipu_kernel::view::{Evidence, EvidenceGroup, Hit, Note, Question, Reason, Why};
use quipu_language::plan::asks_of_all;

use super::over_chunks::over_chunks;
use crate::base::citation::Quote;
use crate::base::{EngineError, Workspace};
use crate::find::environment::Environment;
use crate::find::texts::admitted_rows;
use crate::find::themes::{ThemeMap, current_themes, document_sentence};

/// Number of documents that are told one by one behind a filter.
const TOLD: usize = 12;

/// Answers from themes.
///
/// # Errors
/// When the store fails, or the shelf cannot be written.
pub(super) async fn over_themes(
    question: &Question,
    environment: &mut Environment<'_>,
) -> Result<Evidence, EngineError> {
    let workspace = environment.workspace();
    let themes = current_themes(workspace).await?;
    let whole = asks_of_all(&question.text);
    if whole && (!question.filter.is_empty() || themes.is_empty()) {
        return documents(workspace, question).await;
    }
    environment.say("themes", format!("{} of {} documents", themes.len(), themes.documents()));
    if whole {
        return told(workspace, &themes).await;
    }
    let found = over_chunks(question, environment).await?;
    // A filter may hide documents by which a theme is named.
    match themes.is_empty() || !question.filter.is_empty() {
        true => Ok(found),
        false => by_theme(workspace, &themes, found).await,
    }
}

/// The sentences of the outermost themes.
async fn told(workspace: &Workspace, themes: &ThemeMap) -> Result<Evidence, EngineError> {
    let mut evidence = Evidence::default();
    for theme in themes.list(&*workspace.store, 0).await? {
        add(workspace, &mut evidence, theme.id, &theme.name, theme.documents as f64, &theme.sentences).await?;
    }
    Ok(noted(evidence))
}

/// A sentence of each document that the filter admits.
async fn documents(workspace: &Workspace, question: &Question) -> Result<Evidence, EngineError> {
    let rows = admitted_rows(&*workspace.store, &question.filter).await?;
    let mut evidence = Evidence::default();
    for row in rows.iter().take(TOLD) {
        let sentence = document_sentence(&*workspace.store, row).await?;
        add(workspace, &mut evidence, row.key, &row.title, 1.0, sentence.as_slice()).await?;
    }
    Ok(noted(evidence))
}

/// Adds a group with its sentences.
async fn add(
    workspace: &Workspace,
    evidence: &mut Evidence,
    key: Key,
    title: &str,
    score: f64,
    sentences: &[Quote],
) -> Result<(), EngineError> {
    let keys = sentences.iter().map(|quote| quote.chunk).collect();
    let read = workspace.store.chunks(&crate::base::ports::SelectChunks::Bare(keys)).await?;
    let mut quoted = Vec::new();
    for quote in sentences {
        let Some(stored) = read.iter().find(|stored| stored.chunk.key == quote.chunk) else { continue };
        let Some(span) = quote.span_in(&stored.chunk) else { continue };
        quoted.push((quote.chunk, span));
        let reason = Reason::Community { community: key, title: title.to_owned() };
        let why = Why::sum("global", vec![Why::leaf(reason, score)]);
        evidence.hits.push(Hit { chunk: quote.chunk, document: stored.chunk.document, score, why });
    }
    if !quoted.is_empty() {
        evidence.groups.push(EvidenceGroup { community: key, title: title.to_owned(), sentences: quoted });
    }
    Ok(())
}

/// Evidence grouped by the outermost themes of its documents, in the order of the best sentence of each.
async fn by_theme(workspace: &Workspace, themes: &ThemeMap, found: Evidence) -> Result<Evidence, EngineError> {
    let names = themes.list(&*workspace.store, 0).await?;
    let mut groups: Vec<EvidenceGroup> = Vec::new();
    for group in found.groups {
        // The group of a document has its key.
        let theme = themes.outermost(group.community);
        let named = theme.and_then(|theme| names.iter().find(|brief| brief.id == theme));
        let (key, title) = named.map_or((group.community, group.title), |theme| (theme.id, theme.name.clone()));
        match groups.iter_mut().find(|known| known.community == key) {
            Some(known) => known.sentences.extend(group.sentences),
            None => groups.push(EvidenceGroup { community: key, title, sentences: group.sentences }),
        }
    }
    Ok(Evidence { groups, ..found })
}

fn noted(mut evidence: Evidence) -> Evidence {
    if evidence.groups.is_empty() {
        evidence.notes.push(Note::NoCommunitySpeaks);
    }
    evidence
}
