//! Statistics of calls in earlier runs, and estimates for similar calls.

use crate::base::gateway::Price;
use serde::{Deserialize, Serialize};

use crate::base::ports::{Kept, StoreError, Usage, Write};

/// The relative deviation of replies from the statistics.
const MARGIN: f64 = 0.1;

/// Statistics of one kind of calls: sums over windows, from which the fixed cost of a window
/// and the cost per token of its first prompt follow (least squares).
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Learned {
    /// Windows that were asked about.
    windows: u64,
    /// Calls that they took.
    calls: u64,
    /// Estimated tokens of the windows' first prompts.
    counted: u64,
    /// Tokens of all prompts, as the server reported them.
    input: u64,
    /// Tokens of all replies.
    output: u64,
    /// Sum of the squares of each window's estimated tokens.
    squares: f64,
    /// Sums of each window's estimated tokens times its tokens of prompts, and of replies.
    products: [f64; 2],
}

impl Learned {
    /// Adds a window: tokens of its first prompt as counted here, and of all its calls.
    pub(crate) fn window(&mut self, counted: u64, usage: Usage) {
        self.windows += 1;
        self.counted += counted;
        self.input += usage.input;
        self.output += usage.output;
        self.squares += (counted as f64).powi(2);
        self.products[0] += counted as f64 * usage.input as f64;
        self.products[1] += counted as f64 * usage.output as f64;
    }

    /// Number of calls from which it was learned.
    pub(crate) fn calls(&self) -> u64 {
        self.calls
    }

    /// The windows of a run with all that it took, calls that were of no use among it.
    pub(crate) fn of_run(self, [calls, input, output]: [u64; 3]) -> Self {
        let more = |all: u64, own: u64| if own == 0 { 1.0 } else { all as f64 / own as f64 };
        let products = [self.products[0] * more(input, self.input), self.products[1] * more(output, self.output)];
        Self { calls, input, output, products, ..self }
    }

    /// Estimated calls, tokens of prompts and tokens of replies of windows, given a total of first-prompt tokens; none
    /// without statistics.
    pub(crate) fn foretold(&self, windows: u64, counted: u64) -> Option<[Range; 3]> {
        if self.windows == 0 || self.counted == 0 {
            return None;
        }
        let calls = self.calls as f64 / self.windows as f64 * windows as f64;
        let [input, output] = self.products;
        let about = |of: f64, margin: f64| Range { low: of * (1.0 - margin), high: of * (1.0 + margin) };
        Some([
            about(calls, MARGIN),
            about(self.by_prompt(self.input, input, windows, counted), MARGIN / 4.0),
            about(self.by_prompt(self.output, output, windows, counted), MARGIN),
        ])
    }

    /// The estimated cost of windows with a total of first-prompt tokens, given the observed `sum`.
    fn by_prompt(&self, sum: u64, product: f64, windows: u64, counted: u64) -> f64 {
        let (n, x, y) = (self.windows as f64, self.counted as f64, sum as f64);
        let spread = n * self.squares - x * x;
        let slope = (n * product - x * y) / spread;
        let own = (y - slope * x) / n;
        // Windows of equal size give no slope, and longer windows cannot cost less.
        if spread > 1e-6 * x * x && slope >= 0.0 && own >= 0.0 {
            own * windows as f64 + slope * counted as f64
        } else {
            y / x * counted as f64
        }
    }

    /// The statistics of the calls with this `key`.
    ///
    /// # Errors
    /// When the map cannot be read.
    pub(crate) async fn of(kept: &dyn Kept, key: &[u8]) -> Result<Self, StoreError> {
        let found = kept.get(key).await?;
        Ok(found.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default())
    }

    /// Adds the statistics of a run.
    pub(crate) async fn learn(kept: &dyn Kept, key: Vec<u8>, run: Self) -> Result<(), StoreError> {
        if run.calls == 0 || run.windows == 0 {
            return Ok(());
        }
        let known = Self::of(kept, &key).await?;
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
        kept.write(vec![Write::Put { key, value }]).await
    }
}

/// A range.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, schemars::JsonSchema)]
#[schemars(rename = "NumberRange")]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

impl Range {
    /// The cost of tokens of prompts and of replies.
    pub(crate) fn cost(price: Price, input: Self, output: Self) -> Self {
        let of = |input, output| price.of(Usage { input: input as u64, output: output as u64, told: false });
        Self { low: of(input.low, output.low), high: of(input.high, output.high) }
    }
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
            learned.by_prompt(learned.input, learned.products[0], windows, counted).round()
        };
        assert_eq!(of(&learned.of_run(all), 10, 5000), 20_000.0);
        // A call in two was of no use.
        assert_eq!(of(&learned.of_run([6, 2 * all[1], 300]), 10, 5000), 40_000.0);
        let output = learned.by_prompt(learned.output, learned.products[1], 10, 5000).round();
        assert_eq!(output, 500.0, "replies do not grow");
        let mut alike = Learned::default();
        (0..3).for_each(|_| alike.window(100, usage(300)));
        assert_eq!(of(&alike, 1, 200), 600.0);
    }
}
