//! The workspace as nodes and edges, for graph formats: first all nodes, then all
//! edges, a row at a time.

use std::collections::BTreeMap;

use quipu_kernel::model::{Key, Mention};

use super::dump_rows::DumpRows;
use super::entity_names::EntityNames;
use super::{ExportReport, Sink};
use crate::base::ports::{DocumentRow, DumpRow, RelationRow};
use crate::base::{EngineError, Workspace};

/// An edge between two things.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ExportedTie<'a> {
    /// Its start.
    pub(super) from: String,
    /// Its end.
    pub(super) to: String,
    /// Its kind: `PART_OF`, `MENTIONS`, `ABOUT`, `RELATES`.
    pub(super) kind: &'static str,
    /// The predicate of a relation; else empty.
    pub(super) predicate: &'a str,
    /// The weight of a relation, how often a chunk mentions an entity, else 1.
    pub(super) weight: f64,
}

/// A graph format.
pub(super) trait GraphFormat: Send {
    /// Writes the start.
    fn begin(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError>;
    /// Writes a document, chunk or entity; a relation is no thing.
    fn thing(&mut self, sink: &mut dyn Sink, id: &str, row: &DumpRow) -> Result<(), EngineError>;
    /// Writes the part between nodes and edges.
    fn turn(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError>;
    /// Writes a tie.
    fn tie(&mut self, sink: &mut dyn Sink, tied: &ExportedTie<'_>) -> Result<(), EngineError>;
    /// Writes the end.
    fn end(&mut self, sink: &mut dyn Sink) -> Result<(), EngineError>;
}

/// The id of a thing: a letter for its kind, and its key.
fn id(kind: char, key: Key) -> String {
    format!("{kind}{key}")
}

/// Writes all things, then all ties.
pub(super) async fn write(
    workspace: &Workspace,
    format: &mut dyn GraphFormat,
    sink: &mut dyn Sink,
) -> Result<ExportReport, EngineError> {
    let mut report = ExportReport::default();
    let mut names = EntityNames::default();
    format.begin(sink)?;
    let mut rows = DumpRows::of(&workspace.store, |row| !matches!(row, DumpRow::Relation(_)));
    while let Some(row) = rows.next().await? {
        let id = match &row {
            DumpRow::Document(document) => {
                report.documents += 1;
                id('d', document.key)
            }
            DumpRow::Chunk { chunk, .. } => {
                report.chunks += 1;
                id('c', chunk.key)
            }
            DumpRow::Entity(entity) => {
                report.entities += 1;
                names.add(entity);
                id('e', entity.key)
            }
            DumpRow::Word(word) => {
                names.leave_out(word);
                continue;
            }
            DumpRow::Relation(_) | DumpRow::Decision(_) => continue,
        };
        format.thing(sink, &id, &row)?;
    }
    format.turn(sink)?;
    let mut rows = DumpRows::of(&workspace.store, |row| !matches!(row, DumpRow::Entity(_) | DumpRow::Word(_)));
    while let Some(row) = rows.next().await? {
        if let DumpRow::Relation(relation) = &row {
            if names.has_word_end(relation) {
                continue;
            }
            report.relations += 1;
        }
        ties(&names, &row, &mut |tied| format.tie(sink, tied))?;
    }
    format.end(sink)?;
    Ok(report)
}

/// The edges of a row.
fn ties(
    names: &EntityNames,
    row: &DumpRow,
    tie: &mut dyn FnMut(&ExportedTie<'_>) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    match row {
        DumpRow::Document(document) => about(names, document, tie),
        DumpRow::Chunk { chunk, facts, .. } => {
            let (from, to) = (id('c', chunk.key), id('d', chunk.document));
            tie(&ExportedTie { from: from.clone(), to, kind: "PART_OF", predicate: "", weight: 1.0 })?;
            let mentions = facts.iter().flat_map(|facts| &facts.mentions);
            counted(names, mentions).into_iter().try_for_each(|(entity, count)| {
                tie(&ExportedTie {
                    from: from.clone(),
                    to: id('e', entity),
                    kind: "MENTIONS",
                    predicate: "",
                    weight: count,
                })
            })
        }
        DumpRow::Relation(RelationRow { source_name, predicate, target_name, weight, .. }) => {
            let end = |name: &Key| id('e', names.key(*name));
            tie(&ExportedTie {
                from: end(source_name),
                to: end(target_name),
                kind: "RELATES",
                predicate,
                weight: *weight,
            })
        }
        DumpRow::Entity(_) | DumpRow::Word(_) | DumpRow::Decision(_) => Ok(()),
    }
}

/// The edges from a document to the things that it is about.
fn about(
    names: &EntityNames,
    document: &DocumentRow,
    tie: &mut dyn FnMut(&ExportedTie<'_>) -> Result<(), EngineError>,
) -> Result<(), EngineError> {
    counted(names, &document.title_names).into_iter().try_for_each(|(entity, weight)| {
        let (from, to) = (id('d', document.key), id('e', entity));
        tie(&ExportedTie { from, to, kind: "ABOUT", predicate: "", weight })
    })
}

/// Entities of mentions, by key, with how often each is mentioned.
fn counted<'a>(names: &EntityNames, mentions: impl IntoIterator<Item = &'a Mention>) -> BTreeMap<Key, f64> {
    let mut out = BTreeMap::new();
    for mention in mentions.into_iter().filter(|mention| !names.is_word(mention.name.key())) {
        *out.entry(names.entity(&mention.name).key).or_default() += 1.0;
    }
    out
}
