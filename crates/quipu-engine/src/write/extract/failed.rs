//! Windows that failed: stored beside the truth, so that `status` shows them and they can be retried.

use quipu_kernel::model::Key;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::base::paging;
use crate::base::ports::{Kept, LlmError, StoreError, Write};

/// The key prefix.
const PREFIX: &[u8] = b"extract/failed/1/";
/// Number of refusals without a reply between after which a run ends: the server refuses everything.
const REFUSALS: u32 = 3;
/// Number of refusals of prompts, by a server that accepted others, after which a run ends.
const REFUSALS_OF_PROMPTS: u32 = 200;

/// A window that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "NotRead")]
pub struct Failed {
    /// Id of its document.
    pub document: String,
    /// A hash of its request.
    pub window: Key,
    /// Its first chunk.
    pub chunk: Key,
    /// Number of its chunks.
    pub chunks: usize,
    /// The error.
    pub error: LlmError,
}

/// The windows that failed and were not asked again since.
///
/// # Errors
/// When the map cannot be read.
pub async fn failed(kept: &dyn Kept) -> Result<Vec<Failed>, StoreError> {
    let rows = paging::rows(kept, PREFIX).await?;
    Ok(rows.iter().filter_map(|(_, value)| serde_json::from_slice(value).ok()).collect())
}

/// The failed windows that are not retried without a request: all except those whose server was busy or
/// away. Empty if a retry is requested.
pub(super) async fn left_alone(kept: &dyn Kept, again: bool) -> Result<FxHashSet<Key>, StoreError> {
    let failed = if again { Vec::new() } else { failed(kept).await? };
    Ok(failed.into_iter().filter(|failed| !failed.error.passes()).map(|failed| failed.window).collect())
}

/// True if the server failed, which ends a run, rather than one window. `refusals` counts refusals
/// without a reply between; `replied` is true if there was any reply in this run: then a refused prompt
/// is a problem of that prompt alone.
pub(crate) fn is_of_all(error: &LlmError, replied: bool, refusals: &mut u32) -> bool {
    match error {
        LlmError::Resting { .. } | LlmError::Kept { .. } => true,
        error if error.is_of_bounds() => true,
        LlmError::Refused { .. } if replied && error.is_of_prompt() => {
            *refusals += 1;
            *refusals >= REFUSALS_OF_PROMPTS
        }
        LlmError::Refused { .. } | LlmError::Unrecorded { .. } => {
            *refusals += 1;
            *refusals >= REFUSALS
        }
        _ => false,
    }
}

/// Notes failures, and forgets those of windows that are read or gone.
pub(super) async fn note(kept: &dyn Kept, new: &[Failed], gone: &[Key]) -> Result<(), StoreError> {
    let key = |window: &Key| [PREFIX, window.bytes()].concat();
    let put = |failed: &Failed| Write::Put {
        key: key(&failed.window),
        value: serde_json::to_vec(failed).unwrap_or_default(),
    };
    let writes: Vec<Write> =
        gone.iter().map(|window| Write::Remove { key: key(window) }).chain(new.iter().map(put)).collect();
    if writes.is_empty() { Ok(()) } else { kept.write(writes).await }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: Option<u16>) -> LlmError {
        LlmError::Refused { model: "toy".to_owned(), reason: "no".to_owned(), status }
    }

    #[test]
    fn a_refusal_of_a_prompt_is_that_of_its_window_once_there_was_a_reply() {
        let ends = |error: &LlmError, replied, times: u32| {
            let mut refusals = 0;
            (0..times).any(|_| is_of_all(error, replied, &mut refusals))
        };
        for status in [400, 413, 422] {
            assert!(!ends(&refused(Some(status)), true, 20) && ends(&refused(Some(status)), false, 3), "{status}");
        }
        assert!(ends(&refused(Some(401)), true, 3) && ends(&refused(None), true, 3));
        let withheld = LlmError::Withheld { model: "toy".to_owned(), reason: "no".to_owned(), text: String::new() };
        assert!(!ends(&withheld, false, 500));
    }
}
