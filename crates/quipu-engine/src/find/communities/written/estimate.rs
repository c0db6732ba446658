//! A cost estimate of reports, made beforehand: the actual prompts are measured; reply sizes are learned from earlier
//! runs, else guessed. Where parts still lack written reports, their reports without a model are measured in
//! place.

use serde::Serialize;

use super::ask;
use super::run::{Course, Due};
use super::writer::ReportWriter;
use crate::base::EngineError;
use crate::base::gateway::{Price, tokens};
use crate::base::ports::{Kept, Store};
use crate::find::communities::extract::Grounds;
use crate::write::extract::{Learned, Range};

/// Tokens of a report, least and most.
const REPORT: (f64, f64) = (250.0, 900.0);
/// The relative error of token counts of prompts.
const MARGIN: f64 = 0.25;

/// The estimate for the reports of one level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct LevelEstimate {
    /// The level, 0 for the outermost.
    pub level: u32,
    /// Reports to write.
    pub reports: u64,
    /// Estimated tokens of their prompts.
    pub input: u64,
    /// Reports that are up to date.
    pub stand: u64,
    /// Communities that are too small for one by a model.
    pub small: u64,
}

/// The estimate for all reports.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ReportEstimate {
    /// The model.
    pub model: String,
    /// Level by level, the innermost first.
    pub levels: Vec<LevelEstimate>,
    /// Reports to write.
    pub reports: u64,
    /// Calls: one a report, and another where one is refused.
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

/// The estimate for the reports that are missing or stale. No model is called.
///
/// # Errors
/// When the store fails, or the shelf cannot be read.
pub(in crate::find::communities) async fn estimate_reports(
    store: &dyn Store,
    shelf: &dyn Kept,
    grounds: &Grounds<'_>,
    writer: &ReportWriter<'_>,
    price: Price,
) -> Result<ReportEstimate, EngineError> {
    let course = Course::begin(store, shelf, grounds).await?;
    let mut estimate = ReportEstimate { model: writer.llm.model().to_owned(), ..ReportEstimate::default() };
    for (level, of) in course.levels() {
        let mut told = LevelEstimate { level, ..LevelEstimate::default() };
        for at in of {
            match course.due(writer, at).await? {
                Due::Asked(asked) => {
                    told.reports += 1;
                    told.input += tokens::near_prompt(&ask::asked(writer, &asked.0, ""));
                }
                Due::Small => told.small += 1,
                _ => told.stand += 1,
            }
        }
        estimate.levels.push(told);
    }
    estimate.reports = estimate.levels.iter().map(|level| level.reports).sum();
    let input: u64 = estimate.levels.iter().map(|level| level.input).sum();
    let learned = Learned::of(&**writer.kept, &writer.learned()).await?;
    let (reports, prompts) = (estimate.reports as f64, input as f64);
    let guess = || {
        let replies = Range { low: reports * REPORT.0, high: reports * REPORT.1 };
        let input = Range { low: prompts * (1.0 - MARGIN), high: prompts * 2.0 };
        [Range { low: reports, high: reports * 2.0 }, input, replies]
    };
    let [calls, input, output] = learned.foretold(estimate.reports, input).unwrap_or_else(guess);
    let money = Range::cost(price, input, output);
    Ok(ReportEstimate { calls, input, output, money, learned: learned.calls(), ..estimate })
}
