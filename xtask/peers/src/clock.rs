//! Times: CPU time where only this process counts, wall time where a person waits.

use std::time::Instant;

use quipu_adapters::clock::process_cpu;

/// The time of a work, in seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Took {
    pub(crate) wall: f64,
    pub(crate) cpu: f64,
}

/// Does `work`, and returns its times.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Took) {
    let (began, used) = (Instant::now(), process_cpu());
    let done = work();
    (done, Took { wall: began.elapsed().as_secs_f64(), cpu: (process_cpu() - used).as_secs_f64() })
}
