//! Progress of an indexing run on standard error: one line that is drawn again on a terminal, a
//! plain line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use quipu::documents::{Progress, Total};

use super::units::{bytes, seconds};
use crate::messages::say;

/// Interval of plain lines.
const PLAIN_EVERY: Duration = Duration::from_secs(10);

/// The line of a run's progress.
pub(crate) struct ProgressLine {
    terminal: bool,
    total: Total,
    last: Instant,
    drawn: bool,
}

impl Default for ProgressLine {
    fn default() -> Self {
        Self::new(Total::default())
    }
}

impl ProgressLine {
    /// A line for a run with this total.
    pub(crate) fn new(total: Total) -> Self {
        Self { terminal: io::stderr().is_terminal(), total, last: Instant::now(), drawn: false }
    }

    /// Shows where the run stands.
    pub(crate) fn show(&mut self, progress: &Progress) {
        let total = self.total;
        self.draw(|| describe(progress, total));
    }

    /// Shows a line that says where another kind of work stands.
    pub(crate) fn draw(&mut self, line: impl FnOnce() -> String) {
        if !self.terminal && self.last.elapsed() < PLAIN_EVERY {
            return;
        }
        self.last = Instant::now();
        self.drawn = true;
        let line = line();
        let mut err = io::stderr().lock();
        // A run goes on when its progress cannot be shown.
        let _ = if self.terminal { write!(err, "\r\u{1b}[2K{line}") } else { writeln!(err, "{line}") };
        let _ = err.flush();
    }

    /// Clears the line.
    pub(crate) fn finish(&mut self) {
        if self.terminal && self.drawn {
            let _ = write!(io::stderr().lock(), "\r\u{1b}[2K");
            self.drawn = false;
        }
    }
}

fn describe(progress: &Progress, total: Total) -> String {
    let mut parts = vec![
        say!("progress-read", files = progress.sources),
        say!("progress-text", size = bytes(progress.bytes)),
        say!("progress-rate", size = bytes(progress.rate() as u64)),
        say!("progress-durable", count = progress.durable),
    ];
    if progress.skipped > 0 {
        parts.push(say!("progress-skipped", count = progress.skipped));
    }
    if let Some(left) = time_left(progress, total) {
        parts.push(say!("progress-left", time = seconds(left)));
    }
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Seconds left at the rate so far; missing before there is a rate, or when standard input is read. The
/// finished part is a share of the files, or of their bytes where a file is long: of many formats only a
/// small part is text.
fn time_left(progress: &Progress, total: Total) -> Option<f64> {
    total.bytes.checked_sub(progress.bytes)?;
    let share = |done: u64, all: u64| if all == 0 { 0.0 } else { done as f64 / all as f64 };
    let done = share(progress.sources, total.files).max(share(progress.bytes, total.bytes)).min(1.0);
    (done > 0.0 && progress.seconds > 1.0).then(|| progress.seconds * (1.0 - done) / done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_time_left_once_they_are_known() {
        let progress = Progress { sources: 2, bytes: 10_000_000, seconds: 2.0, durable: 1, ..Progress::default() };
        let line = describe(&progress, Total { files: 1_000, bytes: 60_000_000 });
        assert_eq!(line, "2 files read, 10.0 MB of text, 5.0 MB/s, 1 durable, about 10 s left");
        assert!(!describe(&progress, Total { files: 1, bytes: 5 }).contains("left"));
        // Two of eight files, though hardly a byte of theirs is text.
        let line = describe(&progress, Total { files: 8, bytes: 90_000_000_000 });
        assert!(line.ends_with("about 6.0 s left"), "{line}");
        assert!(!describe(&Progress::default(), Total { files: 1, bytes: 5 }).contains("left"));
    }
}
