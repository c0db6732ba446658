//! Settings: one table of rows, read from files, variables and flags.
//!
//! A row of [`TABLE`] is the only definition of a setting: help, docs, the keys that files may hold
//! and the names of variables follow from it.

mod bounds;
mod clustered;
mod file;
mod former;
mod llm;
mod load;
mod load_options;
mod origin;
mod presets;
mod request_scope;
mod server;
mod setting_value;
mod splitting;
mod table;
mod virtual_fields;
mod work;

pub use file::{change, change_all};
pub use former::FormerKey;
pub use llm::LlmUse;
pub use load::{LoadedSettings, SettingsError, UnknownKeyAdvice, check_text, load, unknown_key, user_file};
pub use origin::Origin;
pub use presets::{PRESETS, Preset, preset};
pub use request_scope::{is_for_requests, may_be_set_from_afar};
pub use setting_value::{Accepts, ExpectedValue, SettingRow};
pub use table::{Setting, Settings, TABLE};
pub use virtual_fields::VIRTUAL;
pub(crate) use virtual_fields::{refusal, virtual_field};
pub use work::Work;
