//! The tool that tells what documents are about as a whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ToolSpec;
use super::paging::Paging;
use crate::communities::{CommunityList, ShownCommunity};
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

/// Themes: what one is about, a list of them, or nothing where there is none of the name.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("type" = "object"))]
pub(super) enum Themes {
    /// One.
    One(Box<ShownCommunity>),
    /// Those of a level and those above it.
    List(CommunityList),
    /// None.
    None {},
}

impl ToolSpec for CommunitiesTool {
    const NAME: &'static str = "communities";
    const ABOUT: &'static str = "Lists the themes of all documents as communities of entities, or tells what one of them is about, \
        with sentences that are quoted. Call it for what a question asks of the whole.";
    const PAGING: Option<Paging> = Paging::list("communities");
    type Input = CommunitiesInput;
    type Output = Themes;

    async fn call(quipu: Quipu, input: CommunitiesInput) -> Result<Themes, Error> {
        if let Some(name) = input.community {
            let found = quipu.community(&name).await?;
            return Ok(found.map_or(Themes::None {}, |found| Themes::One(Box::new(found))));
        }
        Ok(Themes::List(quipu.communities(input.level, super::bounded(input.limit, 20, 100)).await?))
    }
}
