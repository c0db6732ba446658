//! Themes of a workspace: groups of documents about one subject, each with its name and the sentences that say what it
//! is, kept beside the truth.
//!
//! They are computed when something asks for them. After a change, documents that are new or changed join the nearest
//! theme; all themes are found again when a fifth of the documents changed since. A theme keeps its id while at least
//! half of it stays together.

mod documents_read;
mod theme_map;
mod theme_sentences;
mod theme_storage;

use std::sync::Arc;

use quipu_kernel::model::Key;
use quipu_kernel::themes::{DocumentDigest, ThemeTree, nearest_theme, theme_tree};
use quipu_kernel::view::Filter;
use rustc_hash::FxHashMap;

use crate::base::ports::{DocumentRow, KeyValue, Store, StoreError};
use crate::base::{EngineError, Workspace};
use crate::find::texts::admitted_rows;

pub use theme_map::{ThemeBrief, ThemeMap};
pub(crate) use theme_sentences::{corpus_sentence, defines, defining_sentence, document_sentence};

use documents_read::{DigestMaker, telling_titles};

/// All themes are found again when this share of the documents has changed since.
const CHANGED: f64 = 0.2;
/// Levels whose themes have sentences.
const TOLD_LEVELS: u32 = 2;

/// The themes of a workspace, brought up to date if necessary.
///
/// # Errors
/// When the store cannot be read, or the shelf cannot be read or written.
pub async fn current_themes(workspace: &Workspace) -> Result<Arc<ThemeMap>, EngineError> {
    let change = workspace.store.status().await?.change;
    let shelf = workspace.communities.as_ref().map(|kept| &*kept.shelf);
    let Some(shelf) = shelf else { return Ok(Arc::new(found(workspace, change, None).await?)) };
    let known = remembered(shelf).await?;
    if let Some(known) = known.as_ref().filter(|known| known.change == change) {
        return Ok(known.clone());
    }
    let map = Arc::new(found(workspace, change, known.as_deref()).await?);
    theme_storage::keep(shelf, &map).await?;
    Ok(map)
}

/// The themes that are kept, cached until the next write.
async fn remembered(shelf: &dyn KeyValue) -> Result<Option<Arc<ThemeMap>>, EngineError> {
    let mark = shelf.mark()?;
    let memo = mark.and_then(|mark| Some((mark, shelf.memo()?)));
    if let Some(map) = memo.and_then(|(mark, memo)| memo.at::<ThemeMap>(mark)) {
        return Ok(Some(map));
    }
    let Some(map) = theme_storage::read(shelf).await?.map(Arc::new) else { return Ok(None) };
    if let Some((mark, memo)) = memo {
        memo.keep(mark, map.clone());
    }
    Ok(Some(map))
}

/// The themes of a state, from those before where most of the documents are as they were.
async fn found(workspace: &Workspace, change: u64, before: Option<&ThemeMap>) -> Result<ThemeMap, EngineError> {
    let (store, lexicon) = (&*workspace.store, workspace.lexicon.as_deref());
    let rows = admitted_rows(store, &Filter::default()).await?;
    let inputs: Vec<(Key, Key)> = rows.iter().map(|row| (row.key, input(row))).collect();
    if let Some(before) = before {
        let changed: Vec<&DocumentRow> = rows.iter().filter(|row| !before.has(row.key, input(row))).collect();
        let gone = (before.inputs.len() + changed.len()).saturating_sub(rows.len());
        let moved = before.moved + changed.len().max(gone);
        if !before.tree.themes.is_empty() && moved as f64 <= CHANGED * rows.len() as f64 {
            return joined(store, before, change, &rows, &changed, moved).await;
        }
    }
    let (mut digests, mut maker) = (Vec::with_capacity(rows.len()), DigestMaker::new(store, lexicon));
    for (row, title) in rows.iter().zip(telling_titles(&rows)) {
        digests.push(maker.digest(row, &title).await?);
    }
    let tree = clustered(digests, before.map(|before| before.tree.clone())).await?;
    let mut map = ThemeMap { change, sentences: vec![Vec::new(); tree.themes.len()], tree, inputs, moved: 0 };
    tell(store, &mut map, &rows, |_| true).await?;
    Ok(map)
}

/// Finds the tree on a worker.
async fn clustered(digests: Vec<DocumentDigest>, before: Option<ThemeTree>) -> Result<ThemeTree, EngineError> {
    let work = move || theme_tree(&digests, before.as_ref());
    tokio::task::spawn_blocking(work).await.map_err(EngineError::died("themes"))
}

/// The themes before, with changed documents in the nearest of them.
async fn joined(
    store: &dyn Store,
    before: &ThemeMap,
    change: u64,
    rows: &[DocumentRow],
    changed: &[&DocumentRow],
    moved: usize,
) -> Result<ThemeMap, EngineError> {
    let (mut late, mut maker) = (FxHashMap::default(), DigestMaker::new(store, None));
    for row in changed {
        late.insert(row.key, nearest_theme(&before.tree, &maker.digest(row, &row.title).await?));
    }
    let inputs: Vec<(Key, Key)> = rows.iter().map(|row| (row.key, input(row))).collect();
    let leaf = |key: Key| late.get(&key).copied().unwrap_or_else(|| before.leaf(key));
    let leaves = inputs.iter().map(|(key, _)| (*key, leaf(*key))).collect();
    let tree = ThemeTree { themes: before.tree.themes.clone(), leaves };
    let mut map = ThemeMap { change, tree, sentences: before.sentences.clone(), inputs, moved };
    let mut touched: Vec<u32> = Vec::new();
    for leaf in late.values() {
        touched.extend(map.tree.upwards(*leaf));
    }
    touched.extend(map.damaged(store).await?);
    tell(store, &mut map, rows, |at| touched.contains(&at)).await?;
    Ok(map)
}

/// Chooses the sentences of themes again.
async fn tell(
    store: &dyn Store,
    map: &mut ThemeMap,
    rows: &[DocumentRow],
    wanted: impl Fn(u32) -> bool,
) -> Result<(), StoreError> {
    let pages = theme_sentences::pages_of_folders(rows);
    for at in 0..map.tree.themes.len() {
        if map.tree.themes[at].level < TOLD_LEVELS && wanted(at as u32) {
            map.sentences[at] = theme_sentences::sentences(store, &map.tree.themes[at], &pages).await?;
        }
    }
    Ok(())
}

/// A hash of the inputs of a document.
fn input(row: &DocumentRow) -> Key {
    Key::of("theme input", &[row.text.bytes(), row.title.as_bytes(), row.source.path.as_bytes()])
}
