//! The tool that tells what documents are about as a whole.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ToolSpec;
use super::measures::{ToolData, data};
use super::paging::Paging;
use crate::{Error, Quipu};

pub(super) struct CommunitiesTool;

/// Which communities.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CommunitiesInput {
    /// One of them: its id, or the name of an entity in it; all that is known of it is told.
    #[serde(default)]
    community: Option<String>,
    /// Without one: how deep to list, 0 for the outermost alone.
    #[serde(default)]
    level: u32,
    /// Without one: how many at most, from 1 to 100; 20 unless told.
    #[serde(default)]
    limit: Option<usize>,
}

impl ToolSpec for CommunitiesTool {
    const NAME: &'static str = "communities";
    const ABOUT: &'static str = "Lists the themes of all documents as communities of entities, or tells what one of them is about, \
        with sentences that are quoted. Call it for what a question asks of the whole.";
    const PAGING: Option<Paging> = Paging::list("communities");
    type Input = CommunitiesInput;
    type Output = ToolData;

    async fn call(quipu: Quipu, input: CommunitiesInput) -> Result<ToolData, Error> {
        if let Some(name) = input.community {
            let found = quipu.community(&name).await?;
            return Ok(found.map_or_else(ToolData::new, data));
        }
        Ok(data(quipu.communities(input.level, super::bounded(input.limit, 20, 100)).await?))
    }
}
