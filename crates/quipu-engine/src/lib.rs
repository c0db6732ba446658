//! The two stories of Quipu, told against ports.
//!
//! `index`: files become a graph. `ask`: a question becomes evidence, and evidence an answer. This
//! floor knows no vendor, no file format and no screen; what it needs of the outside world it names
//! as a port ([`ports`]), and adapters provide.

pub mod ports;
