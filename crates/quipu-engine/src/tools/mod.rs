//! Tools of the agent, which people and programs call too: each reads, none writes, and what each gives is data that
//! serialises alike at every door.

pub mod dependencies;
