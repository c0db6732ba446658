//! Times: of the processor where only this process counts, of the wall where a person waits.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// CPU time of all threads of this process.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// What something took, in seconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Took {
    pub(crate) wall: f64,
    pub(crate) cpu: f64,
}

/// Does `work`, and says what it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Took) {
    let (began, used) = (Instant::now(), cpu());
    let done = work();
    (done, Took { wall: began.elapsed().as_secs_f64(), cpu: (cpu() - used).as_secs_f64() })
}

/// The middle one; 0 of none.
pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}
