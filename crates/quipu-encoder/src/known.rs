//! Models that are known by name.
