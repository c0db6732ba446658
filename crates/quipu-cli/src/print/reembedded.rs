//! Re-embedding: its progress, and its result.

use std::io;

use quipu::models::{ReembedProgress, ReembedReport};

use super::units::seconds;
use crate::messages::say;

/// The progress of a run.
pub(crate) fn standing(standing: &ReembedProgress) -> String {
    let ReembedProgress { done, left, seconds: took } = *standing;
    let rate = done as f64 / took.max(1e-3);
    let line = say!("reembed-standing", chunks = done, rate = rate.round() as u64, left = left);
    if left == 0 || took <= 1.0 {
        return line.to_string();
    }
    format!("{line}, {}", say!("reembed-left", time = seconds(left as f64 / rate)))
}

/// Prints the result of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn reembedded(report: &ReembedReport) -> io::Result<()> {
    let ReembedReport { model, chunks, uncovered, switched, seconds: took, .. } = report;
    super::line(say!("reembed-done", chunks = *chunks, model = model, time = seconds(*took)))?;
    if *uncovered > 0 {
        super::line(say!("reembed-uncovered", count = *uncovered))?;
    }
    super::line(if *switched { say!("reembed-switched") } else { say!("reembed-stopped") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_says_how_long_it_will_take() {
        let line = standing(&ReembedProgress { done: 300, left: 600, seconds: 10.0 });
        assert_eq!(line, "300 chunks embedded, 30/s, 600 left, about 20 s");
        assert_eq!(standing(&ReembedProgress { done: 1, left: 0, seconds: 1.0 }), "1 chunk embedded, 1/s, 0 left");
    }
}
