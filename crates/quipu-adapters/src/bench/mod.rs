//! Benchmarks: a synthetic workspace of any size, loaded and asked, with what each part costs.

mod questions;
mod report;
mod store;
mod synthetic;
mod system;

pub use report::{BenchReport, Line};
pub use store::{StoreBench, bench_store};
pub use synthetic::Synthetic;
pub(crate) use system::thread_cpu;
