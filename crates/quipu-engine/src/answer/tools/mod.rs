//! Tools of the agent, for people and programs too: each reads, none writes, and their results are data that
//! serialize alike at every interface.

pub mod calculate;
pub mod compare;
pub mod dependencies;
pub mod summarise;
pub mod timeline;
mod tool_chunks;

pub use tool_chunks::ToolRef;
