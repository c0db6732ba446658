//! The tool that tells what all documents are about.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ToolSpec;
use crate::overview::Overview;
use crate::{Error, Quipu};

pub(super) struct OverviewTool;

/// Nothing: the overview is of all documents.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OverviewInput {}

impl ToolSpec for OverviewTool {
    const NAME: &'static str = "overview";
    const ABOUT: &'static str = "Tells what the documents are about: their themes with a quoted sentence each, what is named most, the \
        latest, and questions that they answer. Call it first in an unknown workspace.";
    type Input = OverviewInput;
    type Output = Overview;

    async fn call(quipu: Quipu, _: OverviewInput) -> Result<Overview, Error> {
        quipu.overview().await
    }
}
