//! The catalogue of entities: all of a workspace, or its best known, in memory, for listing and for completion during
//! typing (autocomplete).
//!
//! Cost: one walk over the store's entities when it is made, and about a hundred bytes each.

use crate::find::graph::entity_brief::EntityBrief;
use quipu_kernel::model::Kind;
use quipu_kernel::text::fold_name;

use super::suggested::{NamePair, pairs};
use crate::base::graph::snapshot_rows::each_entity;
use crate::base::ports::{Store, StoreError, WholeEntity};

/// Maximum number of entities it holds: those in the most chunks.
const MOST: usize = 200_000;

/// The order of listed entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntityOrder {
    /// Those in the most chunks first.
    #[default]
    Chunks,
    /// By name.
    Name,
}

/// A selection of entities.
#[derive(Debug, Clone, Default)]
pub struct EntityQuery {
    /// The beginning of the name, or of a word of it, in any spelling; empty for all.
    pub begins: String,
    /// Their kinds; empty for all.
    pub kinds: Vec<Kind>,
    /// The least number of their chunks.
    pub least: u64,
    /// The order.
    pub order: EntityOrder,
}

/// The catalogue of entities.
#[derive(Debug, Clone, Default)]
pub struct EntityCatalogue {
    /// The number of the change that it was made of.
    pub change: u64,
    /// Number of entities left out.
    pub left_out: u64,
    /// Those in the most chunks first, ties by key.
    pub(super) rows: Vec<EntityBrief>,
}

impl EntityCatalogue {
    /// Reads it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn read(store: &dyn Store) -> Result<Self, StoreError> {
        let whole = store.graph_snapshot().await?;
        let extent = whole.extent();
        let mut rows: Vec<EntityBrief> = Vec::new();
        let mut count = 0_u32;
        let take = |entity: WholeEntity| {
            if entity.kind == Kind::Word {
                return;
            }
            count += 1;
            rows.push(brief(entity));
            if rows.len() > 2 * MOST {
                best(&mut rows);
            }
        };
        each_entity(&*whole, take).await?;
        best(&mut rows);
        let left_out = u64::from(count).saturating_sub(rows.len() as u64);
        Ok(Self { change: extent.change, left_out, rows })
    }

    /// Pairs that may be one, the likeliest first.
    pub fn suggested(&self) -> Vec<NamePair> {
        pairs(&self.rows)
    }

    /// The entities that a query wants, in its order.
    pub fn find(&self, query: &EntityQuery) -> Vec<&EntityBrief> {
        let begins = fold_name(&query.begins);
        let begins = begins.trim_end();
        let mut found: Vec<(bool, &EntityBrief)> = Vec::new();
        for row in &self.rows {
            let kind = query.kinds.is_empty() || query.kinds.contains(&row.kind);
            if !kind || row.chunks < query.least {
                continue;
            }
            let whole = row.folded.starts_with(begins);
            if whole || within(&row.folded, begins) {
                found.push((!whole, row));
            }
        }
        match query.order {
            // A name with this beginning comes before one with a later word of this beginning; the rest is in order.
            EntityOrder::Chunks => found.sort_by_key(|(inside, _)| *inside),
            EntityOrder::Name => found.sort_by(|(_, a), (_, b)| (&a.folded, a.key).cmp(&(&b.folded, b.key))),
        }
        found.into_iter().map(|(_, row)| row).collect()
    }
}

fn brief(entity: WholeEntity) -> EntityBrief {
    let WholeEntity { key, name, kind, chunks } = entity;
    EntityBrief { key, folded: fold_name(&name), name, kind, chunks }
}

/// Keeps the best.
fn best(rows: &mut Vec<EntityBrief>) {
    rows.sort_unstable_by(|a, b| b.chunks.cmp(&a.chunks).then(a.key.cmp(&b.key)));
    rows.truncate(MOST);
}

/// True if a word behind the first begins so.
fn within(folded: &str, begins: &str) -> bool {
    folded.match_indices(begins).any(|(at, _)| folded[..at].ends_with(' '))
}

#[cfg(test)]
pub(super) mod tests {
    use quipu_kernel::model::Key;

    use super::*;

    pub(in crate::find) fn of(rows: &[(&str, Kind, u64)]) -> EntityCatalogue {
        let row = |(name, kind, chunks): &(&str, Kind, u64)| {
            brief(WholeEntity { key: Key::text(name), name: (*name).to_owned(), kind: *kind, chunks: *chunks })
        };
        let mut rows = rows.iter().map(row).collect();
        best(&mut rows);
        EntityCatalogue { rows, ..EntityCatalogue::default() }
    }

    #[test]
    fn what_begins_so_comes_first_and_the_best_known_before_others() {
        let known = of(&[
            ("Ilse Varga", Kind::Person, 3),
            ("Varna", Kind::Place, 9),
            ("Varga Foundry", Kind::Org, 1),
            ("Tower", Kind::Place, 5),
        ]);
        let names = |query: &EntityQuery| -> Vec<String> {
            known.find(query).into_iter().map(|row| row.name.clone()).collect()
        };
        let begins = |begins: &str| EntityQuery { begins: begins.to_owned(), ..EntityQuery::default() };
        assert_eq!(names(&begins("VAR")), ["Varna", "Varga Foundry", "Ilse Varga"]);
        assert_eq!(names(&EntityQuery { kinds: vec![Kind::Place], ..begins("") }), ["Varna", "Tower"]);
        assert_eq!(names(&EntityQuery { least: 4, order: EntityOrder::Name, ..begins("") }), ["Tower", "Varna"]);
        assert!(names(&begins("arga")).is_empty());
    }
}
