//! Upgrades: their progress, and their result.

use std::io;
use std::time::Duration;

use super::units::seconds;
use crate::messages::say;
use quipu::workspace::{UpgradeReport, Upgrading};

/// The progress of a run after this time.
pub(crate) fn upgrading(at: Upgrading, took: Duration) -> String {
    let Upgrading { done, of } = at;
    let line = say!("upgrade-standing", done = done, of = of).to_string();
    if done == 0 || done >= of || took < Duration::from_secs(1) {
        return line;
    }
    let left = took.as_secs_f64() * (of - done) as f64 / done as f64;
    format!("{line}, {}", say!("progress-left", time = seconds(left)))
}

/// Prints the result of a run.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn upgraded(report: &UpgradeReport) -> io::Result<()> {
    let UpgradeReport { from, to, documents, chunks, stopped, seconds: took } = report;
    super::line(if *stopped {
        say!("upgrade-stopped", from = *from)
    } else if from == to {
        say!("upgrade-nothing", format = *to)
    } else {
        say!("upgrade-done", from = *from, to = *to, documents = *documents, chunks = *chunks, time = seconds(*took))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_says_how_long_it_will_take_once_that_is_known() {
        let line = |done, took| upgrading(Upgrading { done, of: 900 }, Duration::from_secs(took));
        assert_eq!(line(300, 10), "300 of 900 chunks and documents rebuilt, about 20 s left");
        assert_eq!(line(0, 10), "0 of 900 chunks and documents rebuilt");
        assert_eq!(line(900, 10), "900 of 900 chunks and documents rebuilt");
    }
}
