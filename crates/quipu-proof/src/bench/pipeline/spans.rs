//! Spans: CPU and wall time of named parts, as sums.
//!
//! A span costs two readings of a clock a call, about a microsecond; it is put around work of
//! tens of microseconds and more.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quipu_adapters::clock::thread_cpu;
use serde::{Deserialize, Serialize};

/// The sum of a part's times, from all threads.
#[derive(Debug, Default)]
pub(super) struct Span {
    cpu: AtomicU64,
}

impl Span {
    /// Does `work` and adds its times on this thread.
    pub(super) fn of<T>(&self, work: impl FnOnce() -> T) -> T {
        let began = thread_cpu();
        let done = work();
        self.add(thread_cpu().saturating_sub(began));
        done
    }

    /// Adds time.
    pub(super) fn add(&self, time: Duration) {
        self.cpu.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
    }

    /// Seconds so far.
    pub(super) fn seconds(&self) -> f64 {
        self.cpu.load(Ordering::Relaxed) as f64 / 1e9
    }
}

/// Does `work`, and returns its wall time in milliseconds.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed().as_secs_f64() * 1e3)
}

/// The parts of one row's time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpanTable {
    /// The measured quantity.
    pub what: String,
    /// Unit of the parts.
    pub unit: String,
    /// The whole, in that unit.
    pub whole: f64,
    /// Its parts, in the order of the work.
    pub parts: Vec<(String, f64)>,
}

impl SpanTable {
    /// A table of parts; the rest of the whole becomes a part of the name `rest`.
    pub(super) fn new(what: &str, unit: &str, whole: f64, parts: &[(&str, f64)], rest: &str) -> Self {
        let mut parts: Vec<(String, f64)> = parts.iter().map(|(part, value)| ((*part).to_owned(), *value)).collect();
        let left = whole - parts.iter().map(|(_, value)| value).sum::<f64>();
        parts.push((rest.to_owned(), left));
        Self { what: what.to_owned(), unit: unit.to_owned(), whole, parts }
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("### {}\n\n| span | {} | share |\n|---|---|---|\n", self.what, self.unit);
        for (part, value) in &self.parts {
            let share = 100.0 * value / self.whole.max(1e-12);
            out.push_str(&format!("| {part} | {value:.2} | {share:.0} % |\n"));
        }
        out.push_str(&format!("| **all** | {:.2} | |\n", self.whole));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_table_add_up() {
        let table = SpanTable::new("a row", "ms", 10.0, &[("split", 2.5), ("embed", 3.5)], "rest");
        assert_eq!(table.parts.iter().map(|(_, value)| value).sum::<f64>(), 10.0);
        assert!(table.markdown().contains("| rest | 4.00 | 40 % |"), "{}", table.markdown());
    }
}
