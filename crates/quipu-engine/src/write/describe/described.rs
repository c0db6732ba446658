//! What a model said of an entity, each with the chunk that it read: descriptions and claims.

use quipu_kernel::model::{ExtractedBy, Key};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::base::EngineError;
use crate::base::graph::around;
use crate::base::ports::{EntityRow, SelectChunks, Store};

/// The most that is told of an entity.
const MOST: usize = 40;

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Described {
    /// What kind of thing it is, or what sort of claim.
    pub kind: String,
    /// What is said.
    pub text: String,
    /// Of a claim: whether it is said to be true, false or suspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The chunk.
    pub chunk: Key,
}

/// What is said of an entity, each once, in the order of its chunks. Of one in very many chunks some are
/// looked at.
///
/// # Errors
/// When the store cannot be read.
pub async fn described(store: &dyn Store, entity: &EntityRow) -> Result<Vec<Described>, EngineError> {
    let view = around(store, &[entity.key], "", 0).await?;
    let keys: Vec<Key> = view.chunks.iter().map(|chunk| chunk.key).collect();
    let (mut out, mut seen) = (Vec::new(), FxHashSet::default());
    for stored in store.chunks(&SelectChunks::Keys(keys)).await? {
        let chunk = stored.chunk.key;
        for facts in stored.facts.iter().filter(|facts| facts.extractor == ExtractedBy::Model) {
            let of = facts.descriptions.iter().filter(|said| entity.keys.contains(&said.name.key()));
            let described =
                of.map(|said| Described { kind: said.kind.clone(), text: said.text.clone(), status: None, chunk });
            let of = facts.claims.iter().filter(|claim| entity.keys.contains(&claim.subject.key()));
            let claimed = of.map(|claim| Described {
                kind: claim.kind.clone(),
                text: claim.text.clone(),
                status: Some(claim.status.clone()),
                chunk,
            });
            out.extend(described.chain(claimed).filter(|said| seen.insert((said.text.clone(), said.status.clone()))));
        }
        if out.len() >= MOST {
            out.truncate(MOST);
            break;
        }
    }
    Ok(out)
}
