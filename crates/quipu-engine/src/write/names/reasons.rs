//! The reasons why the names of an entity count as equivalent: the rules, the sentences that are the evidence,
//! a person's words.

use std::collections::BTreeMap;

use quipu_kernel::model::{AliasLink, AliasRule, Key, Name};
use quipu_kernel::text::sentences;
use serde::Serialize;

use crate::base::EngineError;
use crate::base::graph::around;
use crate::base::ports::{DocumentRow, EntityRow, Select, SelectChunks, Store};

/// The reason why two names of an entity count as equivalent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct JoinReason {
    /// One name, the fuller one.
    pub a: String,
    /// The other.
    pub b: String,
    /// The rule.
    pub rule: AliasRule,
    /// Number of chunks, documents or decisions that support it, among those read.
    pub count: u64,
    /// Id of the first document that supports it.
    pub document: Option<String>,
    /// The chunk that supports it.
    pub chunk: Option<Key>,
    /// The sentence there; of a person, the reason.
    pub quote: String,
}

/// The reasons that join the names of an entity, the most frequent first. For one in very many chunks
/// only some are read.
///
/// # Errors
/// When the store cannot be read.
pub async fn reasons(store: &dyn Store, entity: &EntityRow) -> Result<Vec<JoinReason>, EngineError> {
    let mut found = BTreeMap::new();
    if entity.keys.len() > 1 {
        decided(store, entity, &mut found).await?;
        said(store, entity, &mut found).await?;
    }
    let mut out: Vec<JoinReason> = found.into_values().collect();
    out.sort_by(|a: &JoinReason, b| b.count.cmp(&a.count).then_with(|| (&a.b, &a.a).cmp(&(&b.b, &b.a))));
    Ok(out)
}

type Found = BTreeMap<(Key, Key, AliasRule), JoinReason>;

async fn decided(store: &dyn Store, entity: &EntityRow, found: &mut Found) -> Result<(), EngineError> {
    for decision in store.decisions().await? {
        let Some((a, b)) = decision.verdict.joins().filter(|(a, _)| entity.keys.contains(&a.key())) else { continue };
        let quote = format!("decision {}: {}", decision.number, decision.reason);
        add(found, &a, &b, AliasRule::Person, || (None, None, quote.trim_end_matches([':', ' ']).to_owned()));
    }
    Ok(())
}

async fn said(store: &dyn Store, entity: &EntityRow, found: &mut Found) -> Result<(), EngineError> {
    let view = around(store, &[entity.key], "", 0).await?;
    let keys: Vec<Key> = view.chunks.iter().map(|chunk| chunk.key).collect();
    let mut owners: Vec<Key> = view.chunks.iter().map(|chunk| chunk.document).collect();
    owners.sort_unstable();
    owners.dedup();
    let rows = store.documents(&Select::Keys(owners)).await?;
    let rows: BTreeMap<Key, DocumentRow> = rows.into_iter().map(|row| (row.key, row)).collect();
    let inside = |link: &&AliasLink| entity.keys.contains(&link.a.key()) && entity.keys.contains(&link.b.key());
    for row in rows.values() {
        for link in row.title_links.iter().filter(inside) {
            add(found, &link.a, &link.b, link.rule, || (Some(row.id.clone()), None, row.title.clone()));
        }
    }
    for stored in store.chunks(&SelectChunks::Keys(keys)).await? {
        let chunk = &stored.chunk;
        let document = rows.get(&chunk.document).map(|row| row.id.clone());
        for link in stored.facts.iter().flat_map(|facts| &facts.links).filter(inside) {
            add(found, &link.a, &link.b, link.rule, || {
                (document.clone(), Some(chunk.key), sentence(&chunk.text, link))
            });
        }
    }
    Ok(())
}

/// The sentence of a link's evidence.
fn sentence(text: &str, link: &AliasLink) -> String {
    let start = link.quote.start;
    let cut = sentences(text);
    let at = cut.partition_point(|sentence| sentence.start <= start);
    let span = at.checked_sub(1).and_then(|at| cut.get(at));
    span.and_then(|span| text.get(span.range())).unwrap_or_default().trim().to_owned()
}

fn add(
    found: &mut Found,
    a: &Name,
    b: &Name,
    rule: AliasRule,
    evidence: impl FnOnce() -> (Option<String>, Option<Key>, String),
) {
    // In a sense of its own and in none, a name is written alike.
    let reason = found.entry((a.plain().key(), b.plain().key(), rule)).or_insert_with(|| {
        let (document, chunk, quote) = evidence();
        JoinReason { a: a.folded.clone(), b: b.folded.clone(), rule, count: 0, document, chunk, quote }
    });
    reason.count += 1;
}
