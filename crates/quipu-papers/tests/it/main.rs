//! Bibliographies as programs write them, and as chance makes them.

mod bib;
mod bib_properties;
