//! Resolution of a name to one entity; similar names for an unknown one.

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Needs, Question};

use super::around;
use crate::base::EngineError;
use crate::base::ports::{EntityFound, Store, StoreError};

/// The least similarity of two names, by Jaro and Winkler's measure, to be suggested for each other.
const ALIKE: f64 = 0.7;
/// Number of suggested names.
const OFFERED: usize = 5;
/// Number of chunks in which names are searched.
const LOOKED: usize = 50;

/// The entity of a name in any of its spellings, or of a key, with the relations stated about it.
///
/// # Errors
/// When nothing or several things have the name, or the store cannot be read.
pub async fn one(store: &dyn Store, name: &str) -> Result<EntityFound, EngineError> {
    let mut found = meant(store, name).await?;
    match found.len() {
        1 => Ok(found.remove(0)),
        0 => Err(EngineError::Unnamed { found: name.to_owned(), near: offered(&near(store, name).await?) }),
        _ => {
            let told = |(entity, _): &EntityFound| {
                format!("{} ({}, in {} chunks)", entity.names.join(" = "), entity.kind.label(), entity.chunks)
            };
            let several = found.iter().map(told).collect::<Vec<_>>().join("; ");
            Err(EngineError::Several { found: name.to_owned(), several })
        }
    }
}

/// The entities that have a name, in any of its spellings; the relations of each heaviest first.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn of_name(store: &dyn Store, name: &str) -> Result<Vec<EntityFound>, StoreError> {
    let mut found = store.entities(&[fold_name(name)]).await?;
    for (_, relations) in &mut found {
        relations.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.key.cmp(&b.key)));
    }
    Ok(found)
}

/// The entity of a key: that of any name of its class.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn of_key(store: &dyn Store, key: Key) -> Result<Option<EntityFound>, StoreError> {
    let view = around(store, &[key], "", 0).await?;
    let Some(named) = view.named.first() else { return Ok(None) };
    let found = of_name(store, &view.entities[named.entity as usize].name).await?;
    Ok(found.into_iter().find(|(entity, _)| entity.keys.contains(&key)))
}

/// The entities that a name in any of its spellings means, or the one of a key.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn meant(store: &dyn Store, name: &str) -> Result<Vec<EntityFound>, StoreError> {
    let found = of_name(store, name).await?;
    match name.parse() {
        Ok(key) if found.is_empty() => Ok(of_key(store, key).await?.into_iter().collect()),
        _ => Ok(found),
    }
}

fn offered(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!(", but {} is", near.join(" or ")) }
}

/// Names similar to this one, nearest first: those in the chunks that its words find.
async fn near(store: &dyn Store, name: &str) -> Result<Vec<String>, StoreError> {
    let needs = Needs { lexical: LOOKED, hops: 1, spread: LOOKED, cap: 1, ..Needs::default() };
    let view = store.view(&Question::new(name), &needs).await?;
    let asked = fold_name(name);
    let how = |shown: &str| strsim::jaro_winkler(&asked, &fold_name(shown));
    let mut found: Vec<(f64, String)> = view
        .entities
        .into_iter()
        .map(|entity| (how(&entity.name), entity.name))
        .filter(|(how, _)| *how >= ALIKE)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.dedup_by(|a, b| a.1 == b.1);
    Ok(found.into_iter().take(OFFERED).map(|(_, name)| format!("{name:?}")).collect())
}
