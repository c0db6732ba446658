//! One commit of the truth: a change becomes rows, counts, indexes and a line of the log, all in
//! one transaction.
//!
//! The change is first turned into differences per name, relation, field and link; then each row
//! is read, changed and written once, in the order of its key, so that a bulk commit walks every
//! table front to back. Cost follows the change and the rows it touches, never the workspace.

mod bodies;
mod decisions;
mod documents;
mod fields;
mod linked;
mod links;
mod name_ids;
mod names;
mod relations;
mod said;
mod upgraded;

use std::collections::BTreeMap;

use quipu_engine::ports::{Change, ModelCard, StoreError};
use quipu_kernel::model::Key;
use quipu_kernel::text::Stems;

use super::all_tables::Tables;
use super::env::Truth;
use super::failures::io;
use super::opened::WriteTxn;
use super::rows::LogRow;
use super::state::{Alive, State};
use super::tables::Table;
pub(super) use bodies::NewChunks;
pub(super) use bodies::{chunk_key, head, terms_of};
pub(super) use decisions::{apart, decided, read as read_decision};
pub(super) use documents::{read_document, read_text, text_key_of};
pub(super) use fields::{FIELDS, LONGEST, field_key, field_prefix, is_whole, read_value};
pub(super) use links::{LinkRow, class_of, counted, pair};
pub(super) use name_ids::NameIds;
use names::NameChanges;
pub(super) use names::{NAMES, sense_key};
pub(super) use relations::{NAME_RELATIONS, RELATIONS};
pub use upgraded::Upgrading;
pub(super) use upgraded::{STEP, upgrade};

/// The work that a commit of the truth leaves for the derived indexes.
pub(super) struct Written<'t> {
    pub(super) txn: WriteTxn<'t>,
    pub(super) state: State,
    pub(super) log: LogRow,
    /// The new chunks' slots and terms, in the order of their ids.
    pub(super) new: NewChunks,
    /// The model of the chunks' vectors, if they have any.
    pub(super) model: Option<ModelCard>,
}

/// Everything one commit works on.
struct Commit<'t, 'c> {
    tables: Tables,
    /// The table with the names of ids.
    called: Table,
    txn: WriteTxn<'t>,
    state: State,
    alive: Alive,
    names: NameChanges<'c>,
    relations: relations::RelationChanges<'c>,
    links: links::LinkChanges,
    fields: fields::FieldChanges,
    log: LogRow,
    new: NewChunks,
    stems: Stems,
    /// Kept chunks that say something else, with the ids of the names that they said.
    restated: BTreeMap<u32, Vec<u32>>,
}

/// Writes a change into a transaction that is not yet committed.
///
/// `ids` remembers ids of names between commits of one writer; the caller clears it when the
/// transaction is not committed.
pub(super) fn write<'t>(
    truth: &'t Truth,
    change: &Change,
    model: Option<&ModelCard>,
    ids: &mut NameIds,
) -> Result<Written<'t>, StoreError> {
    let txn = truth.write()?;
    let tables = truth.tables;
    let state = State::read(&tables, &txn)?;
    let model = state.model.clone().or_else(|| model.cloned());
    let mut commit = Commit::over(tables, txn, state, tables.names)?;
    commit.names = NameChanges::with_room_for(change);
    commit.new = NewChunks::new(model.as_ref().map_or(0, |model| model.dimension));
    let texts = commit.documents(change, ids)?;
    commit.bodies(change, texts, ids)?;
    commit.decisions(change, ids)?;
    commit.flush(model.as_ref(), ids)?;
    let Commit { txn, state, log, new, .. } = commit;
    Ok(Written { txn, state, log, new, model })
}

impl<'t> Commit<'t, '_> {
    /// Nothing gathered yet; `called` has the names of ids.
    fn over(tables: Tables, txn: WriteTxn<'t>, state: State, called: Table) -> Result<Self, StoreError> {
        let alive = Alive::read(&tables, &txn)?;
        let log = LogRow { added: (state.next_chunk, state.next_chunk), removed: Vec::new() };
        Ok(Self {
            tables,
            called,
            txn,
            state,
            alive,
            names: NameChanges::default(),
            relations: relations::RelationChanges::default(),
            links: links::LinkChanges::default(),
            fields: fields::FieldChanges::default(),
            log,
            new: NewChunks::new(0),
            stems: Stems::default(),
            restated: BTreeMap::new(),
        })
    }

    /// Writes the gathered differences.
    fn derive(&mut self, ids: &mut NameIds) -> Result<(), StoreError> {
        self.links.mark(&mut self.names);
        let touched = self.names.flush(&self.tables, &mut self.txn, &mut self.state, ids)?;
        self.relations.flush(&self.tables, &mut self.txn, &mut self.state, &self.names)?;
        self.links.flush(&self.tables, &mut self.txn, touched)?;
        self.fields.flush(&self.tables, &mut self.txn, &mut self.state)
    }

    /// Writes the gathered differences, then the state and the log.
    fn flush(&mut self, model: Option<&ModelCard>, ids: &mut NameIds) -> Result<(), StoreError> {
        self.derive(ids)?;
        self.log.added.1 = self.state.next_chunk;
        self.log.removed.sort_unstable();
        self.state.change += 1;
        if self.state.model.is_none() && self.new.has_vectors() {
            self.state.model = model.cloned();
        }
        self.alive.write(&self.tables, &mut self.txn)?;
        self.tables.log.put(&mut self.txn, &self.state.change.to_be_bytes(), &self.log.bytes()).map_err(io)?;
        self.state.write(&self.tables, &mut self.txn)
    }

    /// The row under a numeric id.
    fn row(&self, table: Table, id: u32) -> Result<Option<&[u8]>, StoreError> {
        table.get(&self.txn, &id.to_be_bytes()).map_err(io)
    }
}

/// The id that a table of keys gives.
pub(super) fn id_of(table: Table, txn: &heed::RoTxn<'_>, key: Key) -> Result<Option<u32>, StoreError> {
    let bytes = table.get(txn, key.bytes()).map_err(io)?;
    Ok(bytes.and_then(|bytes| bytes.try_into().ok()).map(u32::from_be_bytes))
}
