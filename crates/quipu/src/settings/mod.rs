//! Settings: one table of rows, read from files, variables and flags.
//!
//! A row of [`TABLE`] is all there is to say of a setting: help, docs, the keys that files may hold
//! and the names of variables follow from it.

mod cut;
mod llm;
mod load;
mod load_options;
mod server;
mod table;
mod value;

pub(crate) use llm::{LlmUse, Work};
pub(crate) use load::{Loaded, Origin, SettingsError, check_text, load, unknown_key, user_file};
pub(crate) use table::{Settings, TABLE};
pub(crate) use value::Setting;
