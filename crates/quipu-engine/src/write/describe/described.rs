//! Descriptions and claims about an entity by a model, each with its chunk.

use quipu_kernel::model::{ExtractedBy, Key};
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::base::EngineError;
use crate::base::graph::around;
use crate::base::ports::{EntityRow, SelectChunks, Store};

/// The maximum number of texts about an entity.
const MOST: usize = 40;

/// A description or a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Described {
    /// The kind of the thing, or of the claim.
    pub kind: String,
    /// The text.
    pub text: String,
    /// For a claim: true, false or suspected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The chunk.
    pub chunk: Key,
}

/// The texts about an entity, each once, in the order of its chunks. For one in very many chunks only some are
/// read.
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
