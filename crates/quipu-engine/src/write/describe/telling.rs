//! The description of an entity for an answer or a page: the one that was made of many, where
//! it is up to date; else the descriptions themselves, merged.

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use serde::Serialize;

use super::summary;
use crate::base::EngineError;
use crate::base::ports::{EntityRow, Kept, Store, StoreError};
use crate::write::describe::described;

/// The most bytes of merged descriptions.
const MOST: usize = 4_800;

/// One description of many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[schemars(rename = "MadeDescription")]
pub struct Made {
    /// The description.
    pub text: String,
    /// Number of descriptions from which it was made.
    pub of: u64,
    /// Its chunks, the first ones.
    pub chunks: Vec<Key>,
}

/// The description of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Telling {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// The description.
    pub text: String,
    /// Its chunks.
    pub chunks: Vec<Key>,
}

/// The description that was made of many, while it is up to date.
///
/// # Errors
/// When the shelf cannot be read.
pub async fn made(kept: &dyn Kept, entity: &EntityRow) -> Result<Option<Made>, StoreError> {
    let known = summary::of(kept, entity.key).await?;
    let stands = known.filter(|made| made.seen == (entity.chunks, entity.mentions));
    Ok(stands.map(|made| Made { text: made.text, of: made.fragments, chunks: made.chunks }))
}

/// The description of the entity of this key and name; none where no model described it.
///
/// # Errors
/// When the store cannot be read.
pub async fn telling(store: &dyn Store, kept: &dyn Kept, key: Key, name: &str) -> Result<Option<Telling>, EngineError> {
    let found = store.named(&[fold_name(name)]).await?;
    let Some(row) = found.into_iter().find(|row| row.key == key) else { return Ok(None) };
    let kind = row.kind.label().to_owned();
    if let Some(made) = made(kept, &row).await? {
        return Ok(Some(Telling { name: row.name, kind, text: made.text, chunks: made.chunks }));
    }
    let said = described(store, &row).await?;
    let (mut text, mut chunks) = (String::new(), Vec::new());
    for one in said.iter().filter(|one| one.status.is_none()) {
        if text.len() + one.text.len() > MOST && !text.is_empty() {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(one.text.trim());
        if !chunks.contains(&one.chunk) {
            chunks.push(one.chunk);
        }
    }
    Ok((!text.is_empty()).then_some(Telling { name: row.name, kind, text, chunks }))
}
