//! The answerer that quotes sentences of groups, such as communities, where a way found them.

use super::{Answerer, Asked, Offer};
use crate::answer::ask::grouped;
use crate::base::EngineError;
use crate::base::ports::Boxed;
use crate::base::trace::Trace;

pub(super) struct Groups;

impl Answerer for Groups {
    fn name(&self) -> &'static str {
        "groups"
    }

    fn offer<'a>(&'a self, asked: &'a Asked<'_>, _: &'a mut Trace) -> Boxed<'a, Result<Offer, EngineError>> {
        Box::pin(async move {
            let groups = asked.found.map_or(&[][..], |found| &found.evidence.groups);
            if groups.is_empty() {
                return Ok(Offer::none("the way found none"));
            }
            Ok(match grouped::answer(&*asked.workspace.store, groups).await? {
                Some(answer) => Offer::sure(answer, format!("{} groups", groups.len())),
                None => Offer::none("their sentences are gone"),
            })
        })
    }
}
