//! Which tables the truth has.

use heed::{Env, RoTxn, RwTxn, WithoutTls};
use quipu_engine::ports::StoreError;

use super::failures::io;
use super::side::Side;
use super::tables::Table;

/// The tables, from one list: their fields, their names, how they are opened and made. Those that are derived are
/// there once for each [`Side`].
macro_rules! tables {
    (truth { $($(#[$about:meta])* $truth:ident,)* } derived { $($(#[$what:meta])* $derived:ident,)* }) => {
        /// The tables.
        #[derive(Clone, Copy)]
        pub(super) struct Tables {
            $($(#[$about])* pub(super) $truth: Table,)*
            $($(#[$what])* pub(super) $derived: Table,)*
        }

        impl Tables {
            /// The tables of an environment; none when one is missing.
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

            /// Empties what is derived.
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
    /// Chunk id to its text and what is shown with it.
    chunks,
    /// Chunk id to what it says.
    facts,
    /// Number to a person's decision.
    decisions,
    /// Change number to chunks that came and went.
    log,
}
derived {
    /// Name id to row: what an id is called is true, as facts speak by ids, and the rest derived.
    names,
    /// Name key to id.
    name_keys,
    /// Alias links: two name ids to how often each kind is stated.
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
