//! The tool that tells what all documents are about.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ToolSpec;
use crate::overview::Overview;
use crate::{Error, Quipu};

pub(super) struct OverviewTool;

/// How much to tell.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OverviewInput {
    /// Propose questions that the documents answer too (true).
    #[serde(default)]
    questions: Option<bool>,
}

impl ToolSpec for OverviewTool {
    const NAME: &'static str = "overview";
    const ABOUT: &'static str = "Tells what the documents are about: their themes with a quoted sentence each, what is named most, the \
        latest, and questions that they answer. Call it first in an unknown workspace.";
    type Input = OverviewInput;
    type Output = Overview;

    async fn call(quipu: Quipu, input: OverviewInput) -> Result<Overview, Error> {
        let mut overview = quipu.overview().await?;
        if input.questions == Some(false) {
            overview.questions.clear();
        }
        Ok(overview)
    }
}
