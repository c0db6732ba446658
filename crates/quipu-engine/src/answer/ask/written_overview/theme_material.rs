//! What a model reads of a workspace: for each outermost theme its name, size and titles, the sentences that say what it
//! is, and a sentence of each document in its middle. It is the material of the quoted overview.

use std::ops::Range;

use quipu_kernel::model::Key;
use rustc_hash::FxHashMap;

use super::cited_sentences::{SourceSentence, as_material};
use crate::answer::overview::{Overview, count_of_documents};
use crate::base::citation::{Quote, cited};
use crate::base::graph::OwnedChunks;
use crate::base::ports::{DocumentRow, Select, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::themes::{ThemeMap, current_themes, document_sentence};

/// The most themes, as in the quoted overview, and the most documents of each.
const THEMES: usize = 16;
const MIDDLE: usize = 6;
/// The most documents that are told one by one where there are no themes.
const ALONE: usize = 12;

/// The material of one theme, of one document where there are no themes, or of the whole.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ThemeMaterial {
    /// Its name, with its number of documents.
    pub(super) heading: String,
    /// Titles of the documents in its middle.
    pub(super) titles: Vec<String>,
    /// Positions of its sentences among all.
    pub(super) sentences: Range<usize>,
}

/// The material of a workspace.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct OverviewMaterial {
    /// All sentences; a model cites one by its position, counted from 1.
    pub(super) sentences: Vec<SourceSentence>,
    /// What needs no map: the sentence on the whole, or documents where there are no themes.
    pub(super) whole: Vec<ThemeMaterial>,
    /// The outermost themes, the largest first.
    pub(super) themes: Vec<ThemeMaterial>,
}

impl OverviewMaterial {
    /// The material of an overview, in the language of the question.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) async fn of(workspace: &Workspace, overview: &Overview, russian: bool) -> Result<Self, EngineError> {
        let themes = current_themes(workspace).await?;
        let middle = middles(workspace, &themes).await?;
        let mut read = MaterialReader::default();
        if let Some(about) = &overview.about {
            read.whole.push((String::new(), Vec::new(), vec![about.clone()]));
        }
        for theme in overview.themes.iter().take(THEMES) {
            let heading = format!("{} ({})", theme.name, count_of_documents(theme.documents, russian));
            let mut quotes = theme.sentences.clone();
            for row in middle.get(&theme.id).into_iter().flatten().take(MIDDLE) {
                quotes.extend(document_sentence(&*workspace.store, row).await?);
            }
            read.themes.push((heading, theme.titles.clone(), quotes));
        }
        if overview.themes.is_empty() {
            for row in middle.values().flatten().take(ALONE) {
                let sentence = document_sentence(&*workspace.store, row).await?;
                read.whole.push((row.title.clone(), Vec::new(), sentence.into_iter().collect()));
            }
        }
        Ok(read.numbered(workspace).await?)
    }
}

/// Documents in the middle of each outermost theme; all under one key where there are no themes.
async fn middles(workspace: &Workspace, themes: &ThemeMap) -> Result<FxHashMap<Key, Vec<DocumentRow>>, StoreError> {
    let most = if themes.is_empty() { ALONE } else { usize::MAX };
    let keys = themes.central(most);
    let rows = workspace.store.documents(&Select::Keys(keys.clone())).await?;
    let rows: FxHashMap<Key, DocumentRow> = rows.into_iter().map(|row| (row.key, row)).collect();
    let mut out: FxHashMap<Key, Vec<DocumentRow>> = FxHashMap::default();
    for row in keys.iter().filter_map(|key| rows.get(key)) {
        out.entry(themes.outermost(row.key).unwrap_or_default()).or_default().push(row.clone());
    }
    Ok(out)
}

/// Material before its sentences have numbers: heading, titles, quotes.
type UnnumberedMaterial = (String, Vec<String>, Vec<Quote>);

#[derive(Default)]
struct MaterialReader {
    whole: Vec<UnnumberedMaterial>,
    themes: Vec<UnnumberedMaterial>,
}

impl MaterialReader {
    async fn numbered(self, workspace: &Workspace) -> Result<OverviewMaterial, StoreError> {
        let Self { whole, themes } = self;
        let quotes = whole.iter().chain(&themes).flat_map(|(_, _, quotes)| quotes);
        let owned = OwnedChunks::read(&*workspace.store, quotes.map(|quote| quote.chunk)).await?;
        let mut out = OverviewMaterial::default();
        for one in whole {
            let added = add(&mut out.sentences, &owned, one);
            out.whole.extend((!added.sentences.is_empty()).then_some(added));
        }
        for one in themes {
            let added = add(&mut out.sentences, &owned, one);
            out.themes.extend((!added.sentences.is_empty()).then_some(added));
        }
        Ok(out)
    }
}

/// Numbers the sentences of one material; a place stands once in it.
fn add(all: &mut Vec<SourceSentence>, owned: &OwnedChunks, material: UnnumberedMaterial) -> ThemeMaterial {
    let (heading, titles, quotes) = material;
    let first = all.len();
    for quote in quotes {
        let place = || {
            let stored = owned.chunks.get(&quote.chunk)?;
            cited(stored, owned.owner(stored)?, quote.span_in(&stored.chunk)?)
        };
        let Some(citation) = place() else { continue };
        if !all[first..].iter().any(|known| known.citation.is_same_place(&citation)) {
            let n = all.len() + 1;
            all.push(SourceSentence { head: quote.title.clone(), citation: citation.numbered(n) });
        }
    }
    let titles = titles.iter().map(|title| as_material(title)).collect();
    ThemeMaterial { heading: as_material(&heading), titles, sentences: first..all.len() }
}
