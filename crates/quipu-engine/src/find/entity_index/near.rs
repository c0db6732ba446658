//! Things as seeds: views that begin at the entities and relations whose own texts are nearest to a question; and
//! a check of their visibility under a filter.

use quipu_kernel::strategies::Options;
use quipu_kernel::view::{NearThing, Needs, Question, Thing, ThingKind};

use super::found_thing::FoundThing;
use super::search::nearby;
use crate::base::{EngineError, Workspace};

/// The things whose own texts are nearest to a question, as many as `needs` requests, if the workspace has an index of
/// things.
///
/// # Errors
/// When the store or the embedding model fails, or the shelf cannot be read or written.
pub async fn nearest(
    workspace: &Workspace,
    question: &Question,
    needs: &Needs,
    options: &Options,
) -> Result<Vec<NearThing>, EngineError> {
    let Some(kept) = &workspace.communities else { return Ok(Vec::new()) };
    let mut near = Vec::new();
    for (kind, most) in [(ThingKind::Entity, needs.near_entities), (ThingKind::Relation, needs.near_relations)] {
        if most > 0 {
            let found = nearby(workspace, &*kept.shelf, kind, most, question, options).await?;
            near.extend(found.into_iter().map(nearness));
        }
    }
    Ok(near)
}

fn nearness(found: FoundThing) -> NearThing {
    let Thing { kind, key, words, score, .. } = found.thing;
    NearThing { kind, key, words, ends: found.ends, score }
}
