//! Which tables the truth has.

use heed::{Env, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::StoreError;

use super::failures::io;
use super::side::Side;
use super::tables::Table;

/// The tables, from one list: their fields, their names, and their opening and creation. Derived ones
/// exist once for each [`Side`].
macro_rules! tables {
    (truth { $($(#[$about:meta])* $truth:ident,)* } derived { $($(#[$what:meta])* $derived:ident,)* }) => {
        /// The tables.
        #[derive(Clone, Copy)]
        pub(super) struct Tables {
            $($(#[$about])* pub(super) $truth: Table,)*
            $($(#[$what])* pub(super) $derived: Table,)*
        }

        impl Tables {
            /// The tables of an environment; missing when one of them is.
            pub(super) fn open(
                env: &Env<WithoutTls>,
                txn: &RoTxn<'_, WithoutTls>,
                side: Side,
            ) -> Result<Option<Self>, heed::Error> {
                $(let Some($truth) = env.open_database(txn, Some(stringify!($truth)))? else { return Ok(None) };)*
                $(
                    let name = side.named(stringify!($derived));
                    let Some($derived) = env.open_database(txn, Some(&name))? else { return Ok(None) };
                )*
                Ok(Some(Self { $($truth,)* $($derived),* }))
            }

            /// The tables, those made that are not there.
            pub(super) fn create(env: &Env<WithoutTls>, txn: &mut RwTxn<'_>, side: Side) -> Result<Self, heed::Error> {
                Ok(Self {
                    $($truth: env.create_database(txn, Some(stringify!($truth)))?,)*
                    $($derived: env.create_database(txn, Some(&side.named(stringify!($derived))))?,)*
                })
            }

            /// Empties the derived tables.
            pub(super) fn clear_derived(&self, txn: &mut RwTxn<'_>) -> Result<(), StoreError> {
                $(self.$derived.clear(txn).map_err(io)?;)*
                Ok(())
            }
        }
    };
}

tables! {
truth {
    /// State, bitmaps.
    meta,
    /// Document id to row.
    documents,
    /// Document key to id.
    document_keys,
    /// Body id to row.
    bodies,
    /// Text key to body id and copies.
    texts,
    /// Chunk id to its text and the texts shown with it.
    chunks,
    /// Chunk id to its facts.
    facts,
    /// Number to a person's decision.
    decisions,
    /// Change number to chunks that came and went.
    log,
}
derived {
    /// Name id to row: the name of an id is part of the truth, as facts refer to ids, and the rest is derived.
    names,
    /// Name key to id.
    name_keys,
    /// Alias links: two name ids to the number of statements of each kind.
    links,
    /// Plain name key and id of a name in a sense of its own to nothing.
    senses,
    /// Name id to its class.
    classes,
    /// Relation id to row.
    relations,
    /// Relation key to id.
    relation_keys,
    /// Name id to its relations.
    name_relations,
    /// Metadata field and value to documents.
    fields,
    /// Blocks of long posting lists.
    blocks,
}
}
