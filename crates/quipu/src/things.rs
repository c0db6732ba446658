//! Things that are searched by their own texts: entities, stated relations, reports of communities.

use quipu_engine::entity_index::{ThingQuery, search};

pub use quipu_engine::entity_index::{FoundThing, ThingProgress, ThingState, ThingsFound};
pub use quipu_kernel::view::ThingKind;

use crate::job::{Job, Working};
use crate::{Ask, Error, Quipu};

/// The kinds that can be searched, by the names of doors.
const SEARCHED: [(&str, ThingKind); 3] =
    [("entities", ThingKind::Entity), ("relations", ThingKind::Relation), ("reports", ThingKind::Report)];

/// The kinds that are searched by default.
pub(crate) const USUAL: [ThingKind; 2] = [ThingKind::Entity, ThingKind::Relation];

/// The kinds of these names, entities and relations by default.
///
/// # Errors
/// With a name that is no kind's.
pub fn kinds_named(names: &[String]) -> Result<Vec<ThingKind>, String> {
    if names.is_empty() {
        return Ok(USUAL.to_vec());
    }
    let kind = |name: &String| SEARCHED.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
    names.iter().map(|name| kind(name).ok_or_else(|| name.clone())).collect()
}

impl Quipu {
    /// The things of some kinds whose own texts match a question, by words and by vectors, with the reasons for their
    /// scores: at most the limit of each kind. The index is brought up to date first, and kept.
    pub fn things(&self, question: impl Into<Ask>, kinds: Vec<ThingKind>) -> Job<ThingProgress, ThingsFound> {
        let (quipu, question) = (self.clone(), question.into());
        Job::start(move |Working { teller, stop }| async move {
            let asked = ThingQuery { query: question.query(quipu.settings())?, kinds };
            let (workspace, shelf) = (quipu.reading()?, quipu.community_shelf());
            let progress = teller.listener(|at| at);
            tokio::select! {
                biased;
                found = search(&workspace, &shelf, &asked, Some(&progress)) => Ok(found?),
                () = stop.heard() => Err(Error::Stopped),
            }
        })
    }
}
