//! Operations on named documents: by ids, globs over ids, or paths of files, which may be gone.

use std::path::Path;

use quipu_engine::EngineError;
use quipu_engine::amend::AmendReport;
use quipu_engine::delete::DeleteReport;

use super::roots;
use crate::Error;

/// A report of an operation on named documents.
pub(super) trait Targeted {
    /// The targets that named none.
    fn unmatched(&mut self) -> &mut Vec<String>;

    /// Adds another report, except for its unmatched targets.
    fn join(&mut self, more: Self);
}

impl Targeted for DeleteReport {
    fn unmatched(&mut self) -> &mut Vec<String> {
        &mut self.unmatched
    }

    fn join(&mut self, more: Self) {
        self.deleted.extend(more.deleted);
        self.chunks_removed += more.chunks_removed;
    }
}

impl Targeted for AmendReport {
    fn unmatched(&mut self) -> &mut Vec<String> {
        &mut self.unmatched
    }

    fn join(&mut self, more: Self) {
        self.amended.extend(more.amended);
        self.unchanged.extend(more.unchanged);
    }
}

/// Applies `act` to the named documents; a name that is no id may be the path of a file below a root of the workspace
/// in `folder`.
pub(super) async fn to_named<R: Targeted>(
    folder: &Path,
    documents: Vec<String>,
    act: impl AsyncFn(Vec<String>) -> Result<R, EngineError>,
) -> Result<R, Error> {
    let mut report = act(documents).await?;
    let sources = roots::sources(report.unmatched(), &roots::load(folder)?);
    if !sources.is_empty() {
        let mut more = act(sources.iter().map(|(_, source)| source.clone()).collect()).await?;
        let gone = std::mem::take(more.unmatched());
        let is_gone = |target: &String| sources.iter().all(|(named, source)| named != target || gone.contains(source));
        report.unmatched().retain(is_gone);
        report.join(more);
    }
    Ok(report)
}
