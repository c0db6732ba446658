//! The one entity that a name means; of a name that means none, what is named alike.

use quipu_kernel::model::Key;
use quipu_kernel::text::fold_name;
use quipu_kernel::view::{Needs, Question};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::EngineError;
use crate::ports::{EntityFound, Store, StoreError};
use crate::show;

/// How alike two names are at least, by Jaro and Winkler's measure, to be offered for each other.
const ALIKE: f64 = 0.7;
/// How many names are offered.
const OFFERED: usize = 5;
/// In how many chunks names are looked for.
const LOOKED: usize = 50;

/// The entity of a name in any of its spellings, or of a key, with the relations stated about it.
///
/// # Errors
/// When nothing or several things have the name, or the store cannot be read.
pub async fn one(store: &dyn Store, name: &str) -> Result<EntityFound, EngineError> {
    let mut found = show::meant(store, name).await?;
    match found.len() {
        1 => {
            let shown = found.remove(0);
            Ok((shown.entity, shown.relations))
        }
        0 => Err(EngineError::Unnamed { found: name.to_owned(), near: offered(&near(store, name).await?) }),
        _ => {
            let told = |shown: &show::ShownEntity| {
                let entity = &shown.entity;
                format!("{} ({}, in {} chunks)", entity.names.join(" = "), entity.kind.label(), entity.chunks)
            };
            let several = found.iter().map(told).collect::<Vec<_>>().join("; ");
            Err(EngineError::Several { found: name.to_owned(), several })
        }
    }
}

/// Which of some entities each name is of that they have; each is given with what it is called.
///
/// # Errors
/// When the store cannot be read.
pub(crate) async fn names_of(
    store: &dyn Store,
    entities: impl Iterator<Item = (Key, &str)>,
) -> Result<FxHashMap<Key, Key>, StoreError> {
    let (wanted, folded): (FxHashSet<Key>, Vec<String>) = entities.map(|(key, name)| (key, fold_name(name))).unzip();
    let rows = store.named(&folded).await?.into_iter().filter(|row| wanted.contains(&row.key));
    let found = rows.flat_map(|row| row.keys.into_iter().map(move |name| (name, row.key)));
    // What a person called it need be no name of it; its key is that of one.
    Ok(wanted.iter().map(|key| (*key, *key)).chain(found).collect())
}

fn offered(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!(", but {} is", near.join(" or ")) }
}

/// Names like this one, nearest first: those that stand in the chunks that its words find.
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
