//! What the operating system says of this process: CPU time, bytes written, private memory.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

fn clock(id: ClockId) -> Duration {
    let time = clock_gettime(id);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// CPU time of the calling thread.
pub(crate) fn thread_cpu() -> Duration {
    clock(ClockId::ThreadCPUTime)
}

/// CPU time of all threads of the process.
pub(crate) fn process_cpu() -> Duration {
    clock(ClockId::ProcessCPUTime)
}

/// A number from a file of /proc whose lines are `name: number`; 0 where there is none.
fn proc_number(file: &str, name: &str) -> u64 {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or_default()
}

/// Bytes that this process caused to be written to storage.
pub(crate) fn bytes_written() -> u64 {
    proc_number("/proc/self/io", "write_bytes")
}

/// Private memory of the process, in bytes (mapped files not counted).
pub(crate) fn private_memory() -> u64 {
    proc_number("/proc/self/status", "RssAnon") * 1024
}

/// Flushes all of a directory's file system, so that `bytes_written` is whole.
pub(crate) fn sync(directory: &std::path::Path) {
    if let Ok(directory) = std::fs::File::open(directory) {
        // A file system that cannot be flushed on its own only makes the figure smaller.
        let _ = rustix::fs::syncfs(&directory);
    }
}
