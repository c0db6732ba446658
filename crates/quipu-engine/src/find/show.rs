//! Display of one thing: a document, a chunk, an entity or the relations of a name, with places
//! and sources.

use quipu_kernel::model::{Chunk, Facts, Key};
use serde::Serialize;

use crate::base::graph::resolve_name;
use crate::base::ports::{
    DocumentRow, EntityFound, EntityRow, KeyValue, RelationRow, Select, SelectChunks, Store, StoreError, StoredChunk,
};
use crate::base::{EngineError, Workspace};
use crate::find::graph::{StatedGroup, grouped, own_kind};
use crate::write::describe::{Described, described};
use crate::write::describe::{FoldedDescription, made};
use crate::write::names::{JoinReason, reasons};

/// A document with its chunks.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownDocument {
    /// The document.
    #[serde(flatten)]
    pub document: DocumentRow,
    /// Its chunks, in the order of the text.
    pub chunks: Vec<Chunk>,
}

/// A chunk with its facts.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownChunk {
    /// The chunk.
    #[serde(flatten)]
    pub chunk: Chunk,
    /// The document that owns it; none if it was removed meanwhile.
    pub source: Option<DocumentRow>,
    /// Its facts, by extractor.
    pub facts: Vec<Facts>,
}

/// An entity with the relations stated about it.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ShownEntity {
    /// The entity.
    #[serde(flatten)]
    pub entity: EntityRow,
    /// Its kind in the ontology of the settings, if requested and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_kind: Option<String>,
    /// The relations, heaviest first, ties by key.
    pub relations: Vec<RelationRow>,
    /// Number of relations that are left out as unsure.
    #[serde(skip_serializing_if = "is_none")]
    pub unsure: usize,
    /// The heaviest of them by predicate, each with a sentence, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stated: Vec<StatedGroup>,
    /// Reasons why its names count as equivalent, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<JoinReason>,
    /// The one description that a model made of many, if requested and up to date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<FoldedDescription>,
    /// The descriptions of it by models, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub described: Vec<Described>,
}

/// True for a number that is not worth a field.
#[allow(clippy::trivially_copy_pass_by_ref)] // Serde passes a reference.
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl ShownEntity {
    /// Leaves out the unsure relations, and counts them.
    fn leave_unsure(&mut self) {
        let all = self.relations.len();
        self.relations.retain(RelationRow::is_sure);
        self.unsure = all - self.relations.len();
    }
}

/// The document of an id or a key.
///
/// # Errors
/// When the store cannot be read.
pub async fn document(store: &dyn Store, name: &str) -> Result<Option<ShownDocument>, StoreError> {
    let keys = name.parse().into_iter().chain([Key::document(name)]).collect();
    let Some(document) = store.documents(&Select::Keys(keys)).await?.into_iter().next() else {
        return Ok(None);
    };
    let chunks = store.chunks(&SelectChunks::OfDocument(document.key)).await?;
    Ok(Some(ShownDocument { document, chunks: chunks.into_iter().map(|stored| stored.chunk).collect() }))
}

/// The parts of an entity that are shown if requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EntityDetail {
    /// Relations by predicate, the reasons that join its names, descriptions.
    pub described: bool,
    /// Relations that are unsure.
    pub unsure: bool,
}

/// The entities that a name in any of its spellings means, or the one of a key, with the requested parts.
///
/// # Errors
/// When the store, or the shelf of descriptions, cannot be read.
pub async fn detailed(
    workspace: &Workspace,
    kept: &dyn KeyValue,
    name: &str,
    detail: EntityDetail,
) -> Result<Vec<ShownEntity>, EngineError> {
    let store = &*workspace.store;
    let mut found = meant(store, name).await?;
    if !detail.unsure {
        found.iter_mut().for_each(ShownEntity::leave_unsure);
    }
    for shown in found.iter_mut().filter(|_| detail.described) {
        shown.own_kind = own_kind(&workspace.ontology, &shown.entity, &shown.relations);
        shown.stated = grouped(workspace, &shown.entity, &shown.relations).await?;
        shown.reasons = reasons(store, &shown.entity).await?;
        shown.description = made(kept, &shown.entity).await?;
        shown.described = described(store, &shown.entity).await?;
    }
    Ok(found)
}

/// The chunk of a key.
///
/// # Errors
/// When the store cannot be read.
pub async fn chunk(store: &dyn Store, key: Key) -> Result<Option<ShownChunk>, StoreError> {
    let Some(StoredChunk { chunk, facts }) = store.chunks(&SelectChunks::Keys(vec![key])).await?.into_iter().next()
    else {
        return Ok(None);
    };
    let source = store.documents(&Select::Keys(vec![chunk.document])).await?.into_iter().next();
    Ok(Some(ShownChunk { chunk, source, facts }))
}

/// The entity of a key: that of any name of its class.
///
/// # Errors
/// When the store cannot be read.
pub async fn of_key(store: &dyn Store, key: Key) -> Result<Option<ShownEntity>, StoreError> {
    Ok(resolve_name::of_key(store, key).await?.map(bare))
}

/// The entities that a name in any of its spellings means, or the one of a key.
///
/// # Errors
/// When the store cannot be read.
pub async fn meant(store: &dyn Store, name: &str) -> Result<Vec<ShownEntity>, StoreError> {
    Ok(resolve_name::meant(store, name).await?.into_iter().map(bare).collect())
}

/// The entities that have a name, in any of its spellings.
///
/// # Errors
/// When the store cannot be read.
pub async fn entities(store: &dyn Store, name: &str) -> Result<Vec<ShownEntity>, StoreError> {
    Ok(resolve_name::of_name(store, name).await?.into_iter().map(bare).collect())
}

/// An entity with its relations, without optional parts.
fn bare((entity, relations): EntityFound) -> ShownEntity {
    ShownEntity {
        entity,
        own_kind: None,
        relations,
        unsure: 0,
        stated: Vec::new(),
        reasons: Vec::new(),
        description: None,
        described: Vec::new(),
    }
}
