//! Relevance of reports to a question.

use quipu_kernel::communities::{Fits, fits};
use quipu_kernel::model::Key;
use quipu_kernel::view::Question;
use rustc_hash::FxHashMap;

use super::{Report, vectors};
use crate::base::query::beyond;
use crate::base::{CommunityShelf, EngineError, Workspace};

/// The relevance of each report to a question, by words and, with vectors, by its cosine above the model's background.
///
/// # Errors
/// When the shelf cannot be read.
pub(crate) async fn report_fits(
    workspace: &Workspace,
    kept: &CommunityShelf,
    question: &Question,
    placed: &[(u32, u32, &Report)],
) -> Result<Fits, EngineError> {
    let texts: Vec<String> = placed.iter().map(|(_, _, report)| report.searched()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let cosines = match &question.vector {
        None => Vec::new(),
        Some(asked) => {
            let vectors: FxHashMap<Key, Vec<f32>> = vectors::read(workspace, &*kept.shelf).await?;
            let of = |report: &Report| vectors.get(&report.community).map(Vec::as_slice);
            placed.iter().map(|(_, _, report)| beyond(question, asked, of(report))).collect()
        }
    };
    Ok(fits(question, &texts, &cosines))
}
