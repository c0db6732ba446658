//! The themes of one state, with lookups.

use std::collections::BTreeSet;

use quipu_kernel::model::{Key, Span};
use quipu_kernel::text::language_name;
use quipu_kernel::themes::{Theme, ThemeTree};
use quipu_language::answer::plain;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::documents_read::telling_titles;
use crate::base::citation::Quote;
use crate::base::graph::OwnedChunks;
use crate::base::ports::{Select, SelectChunks, Store, StoreError};

/// Number of titles of a theme.
const TITLES: usize = 6;
/// Number of titles of the documents in no theme with a name: nothing else says what they are.
const REST_TITLES: usize = 12;
/// Number of labels of a name, and of titles in place of one.
const NAMES: usize = 2;
/// The name of the documents beside folders that are themes.
const REST: &str = "Other";
/// The most words of a name from a folder.
const FOLDER_WORDS: usize = 6;

/// The themes of one state.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ThemeMap {
    /// Number of the change whose state they show.
    pub change: u64,
    /// The themes, with the innermost theme of each document.
    pub(super) tree: ThemeTree,
    /// The sentences of each theme.
    pub(super) sentences: Vec<Vec<(Key, Span)>>,
    /// The keys of documents, sorted, each with a hash of its inputs.
    pub(super) inputs: Vec<(Key, Key)>,
    /// Number of documents that changed since all themes were found.
    pub(super) moved: usize,
}

/// A theme, as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct ThemeBrief {
    /// Its id, which it keeps while at least half of it stays together.
    pub id: Key,
    /// The theme that it is a part of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<Key>,
    /// Its level, from 0 for the outermost.
    pub level: u32,
    /// Its name.
    pub name: String,
    /// Its folder, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Words that are frequent in it and rare outside, the most characteristic first.
    pub words: Vec<String>,
    /// True for the documents that stand beside all folders which are themes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
    /// Number of its documents.
    pub documents: u64,
    /// Number of its parts.
    pub parts: u64,
    /// Titles of the documents in its middle, the nearest first.
    pub titles: Vec<String>,
    /// The first of its sentences, without markup; empty without one.
    pub about: String,
    /// Sentences that say what it is.
    pub sentences: Vec<Quote>,
}

impl ThemeMap {
    /// True if there are no themes: the corpus has few documents.
    pub fn is_empty(&self) -> bool {
        self.tree.themes.is_empty()
    }

    /// Number of themes at all levels.
    pub fn len(&self) -> usize {
        self.tree.themes.len()
    }

    /// Number of documents.
    pub fn documents(&self) -> usize {
        self.inputs.len()
    }

