//! The overview of a workspace: what is here, its themes, what is named most, what changed last, and questions that are
//! answered well.
//!
//! It is made of one state of the store when something asks for it, and kept beside the truth until the next change.

mod beginnings;
mod counted_names;
mod overview_answer;
mod overview_words;

use std::collections::BTreeMap;

use quipu_kernel::model::{Key, Kind};
use quipu_kernel::view::Filter;
use quipu_language::questions::ProposedKind;
use serde::{Deserialize, Serialize};

use crate::base::citation::{Citation, Quote};
use crate::base::ports::DocumentRow;
use crate::base::{EngineError, Workspace};
use crate::find::texts::{admitted_rows, stated_date};
use crate::find::themes::{
    ThemeBrief, ThemeMap, corpus_sentence, current_themes, defining_sentence, document_sentence,
};

pub(crate) use counted_names::{CorpusNames, HeldName, known_names, may_be_a_name, stands_alone};
pub(crate) use overview_answer::overview_answer;
use overview_words::OverviewWords;

/// The key of the overview on the shelf; the number counts formats and rules.
pub(crate) const KEPT: &[u8] = b"overview/2";
/// Numbers of names, of latest documents, and of documents that are told one by one.
const NAMES: usize = 8;
const LATEST: usize = 3;
const TOLD_ALONE: usize = 6;
/// Number of names that are counted in the texts for those that are shown.
const COUNTED: usize = 16;
/// Fields that name the publication of a document.
const SERIES: [&str; 4] = ["journal", "publication", "series", "newsletter"];

/// The overview of a workspace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Overview {
    /// Number of the change whose state it shows.
    pub change: u64,
    /// Number of documents.
    pub documents: u64,
    /// A sentence of an outermost page that says what the whole is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<Quote>,
    /// A sentence with whose words many documents begin, where no page says what the whole is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alike: Option<AlikeBeginnings>,
    /// Journals, publications and series that most documents state as their own.
    pub series: Vec<ValueCount>,
    /// Extensions of files with numbers of documents, the commonest first.
    pub formats: Vec<ValueCount>,
    /// Languages (ISO 639-1) with numbers of documents, the commonest first.
    pub languages: Vec<ValueCount>,
    /// The first and the last date that documents state as their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dates: Option<DocumentDates>,
    /// The outermost themes, the largest first; none of a workspace of few documents.
    pub themes: Vec<ThemeBrief>,
    /// The documents with a sentence each, where they are few.
    pub told: Vec<ToldDocument>,
    /// The entities that the most documents name.
    pub named: Vec<CountedName>,
    /// The documents with the latest dates.
    pub latest: Vec<DatedDocument>,
    /// Questions that were asked and are answered by their own place.
    pub questions: Vec<OverviewQuestion>,
}

/// Documents that begin with the same words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct AlikeBeginnings {
    /// The first sentence of one of them.
    pub first: Quote,
    /// Number of documents.
    pub documents: u64,
}

/// The first and the last of some dates, each `YYYY-MM-DD` or shorter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DocumentDates {
    /// The first.
    pub first: String,
    /// The last.
    pub last: String,
}

/// A value with the number of documents that have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ValueCount {
    /// The value.
    pub value: String,
    /// Number of documents.
    pub documents: u64,
}

/// A document with the sentence that says what it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ToldDocument {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The sentence; none where it has no prose.
    pub sentence: Option<Quote>,
}

/// An entity with the number of documents that name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CountedName {
    /// Its key.
    pub key: Key,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Number of documents.
    pub documents: u64,
}

/// A document with its date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DatedDocument {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its date, or that of its last update.
    pub date: String,
}

/// A question that the documents answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct OverviewQuestion {
    /// The question.
    pub question: String,
    /// The kind of its answer.
    pub kind: ProposedKind,
    /// The answer.
    pub answer: String,
    /// The citations of the answer.
    pub citations: Vec<Citation>,
}

/// The first line of an overview in text, counted by rule: numbers of documents and themes, and the time.
pub(crate) fn opening_line(overview: &Overview, russian: bool) -> String {
    overview_answer::opening(overview, OverviewWords { russian })
}

/// A number of documents in words.
pub(crate) fn count_of_documents(count: u64, russian: bool) -> String {
    OverviewWords { russian }.documents(count)
}

