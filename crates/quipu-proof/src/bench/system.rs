//! Statistics of the operating system for this process: bytes written, private memory, threads.

/// A number from a file of /proc whose lines are `name: number`; 0 if missing.
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
    // A file system that cannot be flushed on its own only makes the figure smaller.
    let _directory = std::fs::File::open(directory);
    #[cfg(target_os = "linux")]
    if let Ok(directory) = _directory {
        let _ = rustix::fs::syncfs(&directory);
    }
}

/// The most memory that the process ever had resident, mapped files counted, in bytes.
pub(crate) fn resident_peak() -> u64 {
    proc_number("/proc/self/status", "VmHWM") * 1024
}

/// CPU time of this process's threads by name, as last seen; threads that ended stay counted.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    seen: std::collections::BTreeMap<String, (String, u64)>,
}

impl Threads {
    /// Reads the use of each thread.
    pub(crate) fn look(&mut self) {
        for entry in std::fs::read_dir("/proc/self/task").into_iter().flatten().filter_map(Result::ok) {
            let text = |file: &str| std::fs::read_to_string(entry.path().join(file)).unwrap_or_default();
            let used = text("schedstat").split(' ').next().and_then(|used| used.parse().ok());
            let Some(used) = used else { continue };
            let name = text("comm").trim().to_owned();
            self.seen.insert(entry.file_name().to_string_lossy().into_owned(), (name, used));
        }
    }

    /// Seconds of the threads whose names are wanted.
    pub(crate) fn seconds(&self, wanted: impl Fn(&str) -> bool) -> f64 {
        self.seen.values().filter(|(name, _)| wanted(name)).map(|(_, used)| *used as f64 / 1e9).sum()
    }
}
