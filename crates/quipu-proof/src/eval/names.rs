//! Names measured: pairs labelled as equal or different in the texts given with
//! them, each pair in a small workspace of its own, through the normal pipeline.
//!
//! The result joins a pair when the mentions of its names belong to one entity. A name without
//! mentions is joined with none: that costs recall, and is counted.

use quipu_engine::index::{IndexOptions, Watch, given, index};
use quipu_engine::ports::{Select, SelectChunks, Store, StoreError};
use quipu_engine::{EngineError, Workspace};
use quipu_kernel::model::{Document, Key, Mention};
use quipu_kernel::text::fold_name;
use serde::{Deserialize, Serialize};

use super::{Half, set};
use crate::ProofError;

/// Two names and the texts in which they stand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct LabelledPair {
    /// Its id.
    pub id: String,
    /// One name, as written.
    pub a: String,
    /// The other.
    pub b: String,
    /// True if they mean the same thing.
    pub same: bool,
    /// The kind of difficulty of the pair.
    #[serde(default)]
    pub sort: String,
    /// The texts.
    pub texts: Vec<PairText>,
    /// The text of the first name; else any.
    #[serde(default)]
    pub a_doc: Option<String>,
    /// The text of the other; else any.
    #[serde(default)]
    pub b_doc: Option<String>,
}

/// A text of a pair.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PairText {
    /// Its id within the pair.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The text, in Markdown.
    pub text: String,
}

/// Labelled pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairs {
    /// The name of their file.
    pub name: String,
    /// The pairs, in the order of the file.
    pub pairs: Vec<LabelledPair>,
}

/// The result of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Id of the pair.
    pub id: String,
    /// True if its names are labelled the same.
    pub same: bool,
    /// True if the result joins them.
    pub said: bool,
    /// True if both are mentioned.
    pub named: bool,
}

/// The accuracy on the pairs of one half, or one sort of them. Shares are in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NameRow {
    /// Name of the labels.
    pub labels: String,
    /// The kind of difficulty of the pairs; missing for all.
    pub sort: Option<String>,
    /// The half of the pairs.
    pub half: Half,
    /// Number of pairs.
    pub pairs: usize,
    /// Number of pairs labelled the same.
    pub same: usize,
    /// Number of joined pairs.
    pub said: usize,
    /// Number of pairs joined rightly.
    pub right: usize,
    /// Pairs of which a name is mentioned nowhere.
    pub unnamed: usize,
    /// Share of joined pairs that are the same; 100 where none is joined.
    pub precision: f64,
    /// Share of equal pairs that are joined.
    pub recall: f64,
}

impl Pairs {
    /// Reads pairs from the text of a file.
    ///
    /// # Errors
    /// When a line is not of the shape.
    pub fn parse(name: &str, text: &str) -> Result<Self, ProofError> {
        Ok(Self { name: name.to_owned(), pairs: set::lines(&format!("{name}.jsonl"), text)? })
    }

    /// The figures of the judged pairs, in their order; sort by sort on request.
    pub fn rows(&self, judged: &[Judged], by_sort: bool) -> Vec<NameRow> {
        let mut sorts: Vec<Option<&str>> = vec![None];
        if by_sort {
            sorts.extend(self.pairs.iter().map(|pair| Some(pair.sort.as_str())));
            sorts.sort_unstable();
            sorts.dedup();
        }
        let row = |sort: Option<&str>, half: Half| {
            let all = self.pairs.iter().zip(judged).enumerate();
            let of = all.filter(|(at, (pair, _))| half.has(*at) && sort.is_none_or(|sort| sort == pair.sort));
            self.row(sort, half, &of.map(|(_, (_, judged))| judged).collect::<Vec<_>>())
        };
        sorts.into_iter().flat_map(|sort| Half::EACH.map(|half| row(sort, half))).collect()
    }

    fn row(&self, sort: Option<&str>, half: Half, of: &[&Judged]) -> NameRow {
        let count = |wanted: fn(&Judged) -> bool| of.iter().filter(|judged| wanted(judged)).count();
        let (same, said) = (count(|judged| judged.same), count(|judged| judged.said));
        let right = count(|judged| judged.same && judged.said);
        let share = |part: usize, whole: usize| if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 };
        NameRow {
            labels: self.name.clone(),
            sort: sort.map(str::to_owned),
            half,
            pairs: of.len(),
            same,
            said,
            right,
            unnamed: count(|judged| !judged.named),
            precision: share(right, said),
            recall: share(right, same),
        }
    }
}

/// Judges a pair in an empty workspace; `documents` are its texts as they were read.
///
/// # Errors
/// When the store fails.
pub async fn judged(
    workspace: &Workspace,
    pair: &LabelledPair,
    documents: Vec<Document>,
) -> Result<Judged, EngineError> {
    index(workspace, given(documents), &IndexOptions::default(), &Watch::default()).await?;
    let store = &*workspace.store;
    let a = entity(store, &pair.a, pair.a_doc.as_deref()).await?;
    let b = entity(store, &pair.b, pair.b_doc.as_deref()).await?;
    let (named, said) = (a.is_some() && b.is_some(), a.is_some() && a == b);
    Ok(Judged { id: pair.id.clone(), same: pair.same, said, named })
}

/// The entity that a name, as written in a document, belongs to.
async fn entity(store: &dyn Store, written: &str, document: Option<&str>) -> Result<Option<Key>, StoreError> {
    let select = match document {
        Some(id) => Select::Keys(vec![Key::document(id)]),
        None => Select::After(None, usize::MAX),
    };
    let folded = fold_name(written);
    let bare = folded.strip_prefix("the ").unwrap_or(&folded);
    let mut mentions = Vec::new();
    for row in store.documents(&select).await? {
        for stored in store.chunks(&SelectChunks::OfDocument(row.key)).await? {
            mentions.extend(stored.facts.into_iter().flat_map(|facts| facts.mentions));
        }
        mentions.extend(row.title_names);
    }
    // A common noun is no mention of the name that is spelled like it.
    let names = |mention: &&Mention| !is_lower(written) || is_lower(&mention.form);
    let called = |folded: &&str| mentions.iter().filter(names).find(|mention| mention.name.folded == **folded);
    let Some(Mention { name, .. }) = [folded.as_str(), bare].iter().find_map(called) else { return Ok(None) };
    let key = name.key();
    let found = store.named(std::slice::from_ref(&name.folded)).await?;
    Ok(found.into_iter().find(|row| row.keys.contains(&key)).map(|row| row.key))
}

fn is_lower(text: &str) -> bool {
    text.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_count_what_is_said_and_what_is_right() {
        let line = |id: &str, same: bool, sort: &str| {
            format!(r#"{{"id":"{id}","a":"A","b":"B","same":{same},"sort":"{sort}","texts":[]}}"#)
        };
        let text = [line("1", true, "x"), line("2", true, "y"), line("3", false, "x")].join("\n");
        let pairs = Pairs::parse("en", &text).unwrap();
        let said = |id: &str, same, said| Judged { id: id.to_owned(), same, said, named: true };
        let judged = [said("1", true, true), said("2", true, false), said("3", false, true)];
        let rows = pairs.rows(&judged, true);
        let all = rows.iter().find(|row| row.sort.is_none() && row.half == Half::All).unwrap();
        assert_eq!((all.pairs, all.same, all.said, all.right), (3, 2, 2, 1));
        assert_eq!((all.precision, all.recall), (50.0, 50.0));
        assert!(rows.iter().any(|row| row.sort.as_deref() == Some("y") && row.half == Half::Odd && row.recall == 0.0));
        assert!(Pairs::parse("en", "{").is_err());
    }
}
