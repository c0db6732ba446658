//! The words of Quipu, and everything that can be computed without asking anyone.
//!
//! Files become a graph; a question becomes evidence; evidence becomes an answer. This floor holds
//! what those arrows carry ([`model`], [`view`]) and every step that needs no file, clock, network,
//! environment or thread: reading words ([`text`]), cutting documents ([`split`]), finding facts
//! ([`extract`]), comparing old and new ([`change`]), ranking ([`rank`], [`strategies`]), what lies between and around ([`graph`]) and
//! quoting ([`answer`]). Every function here is pure, total and deterministic.

pub mod answer;
pub mod arithmetic;
pub mod change;
pub mod communities;
pub mod extract;
pub mod graph;
pub mod joined;
pub mod model;
pub mod operators;
pub mod plan;
pub mod random;
pub mod rank;
pub mod replies;
pub mod split;
pub mod stated;
pub mod strategies;
pub mod text;
pub mod view;
