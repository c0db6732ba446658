//! Tools that change what names mean: they need the right to write, and can be taken back.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ToolSpec;
use crate::graph::{Decide, Decision};
use crate::{Access, Error, Quipu};

pub(super) struct MergeNames;

/// Two names that mean one thing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MergeInput {
    /// One.
    a: String,
    /// The other.
    b: String,
    /// Why, as it is kept with the decision.
    reason: String,
}

impl ToolSpec for MergeNames {
    const NAME: &'static str = "merge_names";
    const ABOUT: &'static str = "Decides that two names mean one thing, for a reason; `undo_names` takes it back.";
    const NEEDS: Access = Access::Write;
    type Input = MergeInput;
    type Output = Decision;

    async fn call(quipu: Quipu, MergeInput { a, b, reason }: MergeInput) -> Result<Decision, Error> {
        let deed = quipu.decide(Decide::Merge { a, b }, &reason).await?;
        Ok(deed.decision)
    }
}

pub(super) struct UndoNames;

/// Which decision.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UndoInput {
    /// Its number; the last unless told.
    #[serde(default)]
    number: Option<u64>,
}

impl ToolSpec for UndoNames {
    const NAME: &'static str = "undo_names";
    const ABOUT: &'static str = "Takes a decision about names back: the one of a number, or the last.";
    const NEEDS: Access = Access::Write;
    type Input = UndoInput;
    type Output = Decision;

    async fn call(quipu: Quipu, UndoInput { number }: UndoInput) -> Result<Decision, Error> {
        quipu.undo(number).await
    }
}
