//! What a run would take, before it is begun: calls, tokens and money, as a range.
//!
//! The very prompts that would be sent are measured. What they are in the model's own tokens, how long replies
//! are, and how often a round of gleaning follows, is learned from the calls of earlier runs of the same model and profile;
//! where there were none, the range is wide and says so.

use serde::{Deserialize, Serialize};

use super::ask::Asker;
use super::context::ContextEstimate;
use super::run::{ExtractOptions, Work, work_of};
use crate::gateway::Price;
use crate::ports::{Kept, StoreError, Usage, Write};
use crate::{EngineError, Workspace};

/// From and to.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// What a run would take.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
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
    /// What that costs at the prices of the settings.
    pub money: Range,
    /// From how many calls that was learned; 0 for a guess.
    pub learned: u64,
    /// What placing chunks in their documents would take beside it, where that is wished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextEstimate>,
}

/// What calls of one model and profile were like.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Learned {
    /// Windows that were asked about.
    pub windows: u64,
    /// Calls that they took.
    pub calls: u64,
    /// Tokens of the windows' first prompts, as nearly counted here.
    pub counted: u64,
    /// Tokens of all prompts, as the server told them.
    pub input: u64,
    /// Tokens of all replies.
    pub output: u64,
}

/// How far a reply may be from what is learned.
const MARGIN: f64 = 0.1;
/// Without experience: tokens of replies for each token of the text, least and most.
const GUESS: (f64, f64) = (0.3, 1.2);

impl Learned {
    fn key(asker: &Asker) -> Vec<u8> {
        format!("extract/learned/1/{}/{}/{}", asker.llm.model(), asker.profile, asker.gleanings).into_bytes()
    }

    /// What is known of a model and a profile.
    ///
    /// # Errors
    /// When the map cannot be read.
    pub async fn of(kept: &dyn Kept, asker: &Asker) -> Result<Self, StoreError> {
        let found = kept.get(&Self::key(asker)).await?;
        Ok(found.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    /// Adds what a run was like.
    pub(super) async fn learn(kept: &dyn Kept, asker: &Asker, run: Self) -> Result<(), StoreError> {
        if run.calls == 0 || run.windows == 0 {
            return Ok(());
        }
        let known = Self::of(kept, asker).await?;
        let sum = Self {
            windows: known.windows + run.windows,
            calls: known.calls + run.calls,
            counted: known.counted + run.counted,
            input: known.input + run.input,
            output: known.output + run.output,
        };
        let value = serde_json::to_vec(&sum).unwrap_or_default();
        kept.write(vec![Write::Put { key: Self::key(asker), value }]).await
    }
}

/// What reading all that is not read would take. Nothing is asked.
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
    let learned = Learned::of(kept, asker).await?;
    let mut out = Estimate { model: asker.llm.model().to_owned(), windows, ..Estimate::default() };
    if learned.windows > 0 && learned.counted > 0 {
        let by_window = |of: u64| of as f64 / learned.windows as f64 * windows as f64;
        let by_prompt = |of: u64| of as f64 / learned.counted as f64 * counted as f64;
        let about = |of: f64, margin: f64| Range { low: of * (1.0 - margin), high: of * (1.0 + margin) };
        out.calls = about(by_window(learned.calls), MARGIN);
        out.input = about(by_prompt(learned.input), MARGIN / 4.0);
        out.output = about(by_prompt(learned.output), MARGIN);
        out.learned = learned.calls;
    } else {
        let (least, most) = asker.calls();
        let reply = |share: f64| text as f64 * share;
        out.calls = Range { low: windows as f64 * least, high: windows as f64 * most };
        // A second call sends the prompt again, with what the first one said.
        let high = counted as f64 * most + reply(GUESS.1) * (most - 1.0);
        out.input = Range { low: counted as f64 * least, high };
        out.output = Range { low: reply(GUESS.0), high: reply(GUESS.1) * most };
    }
    let cost = |input: f64, output: f64| price.of(Usage { input: input as u64, output: output as u64, told: false });
    out.money = Range { low: cost(out.input.low, out.output.low), high: cost(out.input.high, out.output.high) };
    Ok(out)
}
