//! head
