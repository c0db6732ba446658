//! Making decisions: a person's input becomes names of the workspace, and a decision about them.

use std::time::{SystemTime, UNIX_EPOCH};

use quipu_kernel::model::{Decision, Kind, Name, Split, Verdict};
use quipu_kernel::text::fold_name;
use serde::{Deserialize, Serialize};

use super::{next, put};
use crate::base::graph::named::one;
use crate::base::ports::{EntityRow, Store};
use crate::base::{EngineError, Workspace};

/// A decision that was made, and the resulting state of its names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "MadeDecision")]
pub struct Deed {
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision,
    /// The entities of its names.
    pub entities: Vec<EntityRow>,
}

/// Decides that two names mean the same.
///
/// # Errors
/// When nothing or several things have one of the names, they mean the same already, or the store fails.
pub async fn merge(workspace: &Workspace, a: &str, b: &str, reason: &str) -> Result<Deed, EngineError> {
    let store = &*workspace.store;
    let (one_row, other) = (one(store, a).await?.0, one(store, b).await?.0);
    if one_row.key == other.key {
        let why = format!("and {b:?} are one entity already, {:?}", one_row.name);
        return Err(EngineError::Decided { name: a.to_owned(), why });
    }
    let verdict = Verdict::Merge { a: name_in(store, &one_row, a).await?, b: name_in(store, &other, b).await? };
    decide(workspace, verdict, reason).await
}

/// Decides that a name means another thing in some documents, or where it is of some kind; without
/// either, that it means something else than the names that rules join it with.
///
/// # Errors
/// When nothing or several things have the name, it stands by itself already, or the store fails.
pub async fn split(
    workspace: &Workspace,
    name: &str,
    documents: &[String],
    kind: Option<Kind>,
    reason: &str,
) -> Result<Deed, EngineError> {
    let store = &*workspace.store;
    let plain = Name::new(name);
    if !documents.is_empty() || kind.is_some() {
        if store.named(std::slice::from_ref(&plain.folded)).await?.is_empty() {
            one(store, name).await?;
        }
        let split = Split { name: plain, documents: documents.to_vec(), kind };
        let deed = decide(workspace, Verdict::Split(split.clone()), reason).await?;
        if !deed.entities.iter().any(|entity| entity.keys.contains(&split.meant().key())) {
            super::undo(workspace, Some(deed.decision.number)).await?;
            let why = "is named in no document that this speaks of".to_owned();
            return Err(EngineError::Decided { name: name.to_owned(), why });
        }
        return Ok(deed);
    }
    let row = one(store, name).await?.0;
    if row.keys.len() < 2 {
        return Err(EngineError::Decided { name: name.to_owned(), why: "is joined with no other name".to_owned() });
    }
    let name = name_in(store, &row, name).await?;
    decide(workspace, Verdict::Apart { name }, reason).await
}

/// Decides the display name of an entity.
///
/// # Errors
/// When nothing or several things have the name, another entity has the new one, or the store fails.
pub async fn rename(workspace: &Workspace, name: &str, to: &str, reason: &str) -> Result<Deed, EngineError> {
    let store = &*workspace.store;
    let row = one(store, name).await?.0;
    let folded = fold_name(to);
    let wrong = |why: String| Err(EngineError::Decided { name: to.to_owned(), why });
    if folded.is_empty() {
        return wrong("has no letter or digit".to_owned());
    }
    if row.name == to {
        return wrong("is its name already".to_owned());
    }
    let others = store.named(&[folded]).await?;
    if others.iter().any(|other| other.key != row.key) {
        return wrong(format!("is the name of another entity; `quipu entity merge {name:?} {to:?}` makes them one"));
    }
    let name = name_in(store, &row, name).await?;
    decide(workspace, Verdict::Rename { name, to: to.trim().to_owned() }, reason).await
}

/// Decides another name for a thing that was split off; `split` is that decision.
///
/// # Errors
/// When the decision is no split, another entity has the name, or the store fails.
pub async fn call(workspace: &Workspace, split: &Decision, to: &str, reason: &str) -> Result<Deed, EngineError> {
    let Verdict::Split(split) = &split.verdict else {
        return Err(EngineError::NoDecision { found: split.number.to_string() });
    };
    if !workspace.store.named(&[fold_name(to)]).await?.is_empty() || fold_name(to).is_empty() {
        let why = "is the name of another entity, or none at all".to_owned();
        return Err(EngineError::Decided { name: to.to_owned(), why });
    }
    decide(workspace, Verdict::Rename { name: split.meant(), to: to.trim().to_owned() }, reason).await
}

/// The name of an entity that a person called so: in no particular sense, or in the one that it has.
async fn name_in(store: &dyn Store, row: &EntityRow, called: &str) -> Result<Name, EngineError> {
    let known = |name: &Name| row.keys.contains(&name.key());
    let asked = Name::new(called);
    if known(&asked) {
        return Ok(asked);
    }
    let plain = row.names.iter().map(|folded| Name { folded: folded.clone(), sense: String::new() }).find(known);
    if let Some(plain) = plain {
        return Ok(plain);
    }
    let decided = store.decisions().await?.into_iter().filter_map(|decision| match decision.verdict {
        Verdict::Split(split) => Some(split.meant()),
        _ => None,
    });
    let senses: Vec<Name> = decided.collect();
    let found = senses.into_iter().find(known);
    let why = "is used in a sense of its own, and by no name that says which".to_owned();
    found.ok_or_else(|| EngineError::Decided { name: called.to_owned(), why })
}

async fn decide(workspace: &Workspace, verdict: Verdict, reason: &str) -> Result<Deed, EngineError> {
    let standing = workspace.store.decisions().await?;
    if let Some(same) = standing.iter().find(|decision| decision.verdict == verdict) {
        let why = format!("was decided already, as number {}", same.number);
        return Err(EngineError::Decided { name: first(&verdict), why });
    }
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let decision = Decision { number: next(&standing), at, reason: reason.trim().to_owned(), verdict };
    put(workspace, &standing, decision.clone()).await?;
    let mut names: Vec<String> = decision.verdict.names().into_iter().map(|name| name.folded).collect();
    if let Verdict::Split(split) = &decision.verdict {
        names.push(split.name.folded.clone());
    }
    let entities = workspace.store.named(&names).await?;
    Ok(Deed { decision, entities })
}

fn first(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Split(split) => split.name.folded.clone(),
        other => other.names().into_iter().next().map(|name| name.folded).unwrap_or_default(),
    }
}
