//! Parts for crates that stand on the library, as measures do: what a workspace is made of, by the settings, and works
//! on threads of their own.

pub use crate::job::aside;
pub use crate::open::{extractor, in_memory, measured, parsed, reader};
