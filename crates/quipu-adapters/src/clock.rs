//! CPU time, as the operating system counts it.

use std::time::Duration;

/// CPU time of the calling thread.
pub fn thread_cpu() -> Duration {
    clocks::thread()
}

/// CPU time of all threads of the process.
pub fn process_cpu() -> Duration {
    clocks::process()
}

#[cfg(unix)]
mod clocks {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    fn clock(id: ClockId) -> Duration {
        let time = clock_gettime(id);
        Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
    }

    pub(super) fn thread() -> Duration {
        clock(ClockId::ThreadCPUTime)
    }

    pub(super) fn process() -> Duration {
        clock(ClockId::ProcessCPUTime)
    }
}

/// Fallback without a CPU clock of the system: elapsed wall time.
#[cfg(not(unix))]
mod clocks {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn thread() -> Duration {
        BEGAN.elapsed()
    }

    pub(super) fn process() -> Duration {
        BEGAN.elapsed()
    }
}