/// The overview that is kept, if it shows this state.
pub(crate) async fn kept_overview(workspace: &Workspace, change: u64) -> Result<Option<Overview>, EngineError> {
    let Some(kept) = &workspace.communities else { return Ok(None) };
    let Some(bytes) = kept.shelf.get(KEPT).await? else { return Ok(None) };
    Ok(serde_json::from_slice::<Overview>(&bytes).ok().filter(|overview| overview.change == change))
}

/// The overview without questions, kept or made.
pub(crate) async fn told_overview(workspace: &Workspace) -> Result<Overview, EngineError> {
    let change = workspace.store.status().await?.change;
    match kept_overview(workspace, change).await? {
        Some(known) => Ok(known),
        None => {
            let rows = admitted_rows(&*workspace.store, &Filter::default()).await?;
            let names = CorpusNames::read(&*workspace.store, &rows, COUNTED, COUNTED).await?;
            without_questions(workspace, &*current_themes(workspace).await?, &rows, &names).await
        }
    }
}

/// The overview of a state, without questions.
pub(crate) async fn without_questions(
    workspace: &Workspace,
    themes: &ThemeMap,
    rows: &[DocumentRow],
    names: &CorpusNames,
) -> Result<Overview, EngineError> {
    let store = &*workspace.store;
    let mut told = Vec::new();
    if rows.len() <= TOLD_ALONE {
        for row in rows {
            let sentence = document_sentence(store, row).await?;
            told.push(ToldDocument { id: row.id.clone(), title: row.title.clone(), sentence });
        }
    }
    let named = names.most_named(COUNTED, NAMES);
    let called: Vec<&str> = named.iter().map(|name| name.name.as_str()).collect();
    let about = match (corpus_sentence(store, rows, &called).await?, named.first()) {
        (None, Some(first)) => defining_sentence(store, rows, &first.name).await?,
        (found, _) => found,
    };
    let alike = match &about {
        Some(_) => None,
        None => beginnings::alike(store, rows).await?,
    };
    Ok(Overview {
        change: themes.change,
        documents: rows.len() as u64,
        about,
        alike,
        series: series(rows),
        formats: counted(rows.iter().map(|row| extension(&row.source.path))),
        languages: counted(rows.iter().map(|row| row.language.clone())),
        dates: dates(rows),
        themes: themes.list(store, 0).await?,
        told,
        named,
        latest: latest(rows),
        questions: Vec::new(),
    })
}

/// Values with their counts, the commonest first; empty values are left out.
fn counted(values: impl Iterator<Item = String>) -> Vec<ValueCount> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    values.filter(|value| !value.is_empty()).for_each(|value| *counts.entry(value).or_default() += 1);
    let mut counts: Vec<ValueCount> =
        counts.into_iter().map(|(value, documents)| ValueCount { value, documents }).collect();
    counts.sort_by(|x, y| y.documents.cmp(&x.documents).then_with(|| x.value.cmp(&y.value)));
    counts
}

/// The values of fields for publications that at least half of the documents have.
fn series(rows: &[DocumentRow]) -> Vec<ValueCount> {
    let value =
        |row: &DocumentRow, field: &str| row.metadata.get(field).and_then(|value| value.as_str()).map(str::to_owned);
    let each = SERIES.iter().flat_map(|field| counted(rows.iter().filter_map(|row| value(row, field))));
    each.filter(|one| one.documents > 1 && one.documents * 2 >= rows.len() as u64).collect()
}

fn extension(path: &str) -> String {
    let file = path.rsplit('/').next().unwrap_or_default();
    file.rsplit_once('.').map(|(_, extension)| extension.to_lowercase()).unwrap_or_default()
}

fn dates(rows: &[DocumentRow]) -> Option<DocumentDates> {
    let dated = || rows.iter().filter_map(|row| stated_date(row, &["date"]));
    Some(DocumentDates { first: dated().min()?.to_owned(), last: dated().max()?.to_owned() })
}

fn latest(rows: &[DocumentRow]) -> Vec<DatedDocument> {
    let mut dated: Vec<(&str, &DocumentRow)> =
        rows.iter().filter_map(|row| Some((stated_date(row, &["updated", "date"])?, row))).collect();
    dated.sort_by(|x, y| y.0.cmp(x.0).then_with(|| x.1.key.cmp(&y.1.key)));
    let document = |(date, row): (&str, &DocumentRow)| DatedDocument {
        id: row.id.clone(),
        title: row.title.clone(),
        date: date.to_owned(),
    };
    dated.into_iter().take(LATEST).map(document).collect()
}
