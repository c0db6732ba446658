//! The words of Quipu, and everything that can be computed without asking anyone.
//!
//! Files become a graph; a question becomes evidence; evidence becomes an answer. This floor holds
//! what those arrows carry ([`model`], [`view`]) and every step that needs no file, clock, network,
//! environment or thread: reading words ([`text`]), cutting documents ([`split`]), finding facts
//! ([`extract`]), comparing old and new ([`change`]), ranking ([`rank`], [`strategies`]), what lies between and around ([`graph`]).
//! Every function here is pure, total and deterministic, and none knows a natural language but those of [`text`]: what a
//! sentence says and what a question asks for, the crate `quipu-language` reads.

pub mod background;
pub mod change;
pub mod communities;
pub mod extract;
pub mod graph;
pub mod joined;
pub mod model;
pub mod operators;
pub mod option_kind;
pub mod random;
pub mod rank;
pub mod replies;
mod span;
pub mod split;
pub mod strategies;
pub mod text;
pub mod view;
