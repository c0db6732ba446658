//! Benchmarks: the whole pipeline over generated text, and the store alone over ready-made facts, at
//! any size, with the cost of each part.

mod bench_report;
mod bench_snapshot;
mod bench_store;
mod pipeline;
mod questions;
mod synthetic;
mod system;

pub use bench_report::{BenchLine, BenchReport};
pub use bench_store::{StoreBench, bench_store};
pub use pipeline::{BenchError, Measured, Phase, PipelineBench, SpanTable, bench_phase, bench_pipeline};
pub use synthetic::Synthetic;
