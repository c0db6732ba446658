//! Settings: one table of rows, read from files, variables and flags.
//!
//! A row of [`TABLE`] is the only definition of a setting: help, docs, the keys that files may hold
//! and the names of variables follow from it.

mod asked;
mod bounds;
mod clustered;
mod cut;
mod file;
mod former;
mod llm;
mod load;
mod load_options;
mod origin;
mod presets;
mod server;
mod table;
mod value;
mod virtual_fields;
mod work;

pub use asked::{is_for_requests, may_be_set_from_afar};
pub use file::{change, change_all};
pub use former::FormerKey;
pub use llm::LlmUse;
pub use load::{Advice, LoadedSettings, SettingsError, check_text, load, unknown_key, user_file};
pub use origin::Origin;
pub use presets::{PRESETS, Preset, preset};
pub use table::{Setting, Settings, TABLE};
pub use value::{Accepts, ExpectedValue, SettingRow};
pub use virtual_fields::VIRTUAL;
pub(crate) use virtual_fields::{refusal, virtual_field};
pub use work::Work;
