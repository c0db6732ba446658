//! The types of Quipu, and all pure computations on them.
//!
//! Files become a graph; a question becomes evidence; evidence becomes an answer. This floor holds the data of these
//! steps ([`model`], [`view`]) and every step that needs no file, clock, network, environment or thread: reading words
//! ([`text`]), cutting documents ([`split`]), finding facts ([`extract`]), comparing old and new ([`change`]), ranking
//! ([`rank`], [`strategies`]), algorithms on graphs ([`graph`]). Every function here is pure, total and deterministic,
//! and none except those of [`text`] knows a natural language: the crate `quipu-language` analyses sentences and
//! questions.

pub mod background;
pub mod change;
pub mod communities;
pub mod extract;
pub mod graph;
pub mod model;
pub mod operators;
pub mod option_kind;
pub mod random;
pub mod rank;
pub mod replies;
pub mod resolution;
mod span;
pub mod split;
pub mod strategies;
pub mod text;
pub mod themes;
pub mod view;
