//! Quipu as a library: documents become a knowledge graph, questions get cited answers (GraphRAG).
//!
//! [`Quipu`] is an open workspace. It is cheap to clone, and everything that it returns is `'static` and
//! `Send`. Long operations are a [`Job`]: a stream of events that ends in an outcome. Nothing here prints, listens to
//! signals or keeps a language: that is for the program around it.
//!
//! ```no_run
//! use quipu::{Access, Files, Quipu};
//!
//! # async fn example() -> Result<(), quipu::Error> {
//! let quipu = Quipu::open("my-notes", Access::Create)?;
//! quipu.index(Files::of(["notes"])).await?;
//! let answer = quipu.ask("Who cast the bell of the tower?").await?;
//! println!("{}", answer.answer);
//! # Ok(())
//! # }
//! ```
//!
//! | group | methods |
//! |---|---|
//! | documents | [`Quipu::index`], [`Quipu::watch`], [`Quipu::read`], [`Quipu::delete`], [`Quipu::import`], [`Quipu::export`], [`Quipu::text`], [`Quipu::outline`], [`Quipu::grep`], [`Quipu::wiki`] |
//! | ask | [`Quipu::ask`], [`Quipu::search`], [`Quipu::things`], [`Quipu::conversations`], [`Quipu::conversation`], [`Quipu::conversation_whole`], [`Quipu::branch_conversation`], [`Quipu::rename_conversation`], [`Quipu::forget`], [`Quipu::monitored`], [`Quipu::mark`], [`Quipu::forget_answers`] |
//! | graph | [`Quipu::document`], [`Quipu::chunk`], [`Quipu::entities`], [`Quipu::entity_list`], [`Quipu::suggested_names`], [`Quipu::mentioned`], [`Quipu::tree`], [`Quipu::paths`], [`Quipu::picture`], [`Quipu::similar`], [`Quipu::similar_to`], [`Quipu::decide`], [`Quipu::undo`], [`Quipu::decisions`] |
//! | communities | [`Quipu::cluster`], [`Quipu::communities`], [`Quipu::community`] |
//! | models | [`Quipu::extract`], [`Quipu::estimate`], [`Quipu::reembed`], [`Quipu::check_models`], [`Quipu::embed`], [`Quipu::said_cheaply`], [`Quipu::tune`], [`Quipu::fetch_model`] |
//! | workspace | [`Quipu::make`], [`Quipu::ready`], [`Quipu::status`], [`Quipu::doctor`], [`Quipu::upgrade`], [`Quipu::dump`], [`Quipu::backup`], [`Quipu::destroy`] |

mod answers;
pub mod ask;
pub mod backup;
mod base;
mod chunks_of_fields;
pub mod communities;
pub mod documents;
pub mod extend;
pub mod graph;
mod handle;
pub mod models;
pub mod monitor;
pub mod overview;
pub mod things;
pub mod tools;
pub mod wiki;
pub mod workspace;

pub use base::{durable, evaluated, location, model_folders, names, settings, workers};
pub(crate) use base::{error, job, pull, question, tool_messages};
pub use documents::Files;
pub use handle::fields;
pub(crate) use handle::{catalogue, held_open, llms, open, opened, reading, tapes};

pub use error::{CodedError, Error, ErrorKind};
pub use job::{Job, Outcome, Stop};
pub use location::{Access, Location};
pub use opened::{HeldRight, Opening, Quipu};
pub use question::{Ask, Earlier, Filters};
pub use quipu_adapters::store::tell_damage;
pub use workers::Workers;

/// Filter expressions: conditions on documents, as [`Filters`] hold them.
pub mod filter {
    pub use quipu_kernel::view::{
        ComparedAs, DEEPEST_EXPRESSION, Expression, ExpressionError, FieldIs, FieldRange, FieldTest, FieldText,
        FieldValues, MOST_TESTS, MOST_VALUES, RangeEnd,
    };
}

/// The errors that an [`Error`] may hold.
pub mod errors {
    pub use crate::documents::FetchError;
    pub use crate::pull::PullError;
    pub use crate::settings::SettingsError;
    pub use quipu_adapters::read::FindError;
    pub use quipu_adapters::store::SystemLimit;
    pub use quipu_engine::EngineError;
    pub use quipu_engine::ports::{EmbedError, LlmError, StoreError};
    pub use quipu_kernel::model::KeyError;
}
