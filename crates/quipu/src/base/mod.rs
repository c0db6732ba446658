//! What everything else names: errors, settings, places of workspaces and models, works, questions.

mod codes;
pub mod durable;
pub(crate) mod error;
pub mod evaluated;
pub(crate) mod job;
pub mod location;
pub mod model_folders;
pub mod names;
pub(crate) mod pull;
pub(crate) mod question;
pub mod settings;
pub(crate) mod tool_messages;
pub mod workers;
