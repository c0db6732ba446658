//! A cost estimate of placing chunks, made beforehand: the actual requests are measured; reply sizes are learned from
//! earlier runs, else guessed.

use crate::write::extract::estimate::ContextEstimate;

use super::ask::{ContextAsker, ContextDocument};
use super::run::pending;
use crate::base::EngineError;
use crate::base::documents::Owners;
use crate::base::gateway::Price;
use crate::base::ports::{Kept, Store};
use crate::write::extract::failed;
use crate::write::extract::learned::Learned;
use crate::write::extract::learned::Range;
use crate::write::extract::options::ExtractOptions;

/// Tokens of a chunk's sentence, least and most.
const SENTENCE: (f64, f64) = (20.0, 80.0);
/// The relative error of token counts of prompts.
const MARGIN: f64 = 0.25;

/// The estimate for all chunks that are not placed. No model is called.
///
/// # Errors
/// When the store fails.
pub async fn estimate_context(
    store: &dyn Store,
    asker: &ContextAsker,
    kept: &dyn Kept,
    price: Price,
    options: &ExtractOptions,
) -> Result<ContextEstimate, EngineError> {
    let skipped = failed::left_alone(kept, options.again).await?;
    let (mut windows, mut chunks, mut input) = (0_u64, 0_u64, 0_u64);
    let mut owners = Owners::of(store);
    while let Some((row, of)) = owners.next().await? {
        let told = ContextDocument::of(&row.title, &of);
        for window in pending(asker, &told, options, &skipped).0 {
            windows += 1;
            chunks += window.range.len() as u64;
            input += window.prompt;
        }
    }
    let learned = Learned::of(kept, &asker.learned()).await?;
    let guess = || {
        let prompts = Range { low: input as f64 * (1.0 - MARGIN), high: input as f64 * 2.0 };
        let replies = Range { low: chunks as f64 * SENTENCE.0, high: chunks as f64 * SENTENCE.1 };
        [Range { low: windows as f64, high: windows as f64 * 2.0 }, prompts, replies]
    };
    let [calls, input, output] = learned.foretold(windows, input).unwrap_or_else(guess);
    let money = Range::cost(price, input, output);
    Ok(ContextEstimate { windows, calls, input, output, money, learned: learned.calls() })
}
