//! Counts over the graph, and arithmetic. Counts read one state of the store whole, by batches.

use std::collections::BTreeMap;

use quipu_kernel::model::Kind;
use quipu_language::arithmetic::{ReckonError, reckon};
use serde::{Deserialize, Serialize};

use crate::base::graph::snapshot_rows;
use crate::base::ports::{Store, WholeEntity, WholeRelation};
use crate::base::{EngineError, Workspace};

/// Maximum number of rows of groups.
const MOST_ROWS: usize = 200;
/// Maximum number of named things.
const MOST_NAMED: usize = 200;

/// The kind of things that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountedThings {
    /// Entities.
    Entities,
    /// Stated relations.
    Relations,
    /// Documents.
    Documents,
    /// Chunks.
    Chunks,
}

/// The grouping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GroupedBy {
    /// The kind of an entity.
    Kind,
    /// The predicate of a relation.
    Predicate,
    /// Its source.
    Source,
    /// Its target.
    Target,
}

/// A request to count things of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CountAsk {
    /// The kind of things; entities by default.
    pub of: Option<CountedThings>,
    /// Only entities of this kind.
    pub kind: Option<String>,
    /// Only relations of this predicate, in any wording.
    pub predicate: Option<String>,
    /// Only relations from this.
    pub source: Option<String>,
    /// Only relations to this.
    pub target: Option<String>,
    /// Groups.
    pub group_by: Option<GroupedBy>,
}

/// A group and how many are in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CountedRow {
    /// The group.
    pub key: String,
    /// The count.
    pub value: String,
}

/// The result of a calculation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Calculated {
    /// The value.
    pub value: String,
    /// Its unit.
    pub unit: Option<String>,
    /// Groups, the largest first.
    pub rows: Vec<CountedRow>,
    /// The counted things, by name.
    pub named: Vec<String>,
    /// True if all of it is named.
    pub complete: bool,
}

/// Evaluates an arithmetic expression.
///
/// # Errors
/// When it holds no arithmetic.
pub fn expression(text: &str) -> Result<Calculated, ReckonError> {
    let found = reckon(text)?;
    Ok(Calculated { value: found.value, unit: found.unit, rows: Vec::new(), named: Vec::new(), complete: true })
}

/// Counts things of a graph.
///
/// # Errors
/// When the store cannot be read.
pub async fn count(workspace: &Workspace, ask: &CountAsk) -> Result<Calculated, EngineError> {
    let store = &*workspace.store;
    match ask.of.unwrap_or(CountedThings::Entities) {
        CountedThings::Documents => Ok(plain(store.status().await?.documents)),
        CountedThings::Chunks => Ok(plain(store.status().await?.chunks)),
        CountedThings::Entities => entities(store, ask).await,
        CountedThings::Relations => relations(workspace, ask).await,
    }
}

fn plain(value: u64) -> Calculated {
    Calculated { value: value.to_string(), unit: None, rows: Vec::new(), named: Vec::new(), complete: true }
}

async fn all_entities(store: &dyn Store) -> Result<Vec<WholeEntity>, EngineError> {
    Ok(snapshot_rows::entities(&*store.graph_snapshot().await?).await?)
}

async fn entities(store: &dyn Store, ask: &CountAsk) -> Result<Calculated, EngineError> {
    let same = |kind: &str| ask.kind.as_ref().is_none_or(|asked| asked.eq_ignore_ascii_case(kind));
    let shown = |entity: &WholeEntity| entity.kind != Kind::Word && same(entity.kind.label());
    let found = all_entities(store).await?.into_iter().filter(shown);
    let mut groups: BTreeMap<String, u64> = BTreeMap::new();
    let mut names = Vec::new();
    for entity in found {
        if ask.group_by == Some(GroupedBy::Kind) {
            *groups.entry(entity.kind.label().to_owned()).or_default() += 1;
        }
        names.push(entity.name);
    }
    Ok(counted(names, groups))
}

async fn relations(workspace: &Workspace, ask: &CountAsk) -> Result<Calculated, EngineError> {
    let named = all_entities(&*workspace.store).await?;
    let whole = workspace.store.graph_snapshot().await?;
    let name = |at: u32| named.get(at as usize).map_or("", |entity| entity.name.as_str());
    let same =
        |asked: &Option<String>, is: &str| asked.as_ref().is_none_or(|asked| asked.to_lowercase() == is.to_lowercase());
    let (mut groups, mut names): (BTreeMap<String, u64>, Vec<String>) = (BTreeMap::new(), Vec::new());
    let take = |WholeRelation { source, predicate, target, .. }| {
        let (called, turned) = workspace.ontology.canonical(&predicate, false);
        let (from, to) = if turned { (name(target), name(source)) } else { (name(source), name(target)) };
        let asked = same(&ask.predicate, called) || same(&ask.predicate, &predicate);
        if !asked || !same(&ask.source, from) || !same(&ask.target, to) {
            return;
        }
        let group = match ask.group_by {
            Some(GroupedBy::Predicate) => Some(called),
            Some(GroupedBy::Source) => Some(from),
            Some(GroupedBy::Target) => Some(to),
            _ => None,
        };
        if let Some(group) = group {
            *groups.entry(group.to_owned()).or_default() += 1;
        }
        names.push(format!("{from} {called} {to}"));
    };
    snapshot_rows::each_relation(&*whole, take).await?;
    names.sort();
    names.dedup();
    Ok(counted(names, groups))
}

fn counted(names: Vec<String>, groups: BTreeMap<String, u64>) -> Calculated {
    let value = names.len().to_string();
    let mut rows: Vec<(String, u64)> = groups.into_iter().collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let complete = names.len() <= MOST_NAMED && rows.len() <= MOST_ROWS;
    let rows =
        rows.into_iter().take(MOST_ROWS).map(|(key, value)| CountedRow { key, value: value.to_string() }).collect();
    Calculated { value, unit: None, rows, named: names.into_iter().take(MOST_NAMED).collect(), complete }
}
