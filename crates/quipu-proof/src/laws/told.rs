//! The law of the facts that a question sees: a view of one extractor holds the facts of that one, all of them that the
//! view reaches, and no facts of another alone.

use std::collections::{BTreeMap, BTreeSet};

use quipu_engine::Workspace;
use quipu_engine::ports::{DumpRow, Store};
use quipu_kernel::model::{ExtractedBy, Facts, Key, relation_key};
use quipu_kernel::view::{Needs, Question, Related, Stated, View, Whose};

use super::indexed::index_all;
use super::read_by_model::Desk;
use super::world::World;
use super::{Broken, Empty, dump, patiently, toys};

/// The facts, read from the dump: the names and relations of each chunk.
#[derive(Default)]
struct Said {
    names: BTreeSet<(Key, Key)>,
    relations: BTreeMap<(Key, Key), Stated>,
}

impl Said {
    fn take(&mut self, chunk: Key, facts: &Facts) {
        self.names.extend(facts.mentions.iter().map(|mention| (mention.name.key(), chunk)));
        self.names.extend(facts.links.iter().flat_map(|link| [(link.a.key(), chunk), (link.b.key(), chunk)]));
        for said in &facts.statements {
            let (source, target) = (said.source.key(), said.target.key());
            self.names.extend([(source, chunk), (target, chunk)]);
            let relation = relation_key(source, &said.predicate, target);
            self.relations.entry((relation, chunk)).or_default().add(f64::from(said.weight), [&said.period]);
        }
    }
}

/// The chunks that an entity's names are in, as one extractor says, or as titles do.
async fn chunks_of(store: &dyn Store, name: &str, entity: Key, said: &Said) -> Result<BTreeSet<Key>, Broken> {
    let found = patiently(async || Ok(store.entities(&[quipu_kernel::text::fold_name(name)]).await?)).await?;
    let keys = found.into_iter().map(|(row, _)| row).find(|row| row.key == entity).map_or(vec![entity], |row| row.keys);
    Ok(said.names.iter().filter(|(name, _)| keys.contains(name)).map(|(_, chunk)| *chunk).collect())
}

async fn said_by(store: &dyn Store, by: ExtractedBy) -> Result<Said, Broken> {
    let rows = patiently(async || Ok(dump(store).await?)).await?;
    let mut out = Said::default();
    let mut bodies: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    for row in &rows {
        if let DumpRow::Chunk { chunk, facts, .. } = row {
            bodies.entry(chunk.document).or_default().push(chunk.key);
            facts.iter().filter(|facts| facts.extractor == by).for_each(|facts| out.take(chunk.key, facts));
        }
    }
    // The subjects of a document are common to all extractors; copies of a text share their chunks.
    let documents: Vec<_> =
        rows.iter().filter_map(|row| if let DumpRow::Document(row) = row { Some(row) } else { None }).collect();
    for document in &documents {
        let owners = documents.iter().filter(|other| other.text == document.text).map(|other| other.key);
        for chunk in owners.filter_map(|key| bodies.get(&key)).flatten() {
            out.names.extend(document.title_names.iter().map(|mention| (mention.name.key(), *chunk)));
        }
    }
    Ok(out)
}

async fn check(workspace: &Workspace, view: &View, by: ExtractedBy) -> Result<u64, Broken> {
    let said = said_by(&*workspace.store, by).await?;
    for (entity, at) in view.entities.iter().zip(0..) {
        let expected = chunks_of(&*workspace.store, &entity.name, entity.key, &said).await?;
        let of = view.mentions.iter().filter(|mention| mention.entity == at);
        let seen: BTreeSet<Key> = of.map(|mention| view.chunks[mention.chunk as usize].key).collect();
        let holds = if entity.hub { seen.is_subset(&expected) } else { seen == expected };
        Broken::unless(holds, "a view of one extractor names what that one names", || {
            format!("{by:?} of {}: {seen:?}, not {expected:?}", entity.name)
        })?;
    }
    for relation in &view.relations {
        let stated = |chunk: &u32| said.relations.get(&(relation.key, view.chunks[*chunk as usize].key));
        let stated: Option<Vec<&Stated>> = relation.chunks.iter().map(stated).collect();
        let sum = stated.map(|stated| {
            let mut sum = Stated::default();
            stated.into_iter().for_each(|one| sum.add(one.weight, &one.periods));
            sum
        });
        let holds = sum.is_some_and(|sum| {
            let near = sum.weight > 0.0 && (sum.weight - f64::from(relation.weight)).abs() < 0.01;
            near && sum.periods == relation.periods
        });
        Broken::unless(holds, "a view of one extractor relates what that one states", || {
            format!("{by:?}: {relation:?}")
        })?;
    }
    Ok(view.relations.len() as u64)
}

/// A view of one extractor holds its facts.
pub(super) async fn a_view_of_one_extractor_holds_what_it_says(empty: Empty<'_>, seed: u64) -> Result<(), Broken> {
    let world = World::of_at_least(4, seed ^ 0x701d);
    let lived = toys::workspace(empty());
    index_all(&lived, &world.documents).await?;
    patiently(async || Desk::new(0).read(&lived, false).await).await?;
    let wide = Needs { entities: true, hops: 2, relations: Related::Everyone, subjects: true, ..Needs::default() };
    let narrow = Needs { cap: 2, ..wide.clone() };
    let mut relations = 0;
    for text in ["Who uses Engine?", "What did Ada count in 1843?", "Что знала Ада?"] {
        for needs in [&wide, &narrow] {
            for by in [ExtractedBy::Rules, ExtractedBy::Model] {
                let question = Question { facts: Whose::Of(by), ..Question::new(text) };
                let view = patiently(async || Ok(lived.store.view(&question, needs).await?)).await?;
                relations += check(&lived, &view, by).await?;
            }
        }
    }
    Broken::unless(relations > 0, "somebody states something", String::new)
}
