//! A cost estimate of a run, made beforehand: calls, tokens and money, as a range.
//!
//! The actual prompts are measured. Their size in the model's own tokens, the length of replies,
//! and the number of gleaning rounds are learned from the calls of earlier runs of the same model and profile;
//! without earlier runs the range is wide, and marked as a guess.

use crate::write::extract::learned::Range;
use serde::Serialize;

use super::ask::Asker;

use super::learned::Learned;
use super::options::ExtractOptions;
use super::run::{Work, work_of};
use crate::base::gateway::Price;
use crate::base::ports::Kept;
use crate::base::{EngineError, Workspace};

/// The cost estimate of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
#[schemars(rename = "ReadingEstimate")]
pub struct Estimate {
    /// The model.
    pub model: String,
    /// Windows to read.
    pub windows: u64,
    /// Calls.
    pub calls: Range,
    /// Tokens of prompts.
    pub input: Range,
    /// Tokens of replies.
    pub output: Range,
    /// The cost at the prices in the settings.
    pub money: Range,
    /// Number of calls from which it was learned; 0 for a guess.
    pub learned: u64,
    /// The estimate for all windows, where only a share is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<Estimate>>,
    /// The additional estimate for placing chunks in their documents, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextEstimate>,
}

/// Without experience: tokens of replies for each token of the text, least and most.
const GUESS: (f64, f64) = (0.3, 1.2);

/// The estimate for all windows that are not read. No model is called.
///
/// # Errors
/// When the store fails.
pub async fn estimate(
    workspace: &Workspace,
    asker: &Asker,
    kept: &dyn Kept,
    price: Price,
    options: &ExtractOptions,
) -> Result<Estimate, EngineError> {
    let (mut windows, mut counted, mut text) = (0_u64, 0_u64, 0_u64);
    let mut work = work_of(workspace, asker, kept, options).await?;
    while let Some(Work { pending, .. }) = work.next().await? {
        for window in &pending {
            windows += 1;
            text += window.text;
            counted += window.prompt;
        }
    }
    let learned = Learned::of(kept, &asker.learned()).await?;
    let mut out = Estimate { model: asker.llm.model().to_owned(), windows, ..Estimate::default() };
    if let Some([calls, input, output]) = learned.foretold(windows, counted) {
        out = Estimate { calls, input, output, learned: learned.calls(), ..out };
    } else {
        let (least, most) = asker.calls();
        let reply = |share: f64| text as f64 * share;
        out.calls = Range { low: windows as f64 * least, high: windows as f64 * most };
        // A second call sends the prompt again, with the first reply.
        let high = counted as f64 * most + reply(GUESS.1) * (most - 1.0);
        out.input = Range { low: counted as f64 * least, high };
        out.output = Range { low: reply(GUESS.0), high: reply(GUESS.1) * most };
    }
    out.money = Range::cost(price, out.input, out.output);
    Ok(out)
}

/// The estimate for placing chunks.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct ContextEstimate {
    /// Windows to ask about.
    pub windows: u64,
    /// Calls: one a window, and more where a reply leaves some chunk out.
    pub calls: Range,
    /// Tokens of prompts.
    pub input: Range,
    /// Tokens of replies.
    pub output: Range,
    /// The cost at the prices in the settings.
    pub money: Range,
    /// Number of calls from which it was learned; 0 for a guess.
    pub learned: u64,
}
