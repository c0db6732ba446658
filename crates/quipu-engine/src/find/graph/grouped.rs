//! The relations stated about an entity, by predicate, each with a sentence that states it.

use quipu_kernel::model::Key;
use quipu_language::plan::Ontology;
use serde::Serialize;

use crate::base::Workspace;
use crate::base::citation::Quote;
use crate::base::graph::OwnedChunks;
use crate::base::ports::{EntityRow, RelationRow, StoreError, StoredChunk};

/// The most relations that are shown with their sentences.
const MOST: usize = 60;

/// Relations of one predicate.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StatedGroup {
    /// The predicate, as the table of canonical ones calls it.
    pub predicate: String,
    /// True if the entity is the target of the predicate.
    pub backwards: bool,
    /// The other ends, the heaviest first.
    pub others: Vec<StatedOther>,
}

/// The other end of a relation.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StatedOther {
    /// The relation's key.
    pub relation: Key,
    /// The name, as the sentence writes it.
    pub name: String,
    /// The predicate as it is worded, where the table calls it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worded: Option<String>,
    /// A sentence that states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<Quote>,
}

/// The heaviest relations of an entity, by predicate; `relations` are in the order of their weights.
///
/// # Errors
/// When the store cannot be read.
pub async fn grouped(
    workspace: &Workspace,
    entity: &EntityRow,
    relations: &[RelationRow],
) -> Result<Vec<StatedGroup>, StoreError> {
    let shown = &relations[..relations.len().min(MOST)];
    let owned =
        OwnedChunks::read(&*workspace.store, shown.iter().filter_map(|relation| relation.chunks.first().copied()))
            .await?;
    let mut groups: Vec<StatedGroup> = Vec::new();
    for relation in shown {
        let forward = entity.keys.contains(&relation.source_name);
        let other = if forward { &relation.target } else { &relation.source };
        let stored = relation.chunks.first().and_then(|key| owned.chunks.get(key));
        let (name, quote) = stored.map_or((other.clone(), None), |stored| said(stored, relation, other, &owned));
        let dated = relation.target.contains(|c: char| c.is_ascii_digit()) && workspace.extractor.day(&name).is_some();
        let (predicate, turned) = workspace.ontology.canonical(&relation.predicate, dated);
        let backwards = forward == turned;
        let worded = (predicate != relation.predicate).then(|| relation.predicate.clone());
        let one = StatedOther { relation: relation.key, name, worded, quote };
        match groups.iter_mut().find(|group| group.predicate == predicate && group.backwards == backwards) {
            Some(group) => group.others.push(one),
            None => groups.push(StatedGroup { predicate: predicate.to_owned(), backwards, others: vec![one] }),
        }
    }
    Ok(groups)
}

/// The entity's kind in the ontology, by the heaviest "is a" that names one.
pub(crate) fn own_kind(ontology: &Ontology, entity: &EntityRow, relations: &[RelationRow]) -> Option<String> {
    let is_a =
        |said: &&RelationRow| said.is_sure() && said.predicate == "is a" && entity.keys.contains(&said.source_name);
    let mut said: Vec<&RelationRow> = relations.iter().filter(is_a).collect();
    said.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.key.cmp(&b.key)));
    said.iter().find_map(|said| ontology.kind(&said.target)).map(str::to_owned)
}

/// The other end of a relation as a chunk writes it, and the sentence there that states the relation.
fn said(stored: &StoredChunk, relation: &RelationRow, other: &str, owned: &OwnedChunks) -> (String, Option<Quote>) {
    let facts = || stored.facts.iter();
    let mentions = facts().flat_map(|facts| &facts.mentions).filter(|mention| mention.name.folded == other);
    let name = mentions.map(|mention| mention.form.as_str()).min_by_key(|form| form.len()).unwrap_or(other).to_owned();
    let states = facts().flat_map(|facts| &facts.statements).find(|said| relation.is_stated_by(said));
    (name, states.zip(owned.owner(stored)).and_then(|(said, owner)| Quote::of(stored, owner, said.quote)))
}