    /// The keys of all documents, sorted.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.inputs.iter().map(|(key, _)| *key)
    }

    /// True if a document is known with these inputs.
    pub(super) fn has(&self, key: Key, input: Key) -> bool {
        self.inputs.binary_search(&(key, input)).is_ok()
    }

    /// The innermost theme of a document.
    pub(super) fn leaf(&self, key: Key) -> Option<u32> {
        let at = self.tree.leaves.binary_search_by(|(known, _)| known.cmp(&key)).ok()?;
        self.tree.leaves[at].1
    }

    /// The outermost theme of a document.
    pub fn outermost(&self, document: Key) -> Option<Key> {
        let top = self.tree.upwards(self.leaf(document)).last()?;
        Some(self.tree.themes[top as usize].id)
    }

    /// Documents in the middle of the outermost themes, in turn: the nearest of each, then the next; all of a workspace
    /// without themes.
    pub fn central(&self, most: usize) -> Vec<Key> {
        let outermost: Vec<&Theme> = self.tree.themes.iter().filter(|theme| theme.level == 0).collect();
        let longest = outermost.iter().map(|theme| theme.central.len()).max().unwrap_or(0);
        let in_turn = (0..longest).flat_map(|at| outermost.iter().filter_map(move |theme| theme.central.get(at)));
        let mut keys: Vec<Key> = in_turn.copied().collect();
        if outermost.is_empty() {
            keys = self.keys().collect();
        }
        keys.truncate(most);
        keys
    }

    /// Positions of themes whose sentences are gone.
    pub(super) async fn damaged(&self, store: &dyn Store) -> Result<Vec<u32>, StoreError> {
        let quoted = self.sentences.iter().flatten().map(|(chunk, _)| *chunk);
        let quoted: BTreeSet<Key> = quoted.collect();
        let there = store.chunks(&SelectChunks::Bare(quoted.into_iter().collect())).await?;
        let there: BTreeSet<Key> = there.into_iter().map(|stored| stored.chunk.key).collect();
        let gone = |sentences: &[(Key, Span)]| sentences.iter().any(|(chunk, _)| !there.contains(chunk));
        Ok((0..).zip(&self.sentences).filter(|(_, of)| gone(of)).map(|(at, _)| at).collect())
    }

    /// The themes down to a level, 0 for the outermost: parts follow their whole, the largest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn list(&self, store: &dyn Store, deepest: u32) -> Result<Vec<ThemeBrief>, StoreError> {
        let shown: Vec<usize> =
            self.ordered().into_iter().filter(|at| self.tree.themes[*at].level <= deepest).collect();
        let chunks = shown.iter().flat_map(|at| &self.sentences[*at]).map(|(chunk, _)| *chunk);
        let owned = OwnedChunks::read(store, chunks).await?;
        let sizes = self.tree.sizes();
        let most = |at: usize| if self.tree.themes[at].rest { REST_TITLES } else { TITLES };
        let middle = |at: usize| self.tree.themes[at].central.iter().take(most(at));
        let rows = store.documents(&Select::Keys(shown.iter().flat_map(|at| middle(*at)).copied().collect())).await?;
        let titles: FxHashMap<Key, String> =
            telling_titles(&rows).into_iter().zip(&rows).map(|(title, row)| (row.key, title)).collect();
        let by_titles = |at: usize| {
            let said: Vec<&str> =
                middle(at).filter_map(|key| titles.get(key)).take(NAMES).map(String::as_str).collect();
            said.join("; ")
        };
        let brief = |at: usize| {
            let theme = &self.tree.themes[at];
            let quote = |(chunk, span): &(Key, Span)| {
                let stored = owned.chunks.get(chunk)?;
                Quote::of(stored, owned.owner(stored)?, *span)
            };
            let sentences: Vec<Quote> = self.sentences[at].iter().filter_map(quote).collect();
            ThemeBrief {
                id: theme.id,
                parent: theme.parent.map(|parent| self.tree.themes[parent as usize].id),
                level: theme.level,
                name: Some(named(theme)).filter(|name| !name.is_empty()).unwrap_or_else(|| by_titles(at)),
                folder: theme.folder.as_ref().map(|folder| folder.join("/")),
                words: theme.words.clone(),
                rest: theme.rest,
                documents: u64::from(sizes[at]),
                parts: self.tree.themes.iter().filter(|part| part.parent == Some(at as u32)).count() as u64,
                titles: middle(at).filter_map(|key| titles.get(key).cloned()).collect(),
                about: sentences.first().map(|quote| plain(&quote.quote)).unwrap_or_default(),
                sentences,
            }
        };
        Ok(shown.into_iter().map(brief).collect())
    }

    /// Positions of themes, parts behind their whole, the largest first.
    fn ordered(&self) -> Vec<usize> {
        let sizes = self.tree.sizes();
        let path = |at: usize| {
            let place = |at: u32| (self.tree.themes[at as usize].rest, std::cmp::Reverse(sizes[at as usize]), at);
            let mut path: Vec<_> = self.tree.upwards(Some(at as u32)).map(place).collect();
            path.reverse();
            path
        };
        let mut order: Vec<usize> = (0..self.tree.themes.len()).collect();
        order.sort_by_cached_key(|at| path(*at));
        order
    }
}

/// The name of a theme: that of its folder, as words, or its characteristic words; empty where there are none.
fn named(theme: &Theme) -> String {
    if theme.rest {
        return REST.to_owned();
    }
    let folder = theme.folder.as_ref().and_then(|folder| folder.last()).map(|name| written(&as_words(name), theme));
    let labels = || theme.words.iter().take(NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let name = folder.unwrap_or_else(labels);
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A folder's name in the letters of the theme's words: `github-api` is "GitHub API" where they say so.
fn written(name: &str, theme: &Theme) -> String {
    // A folder of a language is called by its name: `ru` is "Russian".
    if name.len() == 2 && language_name(name) != name {
        return language_name(name).to_owned();
    }
    let form = |word: &str| {
        let mut forms = theme.words.iter().flat_map(|label| label.split(' '));
        forms.find(|form| form.to_lowercase() == word.to_lowercase()).unwrap_or(word).to_owned()
    };
    name.split(' ').map(form).collect::<Vec<_>>().join(" ")
}

/// The name of a folder as words: `user-guide` is "user guide".
fn as_words(name: &str) -> String {
    // Numbers in front only order folders.
    let own = name.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_' | ' '));
    let words = own.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    words.take(FOLDER_WORDS).collect::<Vec<_>>().join(" ")
}
