//! Benchmarks: the whole pipeline over generated text, and the store alone over ready-made facts, at
//! any size, with the cost of each part.

mod pipeline;
mod questions;
mod bench_report;
mod bench_store;
mod synthetic;
mod system;
mod bench_snapshot;

pub use pipeline::{BenchError, Measured, Phase, PipelineBench, SpanTable, bench_phase, bench_pipeline};
pub use bench_report::{BenchLine, BenchReport};
pub use bench_store::{StoreBench, bench_store};
pub use synthetic::Synthetic;
