//! Benchmarks: the whole pipeline over generated text, and the store alone over ready-made facts, at
//! any size, with the cost of each part.

mod pipeline;
mod questions;
mod report;
mod store;
mod synthetic;
mod system;
mod whole;

pub use pipeline::{BenchError, Measured, Phase, PipelineBench, SpanTable, bench_phase, bench_pipeline};
pub use report::{BenchLine, BenchReport};
pub use store::{StoreBench, bench_store};
pub use synthetic::Synthetic;
