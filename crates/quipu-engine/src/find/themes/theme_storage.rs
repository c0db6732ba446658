//! The storage of themes beside the truth. All of it can be computed again, except for the ids of themes, which last.

use quipu_kernel::model::{Key, Span};
use quipu_kernel::themes::{Theme, ThemeTree};
use serde::{Deserialize, Serialize};

use super::ThemeMap;
use crate::base::ports::{KeyValue, StoreError, Write};

/// The number counts formats and rules: data in another format is ignored, and computed again.
const PREFIX: &str = "themes/2/";
/// Documents per value.
const PART: usize = 1 << 20;
/// Bytes of a document: its key, the hash of its inputs, its theme.
const ROW: usize = 36;
/// Stands for no theme.
const NONE: u32 = u32::MAX;

#[derive(Serialize, Deserialize)]
struct ThemesHead {
    change: u64,
    moved: usize,
    documents: usize,
    themes: Vec<ThemeRow>,
}

#[derive(Serialize, Deserialize)]
struct ThemeRow {
    id: Key,
    parent: Option<u32>,
    level: u32,
    folder: Option<Vec<String>>,
    words: Vec<String>,
    rest: bool,
    central: Vec<Key>,
    centre: Vec<(u64, f32)>,
    sentences: Vec<(Key, Span)>,
}

fn named(name: &str) -> Vec<u8> {
    [PREFIX.as_bytes(), name.as_bytes()].concat()
}

/// Keeps themes.
pub(super) async fn keep(shelf: &dyn KeyValue, map: &ThemeMap) -> Result<(), StoreError> {
    let row = |(theme, sentences): (&Theme, &Vec<(Key, Span)>)| {
        let Theme { id, parent, level, folder, words, rest, central, centre } = theme.clone();
        ThemeRow { id, parent, level, folder, words, rest, central, centre, sentences: sentences.clone() }
    };
    let themes = map.tree.themes.iter().zip(&map.sentences).map(row).collect();
    let head = ThemesHead { change: map.change, moved: map.moved, documents: map.inputs.len(), themes };
    let mut writes = vec![Write::Put { key: named("head"), value: serde_json::to_vec(&head).unwrap_or_default() }];
    let documents: Vec<[u8; ROW]> =
        map.inputs.iter().zip(&map.tree.leaves).map(|(input, leaf)| bytes(input.0, input.1, leaf.1)).collect();
    for (part, rows) in documents.chunks(PART).enumerate() {
        writes.push(Write::Put { key: named(&format!("documents/{part}")), value: rows.concat() });
    }
    shelf.write(writes).await
}

/// The themes that are kept.
pub(super) async fn read(shelf: &dyn KeyValue) -> Result<Option<ThemeMap>, StoreError> {
    let Some(head) = shelf.get(&named("head")).await? else { return Ok(None) };
    let Ok(head) = serde_json::from_slice::<ThemesHead>(&head) else { return Ok(None) };
    let (mut inputs, mut leaves) = (Vec::with_capacity(head.documents), Vec::with_capacity(head.documents));
    for part in 0..head.documents.div_ceil(PART) {
        let value = shelf.get(&named(&format!("documents/{part}"))).await?.unwrap_or_default();
        for row in value.as_chunks::<ROW>().0 {
            let (input, leaf) = document(row);
            inputs.push(input);
            leaves.push((input.0, leaf));
        }
    }
    let count = head.themes.len() as u32;
    // Two programs may have written concurrently.
    if inputs.len() != head.documents || leaves.iter().any(|(_, leaf)| leaf.is_some_and(|leaf| leaf >= count)) {
        return Ok(None);
    }
    let (mut themes, mut sentences) = (Vec::new(), Vec::new());
    for row in head.themes {
        let ThemeRow { id, parent, level, folder, words, rest, central, centre, sentences: said } = row;
        themes.push(Theme { id, parent, level, folder, words, rest, central, centre });
        sentences.push(said);
    }
    let tree = ThemeTree { themes, leaves };
    Ok(Some(ThemeMap { change: head.change, tree, sentences, inputs, moved: head.moved }))
}

fn bytes(key: Key, input: Key, leaf: Option<u32>) -> [u8; ROW] {
    let mut row = [0; ROW];
    row[..16].copy_from_slice(key.bytes());
    row[16..32].copy_from_slice(input.bytes());
    row[32..].copy_from_slice(&leaf.unwrap_or(NONE).to_le_bytes());
    row
}

fn document(row: &[u8; ROW]) -> ((Key, Key), Option<u32>) {
    let (mut key, mut input, mut leaf) = ([0; 16], [0; 16], [0; 4]);
    key.copy_from_slice(&row[..16]);
    input.copy_from_slice(&row[16..32]);
    leaf.copy_from_slice(&row[32..]);
    let leaf = u32::from_le_bytes(leaf);
    ((Key::from_bytes(key), Key::from_bytes(input)), (leaf != NONE).then_some(leaf))
}
