//! Tools of the agent, which people and programs call too: each reads, none writes, and what each gives is data that
//! serialises alike at every door.

pub mod calculate;
pub mod compare;
pub mod dependencies;
mod looked;
pub mod summarise;
pub mod timeline;

pub use looked::ToolRef;
