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

/// What calls of one model and profile were like: sums over windows, from which follows what a window takes by itself
/// and what each token of its first prompt adds (least squares).
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
    /// Sum of the squares of what was counted of each window.
    squares: f64,
    /// Sums of what was counted of each window times its tokens of prompts, and of replies.
    products: [f64; 2],
}

/// How far a reply may be from what is learned.
const MARGIN: f64 = 0.1;
/// Without experience: tokens of replies for each token of the text, least and most.
const GUESS: (f64, f64) = (0.3, 1.2);

impl Learned {
    fn key(asker: &Asker) -> Vec<u8> {
        format!("extract/learned/2/{}/{}/{}", asker.llm.model(), asker.profile, asker.gleanings).into_bytes()
    }

    /// Adds a window: tokens of its first prompt as counted here, and of all its calls.
    pub(super) fn window(&mut self, counted: u64, usage: Usage) {
        self.windows += 1;
        self.counted += counted;
        self.input += usage.input;
        self.output += usage.output;
        self.squares += (counted as f64).powi(2);
        self.products[0] += counted as f64 * usage.input as f64;
        self.products[1] += counted as f64 * usage.output as f64;
    }

    /// The windows of a run with all that it took, calls that were of no use among it.
    pub(super) fn of_run(self, [calls, input, output]: [u64; 3]) -> Self {
        let more = |all: u64, own: u64| if own == 0 { 1.0 } else { all as f64 / own as f64 };
        let products = [self.products[0] * more(input, self.input), self.products[1] * more(output, self.output)];
        Self { calls, input, output, products, ..self }
    }

    /// What so many windows take, of so many tokens of first prompts, if those that were learned of took `sum`.
    fn foretold(&self, (sum, product): (u64, f64), windows: u64, counted: u64) -> f64 {
        let (n, x, y) = (self.windows as f64, self.counted as f64, sum as f64);
        let spread = n * self.squares - x * x;
        let slope = (n * product - x * y) / spread;
        let own = (y - slope * x) / n;
        // Windows that are all alike say nothing of others, and nothing takes less the longer it is.
        if spread > 1e-6 * x * x && slope >= 0.0 && own >= 0.0 {
            own * windows as f64 + slope * counted as f64
        } else {
            y / x * counted as f64
        }
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
            squares: known.squares + run.squares,
            products: [known.products[0] + run.products[0], known.products[1] + run.products[1]],
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
        let [input, output] = learned.products;
        let about = |of: f64, margin: f64| Range { low: of * (1.0 - margin), high: of * (1.0 + margin) };
        out.calls = about(by_window(learned.calls), MARGIN);
        out.input = about(learned.foretold((learned.input, input), windows, counted), MARGIN / 4.0);
        out.output = about(learned.foretold((learned.output, output), windows, counted), MARGIN);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_window_takes_by_itself_is_told_from_what_its_text_adds() {
        let usage = |input| Usage { input, output: 50, told: true };
        let mut learned = Learned::default();
        for counted in [100, 200, 400] {
            learned.window(counted, usage(1000 + 2 * counted));
        }
        let all = [3, 3 * 1000 + 2 * 700, 150];
        let of = |learned: &Learned, windows, counted| {
            learned.foretold((learned.input, learned.products[0]), windows, counted).round()
        };
        assert_eq!(of(&learned.of_run(all), 10, 5000), 20_000.0);
        // A call in two was of no use.
        assert_eq!(of(&learned.of_run([6, 2 * all[1], 300]), 10, 5000), 40_000.0);
        let output = learned.foretold((learned.output, learned.products[1]), 10, 5000).round();
        assert_eq!(output, 500.0, "replies do not grow");
        let mut alike = Learned::default();
        (0..3).for_each(|_| alike.window(100, usage(300)));
        assert_eq!(of(&alike, 1, 200), 600.0);
    }
}
