//! Exports and imports: a workspace in other shapes.

use std::io::BufRead;

use quipu_engine::exchange::{ExportReport, ImportOptions, ImportReport, Shape, Sink, export, import};

use super::workers;
use crate::Quipu;
use crate::job::{Job, Outcome, Working, aside};

impl Quipu {
    /// Writes the workspace into a sink, and returns the sink with a report.
    ///
    /// # Errors
    /// When the workspace cannot be read, or the sink cannot be written.
    pub fn export<S: Sink + Send + 'static>(&self, shape: Shape, mut sink: S) -> Outcome<(ExportReport, S)> {
        let quipu = self.clone();
        aside(move || async move {
            let report = export(&quipu.reading()?, shape, &mut sink).await?;
            Ok((report, sink))
        })
    }

    /// Imports lines that [`Shape::Jsonl`] wrote; incomplete parts are reported, and complete ones
    /// stay.
    pub fn import(&self, mut input: Box<dyn BufRead + Send>) -> Job<(), ImportReport> {
        let quipu = self.clone();
        Job::start(move |Working { stop, .. }| async move {
            let workspace = quipu.creating()?;
            let group_bytes = (quipu.settings().sync_megabytes * (1 << 20) as f64) as usize;
            let options = ImportOptions { group_bytes, workers: workers(), stop };
            Ok(import(&workspace, &mut *input, &options).await?)
        })
    }
}
